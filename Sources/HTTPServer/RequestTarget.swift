/// The limits of a request's target, which leave memory for the rest of the head.
enum RequestTarget {
  /// The longest target that is taken, bytes.
  static let limit = 8 * 1024
  /// The most parameters that its query may have.
  static let parameterLimit = 64

  /// The refusal of a target; `nil` where it is taken.
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
