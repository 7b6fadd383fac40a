import Synchronization

/// The place for a response that is made while its connection is set aside.
final class ResponseSlot: Sendable {
  private let content = Mutex<PreparedResponse?>(nil)
  private let connection: ConnectionHandle
  private let stopping: PreparedResponse

  /// Takes a connection that is set aside, or about to be, and what it is told if the listener stops.
  init(_ connection: ConnectionHandle, ifStopping stopping: PreparedResponse) {
    self.connection = connection
    self.stopping = stopping
  }

  /// The response, once it is there.
  var response: PreparedResponse? { content.withLock { $0 } }

  /// Puts a response in and lets the connection go on; where there is one already, nothing happens.
  ///
  /// Sound: a connection that is set aside does not go away, and nothing goes on with it but this.
  func fill(_ response: PreparedResponse) {
    let isFirst = content.withLock { content in
      guard content == nil else { return false }
      content = response
      return true
    }
    if isFirst { connection.resume() }
  }

  /// Lets the connection go on without the response that it waits for.
  func stop() { fill(stopping) }
}
