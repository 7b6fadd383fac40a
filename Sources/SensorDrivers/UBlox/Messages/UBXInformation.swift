/// A text from the receiver (UBX-INF-ERROR, -WARNING, -NOTICE, -TEST or -DEBUG).
public struct UBXInformation: Hashable, Sendable {
  /// The severity of the text: the message ID within class `0x04`.
  public enum Level: UInt8, Hashable, Sendable {
    /// An error, sent as UBX-INF-ERROR.
    case error = 0
    /// A warning, sent as UBX-INF-WARNING.
    case warning = 1
    /// A notice, sent as UBX-INF-NOTICE.
    case notice = 2
    /// A test output, sent as UBX-INF-TEST.
    case test = 3
    /// A debug output, sent as UBX-INF-DEBUG.
    case debug = 4
  }

  /// The severity of the text.
  public var level: Level
  /// The text, ASCII on the wire.
  public var text: String

  /// Creates a text with its severity.
  public init(level: Level, text: String) {
    self.level = level
    self.text = text
  }

  /// Decodes a payload; `nil` when the message is not of class `0x04` or its level is unknown.
  ///
  /// Bytes that are not printable ASCII become `?`.
  public init?(messageID: UBXMessageID, decoding payload: Span<UInt8>) {
    guard messageID.messageClass == Self.messageClass, let level = Level(rawValue: messageID.id)
    else { return nil }
    self.init(level: level, text: String(printableASCII: payload))
  }

  /// The text as a UBX frame, truncated to the maximum payload of 65,535 bytes.
  public var frame: UBXFrame {
    UBXFrame(
      UBXMessageID(Self.messageClass, level.rawValue), payload: Array(text.utf8.prefix(65_535)))
  }

  /// Whether the text reports an overflow of the output buffer: it begins with "txbuf", as in "txbuf alloc".
  var isOutputLoss: Bool {
    var count = 0
    for (byte, expected) in zip(text.utf8, "txbuf".utf8) where byte == expected { count += 1 }
    return count == 5
  }

  private static var messageClass: UInt8 { 0x04 }
}

extension String {
  /// Creates a text from printable ASCII up to the first NUL; other bytes become `?`.
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
