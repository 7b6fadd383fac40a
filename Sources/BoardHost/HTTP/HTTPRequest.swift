/// A request as a handler sees it: complete, its body within bounds.
struct HTTPRequest: Sendable {
  /// The method: `GET`, `HEAD`, `POST` or another.
  var method: String
  /// The path without its query, percent-decoded.
  var path: String
  /// The query's parameters, percent-decoded.
  var query: [String: String] = [:]
  /// The body, at most ``bodyLimit`` bytes.
  var body: [UInt8] = []

  /// The longest body that is taken; a longer one is answered with 413.
  static let bodyLimit = 64 * 1024
}
