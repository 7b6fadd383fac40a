import BoardClient
import BoardFirmware
import HTTPMessages
import Locks
import VirtualBoard

/// A whole board in memory, polled through a transport.
final class BoardOnAWire: Sendable {
  private let board: Lock<Board>

  /// Creates a board that has run for a minute.
  init(_ dialect: DataServerConfiguration.Dialect = .moqa) throws {
    board = Lock(try Board())
    board.withLock { board in
      board.dataServer = DataServerConfiguration(dialect: dialect)
      board.run(until: .seconds(60))
    }
  }

  /// A transport that polls the board at its current time.
  var transport: BoardTransport { { self.answer() } }

  private func answer() -> BoardAnswer {
    board.withLock { board in
      let answer = board.get("/")
      return BoardAnswer(
        status: answer.status, body: answer.body, valueAge: answer.field("X-Value-Age"))
    }
  }

  /// Advances board time.
  func run(until time: Duration) { board.withLock { _ = $0.run(until: time) } }

  /// The measurement in the board's firmware.
  var measurement: BoardFirmware.Measurement { board.withLock { $0.snapshot.measurement } }
}
