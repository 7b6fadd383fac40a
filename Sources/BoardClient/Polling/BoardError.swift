internal import TextOutput

/// A failed poll of a board.
public struct BoardError: Error, Hashable, Sendable {
  /// The reason for the failure, for use in a `switch`.
  public enum Reason: Hashable, Sendable {
    /// The board did not answer within the timeout.
    case noAnswer(within: Duration)
    /// The board was unreachable or the connection broke; the transport's description.
    case unreachable(String)
    /// The board answered with a status other than 200.
    case status(Int)
    /// The answer cannot be read.
    case unreadable(BoardTextError)
    /// The task that polled was cancelled.
    case cancelled
  }

  /// The reason for the failure.
  public var reason: Reason
  /// The board's name, as given to its poller.
  public var board: String

  /// Creates an error of a board's poll.
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
