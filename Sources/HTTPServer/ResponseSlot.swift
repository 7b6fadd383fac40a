import Locks

/// The place for a reply that is made while its connection is set aside.
final class ResponseSlot: Sendable {
  private let content = Lock<HTTPReply?>(nil)
  private let connection: ConnectionHandle
  private let stopping: PreparedResponse

  /// Takes a connection that is set aside, or about to be, and what it is told if the listener stops.
  init(_ connection: ConnectionHandle, ifStopping stopping: PreparedResponse) {
    self.connection = connection
    self.stopping = stopping
  }

  /// The reply, once it is there.
  var reply: HTTPReply? { content.withLock { $0 } }

  /// Puts a reply in and lets the connection go on; where there is one already, nothing happens.
  ///
  /// Sound: a connection that is set aside does not go away, and nothing goes on with it but this.
  func fill(_ reply: HTTPReply) {
    let isFirst = content.withLock { content in
      guard content == nil else { return false }
      content = reply
      return true
    }
    if isFirst { connection.resume() }
  }

  /// Lets the connection go on without the response that it waits for.
  func stop() { fill(.now(stopping)) }
}
