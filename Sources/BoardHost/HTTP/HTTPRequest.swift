/// A request as a handler sees it: complete, its body within bounds.
struct HTTPRequest: Sendable {
  /// The method: `GET`, `HEAD`, `POST` or another.
  var method: String
  /// The path without its query, percent-decoded.
  var path: String
  /// The query's parameters, percent-decoded.
  var query: [String: String] = [:]
  /// The header's fields by their names in lower case, values of one name joined by commas; empty
  /// for a listener that was not asked to read them.
  var headers: [String: String] = [:]
  /// The body, at most ``bodyLimit`` bytes.
  var body: [UInt8] = []
  /// The port on which it came.
  var port: UInt16 = 0

  /// The longest body that is taken; a longer one is answered with 413.
  static let bodyLimit = 64 * 1024
}

/// What a handler makes of a request.
enum HTTPReply: Sendable {
  /// This answer.
  case now(PreparedAnswer)
  /// An answer that is made elsewhere while others are served: the function begins that, and hands
  /// over the answer when it is there, from any thread; only the first one counts.
  case later(@Sendable (_ whenDone: @escaping @Sendable (PreparedAnswer) -> Void) -> Void)
}
