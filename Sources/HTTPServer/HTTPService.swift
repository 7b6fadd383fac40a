/// Who answers at a socket.
final class HTTPService: Sendable {
  /// Makes the replies.
  let handler: HTTPListener.Handler
  /// Whether it looks at the requests' fields.
  let readsFields: Bool

  init(readsFields: Bool, handler: @escaping HTTPListener.Handler) {
    self.readsFields = readsFields
    self.handler = handler
  }
}
