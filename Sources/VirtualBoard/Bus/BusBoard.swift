package import BoardFirmware
public import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import SensorDrivers
internal import TextOutput

/// Parts on a bus without a firmware, for drivers from outside: time passes when they say so.
///
/// Not to be shared by threads.
public final class BusBoard {
  /// The parts and the world.
  public let simulation: SimulatedBoard
  private let strictness: Strictness?
  /// The events that the scenario still has to give.
  private var feed: ScenarioFeed

  /// Assembles a board at the moment its power comes on.
  ///
  /// - Parameters:
  ///   - options: What it is made from; its events are of the world and faults.
  ///   - parts: Which parts it has; all when empty.
  init(_ options: BoardOptions, parts: Set<String> = []) {
    feed = ScenarioFeed(of: options)
    simulation = SimulatedBoard(
      world: World(options, station: nil), seed: options.boardSeed, bootDate: options.bootDate,
      light: options.light, realism: options.realism, sky: options.sky,
      receiverLog: options.receiverLog)
    let bus = simulation.bus
    bus.rate = options.busClock
    strictness = options.isStrict ? Strictness(watching: bus) : nil
    for part in bus.inspect() where !parts.isEmpty && !parts.contains(part.name) {
      bus.detach(at: part.address)
    }
    take(feed.firstEvents() + options.events)
  }

  private func take(_ events: [BoardEvent]) {
    for event in events {
      switch event.deed {
      case .world(let orders): hold(orders, from: event.time ?? .zero)
      case .fault(let fault): simulation.bus.add(fault, notBefore: event.time ?? .zero)
      // A board without firmware is switched part by part, and has no network.
      case .power, .wifi, .settings, .endFault: break
      }
    }
  }

  /// Lets its scenario go on, which gives what it does an hour ahead; to be called as often at least.
  func followScenario() {
    while let refill = feed.refill, refill <= simulation.clock.now { take(feed.moreEvents()) }
  }

  /// Tells of each misuse that is new, where the board is in strict mode.
  package func onFinding(_ handler: @escaping (DriverFinding) -> Void) {
    strictness?.whenFound = handler
  }

  /// The drivers' faults that silicon punishes.
  package var findings: [DriverFinding] { strictness?.findings ?? [] }

  /// The latest fault of a driver.
  var latestFinding: DriverFinding? { strictness?.latest }

  /// The number of the drivers' faults, repeated ones included.
  var misuseCount: Int { strictness?.count ?? 0 }

  /// Its time, bus, findings and parts, as JSON in one line.
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

  /// Holds quantities of the world from a board time on.
  func hold(_ orders: [WorldOrder], from time: Duration) {
    var world = simulation.world
    for order in orders { world.follow(order, at: time) }
    simulation.world = world
  }
}
