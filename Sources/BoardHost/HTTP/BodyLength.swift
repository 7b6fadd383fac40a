internal import BoardFirmware

/// What a request's head says about the length of its body.
enum BodyLength {
  /// Why a `Content-Length` is refused; `nil` when it is a number of bytes that is taken.
  static func refusal(of text: some Sequence<UInt8>) -> DataAnswer? {
    var length = 0
    var digits = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return malformed }
      length = min(length * 10 + Int(byte - UInt8(ascii: "0")), HTTPRequest.bodyLimit + 1)
      digits += 1
    }
    guard digits > 0 else { return malformed }
    return length > HTTPRequest.bodyLimit ? tooLong : nil
  }

  /// The answer to a body that is longer than what is taken.
  static let tooLong = DataAnswer(
    status: 413,
    error: "the request's body is longer than \(HTTPRequest.bodyLimit) bytes; send less at once")

  private static let malformed = DataAnswer(
    status: 400, error: "Content-Length must be a number of bytes in decimal digits")
}
