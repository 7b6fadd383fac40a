/// The limits of a request's target, which leave memory for the rest of the head.
enum RequestTarget {
  /// The largest target accepted, bytes.
  static let limit = 8 * 1024
  /// The largest number of parameters in the query.
  static let parameterLimit = 64

  /// Returns the refusal of a target; `nil` for an acceptable target.
  static func refusal(of target: some Collection<UInt8>) -> ListenerRefusal? {
    guard target.count <= limit else {
      return ListenerRefusal(
        status: 414, error: "the request's target is longer than \(limit) bytes; ask for less in it"
      )
    }
    guard target.count(where: { $0 == UInt8(ascii: "&") }) < parameterLimit else {
      return ListenerRefusal(
        status: 414,
        error: "the request has more than \(parameterLimit) parameters; ask for less at once")
    }
    return nil
  }
}
