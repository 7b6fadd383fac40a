package import BoardFirmware
public import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers
package import TextOutput

/// Parts on a bus without firmware, for drivers outside the process; time passes only by their commands.
///
/// A bus board is not safe for concurrent use.
public final class BusBoard {
  /// The simulated parts and the world around them.
  public let simulation: SimulatedBoard
  private let collector: FindingList
  /// The scenario's events that are still to come.
  private var feed: ScenarioFeed
  /// The client with an open transfer by byte; `nil` for none, and when that client has left.
  private weak var controller: BusController?
  /// The lines that the client has said.
  private(set) var told = ToldLines()
  /// The values of what the client's program serves, which only the caller knows.
  package var served: () -> DescribedValue = { .object([]) }
  /// The observer of expectations; `nil` without any.
  private var watch: ExpectationWatch?
  /// The board time of the next regular look at the expectations.
  private var nextLook = Duration.zero
  /// Whether the board has power; parts can be switched off besides.
  public private(set) var isPowered = true
  /// The scheduled power switches, in order of time.
  private var switches: [(time: Duration, isOn: Bool)] = []
  /// The observer of the power, called when it goes and when it comes back.
  package var powerSwitched: (Bool) -> Void = { _ in }

  /// Creates a board at power-on.
  ///
  /// - Parameters:
  ///   - options: The properties of the board; only events of the world, the power and faults have an effect.
  ///   - parts: The names of the board's parts; all parts when empty.
  init(_ options: BoardOptions, parts: Set<String> = []) {
    feed = ScenarioFeed(of: options)
    simulation = SimulatedBoard(
      world: World(options, station: nil), seed: options.boardSeed, bootDate: options.bootDate,
      light: options.light, realism: options.realism, sky: options.sky,
      positions: options.positions,
      headingBaseline: options.headingBaseline, receiverLog: options.receiverLog,
      outside: options.outsideParts)
    let bus = simulation.bus
    bus.rate = options.busClock
    collector = FindingList(watching: bus, isStrict: options.isStrict)
    let kept = parts.union(options.outsideParts.map(\.name))
    for part in bus.inspect() where !parts.isEmpty && !kept.contains(part.name) {
      bus.detach(at: part.address)
    }
    take(feed.firstEvents() + options.events)
  }

  private func take(_ events: [BoardEvent]) {
    for event in events {
      switch event.deed {
      case .world(let orders): hold(orders, from: event.time ?? .zero)
      case .fault(let fault): simulation.bus.add(fault, notBefore: event.time ?? .zero)
      case .power(let isOn):
        let time = event.time ?? .zero
        let index = switches.firstIndex { $0.time > time } ?? switches.endIndex
        switches.insert((time, isOn), at: index)
        planPowerCut()
      // A board without firmware has no network.
      case .wifi, .settings, .scenario, .endFault: break
      }
    }
  }

  /// Takes the scenario's next events, and the power switches that are due.
  ///
  /// The scenario gives its events an hour ahead, so the method must be called at least once an hour
  /// of board time.
  func followScenario() {
    while let refill = feed.refill, refill <= simulation.clock.now { take(feed.moreEvents()) }
    while let next = switches.first, next.time <= simulation.clock.now {
      switches.removeFirst()
      switchPower(isOn: next.isOn)
    }
  }

  /// Sets the observer of new findings.
  package func onFinding(_ handler: @escaping (DriverFinding) -> Void) {
    collector.findings.forEach(handler)
    collector.whenFound = handler
  }

  /// The lost parts, and in strict mode the driver mistakes that real silicon would punish.
  package var findings: [DriverFinding] { collector.findings }

  /// The latest driver mistake; `nil` for none.
  var latestMisuse: DriverFinding? { collector.latestMisuse }

  /// The number of driver mistakes, repeated ones included.
  var misuseCount: Int { collector.misuseCount }

  /// Claims the bus for a client's transfer; the open transfer of a client that has left ends with a STOP.
  ///
  /// - Throws: `BusError.busy` while another client's transfer by byte is open.
  func claim(for client: BusController) throws(BusError) {
    let bus = simulation.bus
    guard bus.bytePhase != nil, controller !== client else { return controller = client }
    guard controller == nil else { throw .busy }
    bus.sendStop()
    controller = client
  }

  /// Whether a client's transfer by byte is open.
  func isHeld(by client: BusController) -> Bool {
    simulation.bus.bytePhase != nil && controller === client
  }

  /// The board's time, bus, findings and parts, as JSON in one line.
  var status: String {
    let bus = simulation.bus
    let totals = bus.totals
    let parts = bus.inspect().described(at: simulation.clock.now).members
    return DescribedValue.object(
      parts.prefix(1) + [
        Described(
          "bus",
          [
            Described("transfers", count: totals.transfers),
            Described("nacks", count: totals.refusals),
          ]),
        Described("findings", .array(findings.map(\.described))),
      ] + parts.dropFirst()
    ).json
  }

  /// Holds or releases quantities of the world from a board time on.
  func hold(_ orders: [WorldOrder], from time: Duration) {
    var world = simulation.world
    for order in orders { world.follow(order, at: time) }
    simulation.world = world
  }
}

// MARK: Power

extension BusBoard {
  /// Switches the power of the whole board now; volatile memory is lost as in real parts.
  func switchPower(isOn: Bool) {
    guard isOn != isPowered else { return }
    isPowered = isOn
    if isOn {
      simulation.restorePower()
      planPowerCut()
      watch?.powerCameOn(at: simulation.clock.now, simulation.bus.allFaults)
    } else if simulation.bus.hasPower {
      simulation.cutPower(at: simulation.clock.now)
    }
    powerSwitched(isOn)
  }

  /// Announces the next power cut to the bus, so that the cut also interrupts a transfer in progress.
  private func planPowerCut() {
    guard isPowered, let cut = switches.first(where: { !$0.isOn }) else { return }
    simulation.cutPower(at: cut.time)
  }
}

// MARK: Expectations

extension BusBoard {
  /// The board time between two looks at the expectations.
  private static let lookInterval = Duration.milliseconds(100)

  /// Watches the board for expectations from now on: at each line said, and ten times a second.
  package func expect(_ expectations: [Expectation]) {
    watch = ExpectationWatch(expectations)
    watch?.plan(simulation.bus.allFaults)
    look()
  }

  /// Returns the outcomes of the expectations given to ``expect(_:)``, with this moment as the end.
  package var outcomes: [ExpectationOutcome] {
    simulation.bus.advanceDevices()
    return watch?.outcomes(BusView(board: self).report, at: simulation.clock.now) ?? []
  }

  /// Lets board time pass, and looks at the power and the expectations on the way.
  func pass(_ time: Duration) {
    let clock = simulation.clock
    let end = clock.now + time
    while let next = nextStop, next <= end {
      clock.advance(to: next)
      followScenario()
      lookIfDue()
    }
    clock.advance(to: end)
  }

  /// Takes a line that the client says.
  func take(_ line: String) {
    told.take(line)
    look()
  }

  /// Looks at the expectations where a transfer has passed the time to.
  func lookIfDue() {
    if let nextLookDue, nextLookDue <= simulation.clock.now { look() }
  }

  private var nextLookDue: Duration? {
    watch.map { min($0.nextStop ?? nextLook, nextLook) }
  }

  private var nextStop: Duration? {
    guard let power = switches.first?.time else { return nextLookDue }
    return min(nextLookDue ?? power, power)
  }

  private func look() {
    guard watch != nil else { return }
    let now = simulation.clock.now
    simulation.bus.advanceDevices()
    watch?.look(BusView(board: self))
    nextLook = now + Self.lookInterval
  }
}

/// The identity of a client as a bus controller.
final class BusController {}
