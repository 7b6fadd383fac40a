import Synchronization

/// The place for an answer that is made while its connection is set aside.
final class AnswerSlot: Sendable {
  private let content = Mutex<PreparedAnswer?>(nil)
  private let connection: ConnectionHandle

  /// Takes a connection that is set aside, or about to be.
  init(_ connection: ConnectionHandle) { self.connection = connection }

  /// The answer, once it is there.
  var answer: PreparedAnswer? { content.withLock { $0 } }

  /// Puts an answer in and lets the connection go on; where there is one already, nothing happens.
  ///
  /// Sound: a connection that is set aside does not go away, and nothing goes on with it but this.
  func fill(_ answer: PreparedAnswer) {
    let isFirst = content.withLock { content in
      guard content == nil else { return false }
      content = answer
      return true
    }
    if isFirst { connection.resume() }
  }
}
