import Bytes

/// A filter that removes an answer's head between two frames of a stream.
///
/// A relay that restarts its own stream sends such a head. The filter follows RTCM 3 frames by
/// their lengths, without checking their checksums, and does not delay bytes of frames. A head
/// inside a frame that was cut off stays, because it cannot be distinguished from the frame's
/// payload.
struct StreamBorders: Hashable, Sendable {
  private enum Place: Hashable {
    /// A place where a frame may begin, but a head is not looked for.
    case outside
    /// The place after a complete frame.
    case border
    /// A place within the three bytes before a payload; `count` of them have come.
    case opening(count: Int, length: Int)
    /// A place within a frame; `remaining` bytes are still to come.
    case frame(remaining: Int)
  }

  /// The preamble of a frame (RTCM 10403.3, 4.1).
  ///
  /// After the preamble, a frame has six reserved bits and ten bits of length.
  private static let preamble: UInt8 = 0xD3
  /// The number of checksum bytes after a frame's payload.
  private static let checkLength = 3
  /// The maximum length in bytes of a head that is held back.
  private static let longestHead = 1024
  /// The maximum number of text bytes after the last frame that are kept.
  private static let longestWords = 256

  private var place = Place.outside
  /// The bytes that may be a head, and the parser that has read them.
  private var held: [UInt8] = []
  private var parser = ResponseHeadParser()
  /// The bytes after the last frame; empty before the first frame.
  private(set) var lastWords: [UInt8] = []
  private var hasFrame = false

  /// Processes bytes, and passes on those that are no head between frames.
  mutating func consume(_ bytes: Span<UInt8>, onData: (Span<UInt8>) -> Void) {
    // The index of the first byte not passed on yet.
    var start = 0
    var index = 0
    while index < bytes.count {
      if case .frame(let remaining) = place {
        let count = min(remaining, bytes.count - index)
        place = remaining == count ? .border : .frame(remaining: remaining - count)
        index += count
      } else if !held.isEmpty || (place == .border && Self.mayBeginHead(bytes[index])) {
        if start < index { onData(bytes.extracting(start..<index)) }
        hold(bytes[index], onData: onData)
        index += 1
        start = index
      } else {
        pass(bytes[index])
        index += 1
      }
    }
    if start < index { onData(bytes.extracting(start..<index)) }
  }

  /// Passes on the held-back bytes unless they are a head, because no more bytes will come.
  mutating func finish(onData: (Span<UInt8>) -> Void) {
    guard !held.isEmpty else { return }
    parser.finish()
    let rest = isHead ? parser.takeRest() : held
    if !rest.isEmpty { onData(rest.span) }
    held = []
  }

  private static func mayBeginHead(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "I") || byte == UInt8(ascii: "H")
  }

  /// Updates the place for a byte that is passed on.
  private mutating func pass(_ byte: UInt8) {
    switch place {
    case .frame(let remaining): place = remaining == 1 ? .border : .frame(remaining: remaining - 1)
    case .opening(1, _) where byte & 0xFC == 0:
      place = .opening(count: 2, length: Int(byte) << 8)
    case .opening(2, let length):
      (place, hasFrame, lastWords) = (
        .frame(remaining: length + Int(byte) + Self.checkLength), true, []
      )
    case _ where byte == Self.preamble: place = .opening(count: 1, length: 0)
    default:
      place = .outside
      if hasFrame, lastWords.count < Self.longestWords { lastWords.append(byte) }
    }
  }

  /// Holds back a byte that may belong to a head; once decided, drops the head or passes the bytes on.
  private mutating func hold(_ byte: UInt8, onData: (Span<UInt8>) -> Void) {
    held.append(byte)
    let isShort = parser.consume([byte].span) && held.count < Self.longestHead
    guard parser.isComplete || !isShort else { return }
    let isDropped = isHead && parser.isComplete
    let rest = isDropped ? parser.takeRest() : held
    (held, parser, place) = ([], ResponseHeadParser(), isDropped ? .border : .outside)
    for byte in rest { pass(byte) }
    if !rest.isEmpty { onData(rest.span) }
  }

  /// Whether the held-back bytes are the head of an answer that grants the stream.
  private var isHead: Bool {
    guard let head = parser.head, head.status == 200 else { return false }
    switch head.form {
    case .icy, .http: return true
    default: return false
    }
  }
}
