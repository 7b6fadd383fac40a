import BoardClient
import BoardFirmware
import HTTPMessages
import Locks
import VirtualBoard

/// A whole board in memory, asked through a transport.
final class BoardOnAWire: Sendable {
  private let board: Lock<Board>

  /// A board that has run for a minute.
  init(_ dialect: DataServerConfiguration.Dialect = .moqa) throws {
    board = Lock(try Board())
    board.withLock { board in
      board.dataServer = DataServerConfiguration(dialect: dialect)
      board.run(until: .seconds(60))
    }
  }

  /// Asks it, now.
  var transport: BoardTransport { { self.answer() } }

  private func answer() -> BoardAnswer {
    board.withLock { board in
      let answer = board.get("/")
      return BoardAnswer(
        status: answer.status, body: answer.body, valueAge: answer.field("X-Value-Age"))
    }
  }

  /// Lets board time pass.
  func run(until time: Duration) { board.withLock { _ = $0.run(until: time) } }

  /// What its firmware knows.
  var measurement: BoardFirmware.Measurement { board.withLock { $0.snapshot.measurement } }
}
