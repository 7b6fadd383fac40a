import Bytes

/// Leaves out of a stream what a relay says between two frames when it begins anew: a head, as at the stream's beginning.
///
/// It follows the frames of RTCM 3 by their lengths, without their checks, and holds nothing back of what may belong to
/// one. A head within a frame that was cut off stays: nobody can tell it from what the frame would hold.
struct StreamBorders: Hashable, Sendable {
  private enum Place: Hashable {
    /// A place where a frame may begin, but no head is looked for.
    case outside
    /// Behind a frame.
    case border
    /// In the three bytes in front of a payload, of which so many have come.
    case opening(count: Int, length: Int)
    /// In a frame of which so many bytes are to come.
    case frame(remaining: Int)
  }

  /// The beginning of a frame (RTCM 10403.3, 4.1): the preamble, six reserved bits, ten bits of length.
  private static let preamble: UInt8 = 0xD3
  /// Bytes behind a frame's payload.
  private static let checkLength = 3
  /// Longest head that is held back, bytes.
  private static let longestHead = 1024
  /// The greatest length of the text behind the last frame that is kept, bytes.
  private static let longestWords = 256

  private var place = Place.outside
  /// The bytes that may be a head, and the parser that has read them.
  private var held: [UInt8] = []
  private var parser = ResponseHeadParser()
  /// The bytes behind the last frame, if there was one.
  private(set) var lastWords: [UInt8] = []
  private var hasFrame = false

  /// Reads bytes and hands on those that are no head between frames.
  mutating func consume(_ bytes: Span<UInt8>, onData: (Span<UInt8>) -> Void) {
    // From here on nothing was handed on.
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

  /// Hands on what was held back, unless it is a head: nothing more comes.
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

  /// Takes notice of a byte that is handed on.
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

  /// Holds a byte back that may belong to a head, and drops the head or hands it on once it is known.
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

  /// Whether what is held back is the head of an answer that grants the stream.
  private var isHead: Bool {
    guard let head = parser.head, head.status == 200 else { return false }
    switch head.form {
    case .icy, .http: return true
    default: return false
    }
  }
}
