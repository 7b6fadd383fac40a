import BoardFirmware
@testable import BoardHost
import GNSSBasics
import HTTPServer
import Platform
import TestSupport

/// A data port on a free or given port, for a board whose state never changes.
struct ServedSnapshot {
  let listener: HTTPListener
  let port: UInt16

  init(_ snapshot: BoardSnapshot = .example, on port: UInt16 = 0) throws {
    try self.init(BoardState(snapshot), on: port)
  }

  init(
    _ state: BoardState, on port: UInt16 = 0,
    dialect: DataServerConfiguration.Dialect = .moqa
  ) throws {
    let dataPort = DataPort(
      state: state, configuration: DataServerConfiguration(dialect: dialect))
    let socket = try ListeningSocket(host: "127.0.0.1", port: port)
    self.port = socket.port
    listener = try HTTPListener(on: socket) { dataPort.reply(to: $0) }
  }

  func connect() throws -> TCPConnection { try TCPConnection(port: port) }
}

extension BoardSnapshot {
  /// A board that has measured only the air.
  static var example: BoardSnapshot {
    var snapshot = BoardSnapshot(
      boardTime: .seconds(10), bootDate: UnixTime(seconds: 1_780_315_200))
    snapshot.measurement.record(
      [.temperature: 21.5, .humidity: 45, .pressure: 101_325, .altitude: 0], at: .seconds(10))
    return snapshot
  }

  /// The data port's answer for ``example``.
  static let exampleText = "21.50;45.00;101325.00;0.00;;;;;;;;;"
}
