/// What a request's head says about the length of its body.
enum BodyLength {
  /// The longest body that is taken, bytes.
  static let limit = 64 * 1024

  /// Why a `Content-Length` is refused; `nil` when it is a number of bytes that is taken.
  static func refusal(of text: some Sequence<UInt8>) -> ListenerRefusal? {
    var length = 0
    var digits = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return malformed }
      length = min(length * 10 + Int(byte - UInt8(ascii: "0")), limit + 1)
      digits += 1
    }
    guard digits > 0 else { return malformed }
    return length > limit ? tooLong : nil
  }

  /// A body is longer than what is taken.
  static let tooLong = ListenerRefusal(
    status: 413, error: "the request's body is longer than \(limit) bytes; send less at once")

  private static let malformed = ListenerRefusal(
    status: 400, error: "Content-Length must be a number of bytes in decimal digits")
}
