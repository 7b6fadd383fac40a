/// A text from the receiver (UBX-INF-ERROR, -WARNING, -NOTICE, -TEST or -DEBUG).
public struct UBXInformation: Hashable, Sendable {
  /// The severity of the text: the message ID within class `0x04`.
  public enum Level: UInt8, Hashable, Sendable {
    /// UBX-INF-ERROR.
    case error = 0
    /// UBX-INF-WARNING.
    case warning = 1
    /// UBX-INF-NOTICE.
    case notice = 2
    /// UBX-INF-TEST.
    case test = 3
    /// UBX-INF-DEBUG.
    case debug = 4
  }

  /// The severity of the text.
  public var level: Level
  /// The text, ASCII on the wire.
  public var text: String

  /// Creates a text of a level.
  public init(level: Level, text: String) {
    self.level = level
    self.text = text
  }

  /// Decodes a payload; `nil` when the message is none of class `0x04`.
  ///
  /// Bytes that are no printable ASCII become `?`.
  public init?(messageID: UBXMessageID, decoding payload: Span<UInt8>) {
    guard messageID.messageClass == Self.messageClass, let level = Level(rawValue: messageID.id)
    else { return nil }
    self.init(level: level, text: String(printableASCII: payload))
  }

  /// The text as a frame, cut to the 65,535 bytes a frame can carry.
  public var frame: UBXFrame {
    UBXFrame(
      UBXMessageID(Self.messageClass, level.rawValue), payload: Array(text.utf8.prefix(65_535)))
  }

  /// Whether the receiver says that messages did not fit its output buffer: "txbuf alloc".
  var isOutputLoss: Bool {
    var count = 0
    for (byte, expected) in zip(text.utf8, "txbuf".utf8) where byte == expected { count += 1 }
    return count == 5
  }

  private static var messageClass: UInt8 { 0x04 }
}

extension String {
  /// Text from bytes that should be printable ASCII, up to the first NUL; others become `?`.
  init(printableASCII bytes: Span<UInt8>) {
    var text: [UInt8] = []
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == 0 { break }
      text.append((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?"))
    }
    self = String(decoding: text, as: UTF8.self)
  }
}
