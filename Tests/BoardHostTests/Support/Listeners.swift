import BoardFirmware
@testable import BoardHost
import GNSSBasics
import TestSupport

/// A data port on a free port, or a given one, with a board behind it that stands still.
struct ServedSnapshot {
  let listener: HTTPListener
  var port: UInt16 { listener.port }

  init(
    _ snapshot: BoardSnapshot = .example, on port: UInt16 = 0, limits: HTTPLimits = HTTPLimits()
  ) throws {
    let dataPort = DataPort(
      state: BoardState(snapshot), configuration: DataServerConfiguration())
    listener = try HTTPListener(host: "127.0.0.1", port: port, limits: limits) {
      .now(dataPort.answer($0))
    }
  }

  func connect() throws -> TCPConnection { try TCPConnection(port: port) }
}

extension BoardSnapshot {
  /// A board that has measured the air, and nothing else.
  static var example: BoardSnapshot {
    var snapshot = BoardSnapshot(
      boardTime: .seconds(10), bootDate: UnixTime(seconds: 1_780_315_200))
    let air = AirReading(temperatureCelsius: 21.5, humidityPercent: 45, pressurePascals: 101_325)
    snapshot.measurement.air = Timed(air, at: .seconds(10))
    return snapshot
  }

  /// What the data port answers for ``example``.
  static let exampleText = "21.50;45.00;101325.00;0.00;;;;;;;;;"
}
