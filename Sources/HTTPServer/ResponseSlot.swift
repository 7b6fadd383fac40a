import Locks

/// The slot for a reply that is made while its connection is suspended.
final class ResponseSlot: Sendable {
  private let content = Lock<HTTPReply?>(nil)
  private let connection: ConnectionHandle
  private let stopping: PreparedResponse

  /// Creates the slot of a suspended connection, with the response for a listener that stops.
  init(_ connection: ConnectionHandle, ifStopping stopping: PreparedResponse) {
    self.connection = connection
    self.stopping = stopping
  }

  /// The reply; `nil` until it has been made.
  var reply: HTTPReply? { content.withLock { $0 } }

  /// Sets the reply and resumes the connection; later calls have no effect.
  ///
  /// Sound: a suspended connection is not closed, and only this call resumes it.
  func fill(_ reply: HTTPReply) {
    let isFirst = content.withLock { content in
      guard content == nil else { return false }
      content = reply
      return true
    }
    if isFirst { connection.resume() }
  }

  /// Resumes the connection with the response for a listener that stops.
  func stop() { fill(.now(stopping)) }
}
