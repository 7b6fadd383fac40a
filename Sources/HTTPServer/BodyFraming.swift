/// The length of a request's body according to its header fields (RFC 9112, section 6.3).
///
/// An ambiguous head is refused: a proxy in front of this server may read it differently, and would take
/// the rest of the body for the next request.
struct BodyFraming {
  /// The largest body accepted, bytes.
  static let limit = 64 * 1024

  /// The refusal for the first fault of the head; `nil` for an unambiguous head.
  private(set) var refusal: ListenerRefusal?
  /// The number of `Host` fields.
  private(set) var hostCount = 0
  private var length: [UInt8]?
  /// Whether the body is chunked.
  ///
  /// libmicrohttpd accepts line ends in a chunk's header that other programs reject, so nothing is read
  /// after such a body.
  private(set) var isChunked = false

  /// Adds a header field.
  mutating func take(_ name: some Collection<UInt8>, _ value: some Collection<UInt8>) {
    guard !name.isEmpty, name.allSatisfy(Self.isInToken) else { return refuse(Self.badName) }
    switch name.count {
    case 4 where Self.matches(name, "host"): hostCount += 1
    case 14 where Self.matches(name, "content-length"): takeLength(value)
    case 17 where Self.matches(name, "transfer-encoding"): takeCoding(value)
    default: break
    }
  }

  private mutating func takeLength(_ value: some Collection<UInt8>) {
    if let refusal = Self.refusal(ofLength: value) { refuse(refusal) }
    if let length, !length.elementsEqual(value) { refuse(Self.twoLengths) }
    if isChunked { refuse(Self.twoFramings) }
    length = Array(value)
  }

  private mutating func takeCoding(_ value: some Collection<UInt8>) {
    guard !isChunked, Self.matches(value, "chunked") else { return refuse(Self.unknownCoding) }
    isChunked = true
    if length != nil { refuse(Self.twoFramings) }
  }

  private mutating func refuse(_ refusal: ListenerRefusal) {
    self.refusal = self.refusal ?? refusal
  }

  private static func refusal(ofLength text: some Collection<UInt8>) -> ListenerRefusal? {
    var length = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return malformed }
      length = min(length * 10 + Int(byte - UInt8(ascii: "0")), limit + 1)
    }
    guard !text.isEmpty else { return malformed }
    return length > limit ? tooLong : nil
  }

  /// Whether a token may contain a character (RFC 9110, section 5.6.2); a blank in particular is not
  /// allowed.
  private static func isInToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."),
      UInt8(ascii: "!"), UInt8(ascii: "#")...UInt8(ascii: "'"), UInt8(ascii: "*"),
      UInt8(ascii: "+"),
      UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func matches(_ text: some Collection<UInt8>, _ lowercase: StaticString) -> Bool {
    // Sound: a static string of ASCII keeps its bytes for the life of the process.
    let bytes = unsafe UnsafeBufferPointer(
      start: lowercase.utf8Start, count: lowercase.utf8CodeUnitCount)
    return unsafe text.count == bytes.count
      && zip(text, bytes).allSatisfy { $0 | 0x20 == $1 || $0 == $1 }
  }
}

// MARK: Refusals

extension BodyFraming {
  /// The refusal of a body longer than `limit`.
  static let tooLong = ListenerRefusal(
    status: 413, error: "the request's body is longer than \(limit) bytes; send less at once")
  /// The refusal of a head without a `Host` field, or with several.
  static let oneHost = ListenerRefusal(
    status: 400, error: "a request needs one Host field; send 'Host: NAME:PORT' once")
  private static let malformed = ListenerRefusal(
    status: 400, error: "Content-Length must be a number of bytes in decimal digits")
  private static let twoLengths = ListenerRefusal(
    status: 400, error: "the request has two different Content-Length fields; send one")
  private static let twoFramings = ListenerRefusal(
    status: 400, error: "the request has Content-Length and Transfer-Encoding; send one of them")
  private static let unknownCoding = ListenerRefusal(
    status: 501, error: "the one transfer coding that is known here is 'chunked'")
  private static let badName = ListenerRefusal(
    status: 400, error: "a field's name has a character that none may have; write 'Name: value'")
  /// The refusal of cookies that exceed the library's memory.
  static let tooManyCookies = ListenerRefusal(
    status: 431,
    error: "the request has more cookies than this port reads; delete those of other programs")
  /// The refusal of a chunked body in HTTP/1.0.
  static let oldChunks = ListenerRefusal(
    status: 400, error: "HTTP/1.0 has no Transfer-Encoding; send Content-Length")
}
