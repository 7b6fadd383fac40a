import BoardFirmware
import BoardSimulation
import Locks
import Testing
import VirtualBoard

@testable import BoardHost

/// An order with its board time in seconds.
private struct Order: Sendable {
  var second: Double
  var deed: BoardEvent.Deed
}

@Suite("Each order in each state, as real time goes and in virtual time")
struct OrderTableTests {
  /// A state into which orders bring a board.
  enum State: String, CaseIterable, CustomTestStringConvertible {
    case on, off, withoutWiFi, booting

    var testDescription: String { rawValue }

    fileprivate var orders: [Order] {
      switch self {
      case .on: []
      case .off: [Order(second: 3, deed: .power(isOn: false))]
      case .withoutWiFi: [Order(second: 3, deed: .wifi(isOn: false, network: nil))]
      case .booting:
        [
          Order(second: 3, deed: .power(isOn: false)),
          Order(second: 7.95, deed: .power(isOn: true)),
        ]
      }
    }
  }

  /// Returns the orders of the table, by name.
  private static func deeds() throws -> [(name: String, deed: BoardEvent.Deed)] {
    [
      ("power on", .power(isOn: true)), ("power off", .power(isOn: false)),
      ("Wi-Fi on", .wifi(isOn: true, network: nil)),
      ("Wi-Fi off", .wifi(isOn: false, network: nil)),
      ("world", .world([try WorldOrder(.temperature, -10)])),
      ("fault", .fault(BoardFault(.nack, of: "bme280", from: .zero, to: .seconds(12)))),
      ("end of faults", .endFault(nil)),
      (
        "settings",
        .settings(try BoardSettings(sampleInterval: .seconds(0.5), network: .standard))
      ),
    ]
  }

  private static func board(_ events: [BoardEvent] = []) throws -> Board {
    var options = BoardOptions()
    (options.sky, options.events) = (.off, events)
    return try Board(.none, options: options)
  }

  /// Gives orders to a runner at its own pace, and returns them with the board times of their receipts.
  private static func play(
    _ orders: [Order], to runner: BoardRunner, speed: Double, until end: Double
  ) throws -> [BoardEvent] {
    let begin = ContinuousClock.now
    let told = Lock<[BoardEvent]>([])
    var rest = orders[...]
    var due = begin
    runner.begin()
    while due < begin + .seconds(end / speed) {
      guard let order = rest.first, begin + .seconds(order.second / speed) <= due else {
        let next = rest.first.map { begin + .seconds($0.second / speed) }
        guard case .at(let turn) = runner.takeTurn(at: due) else { return [] }
        due = min(turn, next ?? turn)
        continue
      }
      rest.removeFirst()
      runner.order(BoardEvent(order.deed)) { receipt in
        guard case .success(let receipt) = receipt else { return }
        told.withLock { $0.append(BoardEvent(order.deed, at: receipt.time)) }
      }
    }
    _ = runner.takeTurn(at: begin + .seconds(end / speed))
    return told.withLock { $0 }
  }

  @Test(
    "a board goes on as it does where all was known from the beginning",
    arguments: State.allCases, [1.0, 50])
  func goesOn(from state: State, speed: Double) throws {
    for (name, deed) in try Self.deeds() {
      let runner = BoardRunner(try Self.board(), pace: .times(speed), duration: nil)
      let orders = state.orders + [Order(second: 8, deed: deed)]
      let events = try Self.play(orders, to: runner, speed: speed, until: 16)
      #expect(events.count == orders.count, "\(name)")
      let shown = runner.state.snapshot
      #expect(shown.boardTime >= .seconds(16) && shown.boardTime < .seconds(17), "\(name)")
      let virtual = try Self.board(events)
      virtual.run(until: .seconds(16))
      let expected = virtual.snapshot
      let end = Duration.seconds(16)
      #expect(shown.uptime(at: end) == expected.uptime(at: end), "\(name)")
      #expect(shown.samples == expected.samples, "\(name)")
      #expect(shown.measurement == expected.measurement, "\(name)")
      #expect(shown.wifi == expected.wifi, "\(name)")
      #expect(shown.sampleInterval == expected.sampleInterval, "\(name)")
      if name == "power on" { #expect(shown.samples > 0, "\(name)") }
    }
  }
}
