internal import TextOutput

/// A poll of a board without a measurement.
public struct BoardError: Error, Hashable, Sendable {
  /// The reason for the failure; switch over this.
  public enum Reason: Hashable, Sendable {
    /// The board had this long and did not answer.
    case noAnswer(within: Duration)
    /// There was no way to it, or the connection broke, in the transport's words.
    case unreachable(String)
    /// The board answered with a status other than 200.
    case status(Int)
    /// Its answer cannot be read.
    case unreadable(BoardTextError)
    /// The task that asked was cancelled.
    case cancelled
  }

  /// The reason for the failure.
  public var reason: Reason
  /// The board's name with its poller.
  public var board: String

  /// Creates an error.
  public init(_ reason: Reason, board: String) {
    self.reason = reason
    self.board = board
  }
}

extension BoardError: CustomStringConvertible {
  /// The board, the failure and the remedy, in one sentence.
  public var description: String { "board \(board): \(sentence)".withControlsEscaped }

  private var sentence: String {
    switch reason {
    case .noAnswer(let time):
      "no answer within \(PlainText.number(time / .seconds(1), decimals: 3)) s; is it on, and in this network?"
    case .unreachable(let words): words
    case .status(let status):
      "it answers with status \(status) instead of 200; is that the board's address?"
    case .unreadable(let error): "\(error)"
    case .cancelled: "not waited for, the task that asked was cancelled"
    }
  }
}
