internal import BoardFirmware
internal import BoardSimulation
internal import NtripProtocol
internal import SensorDrivers

/// A simulated board with its firmware on it, its corrections and its card.
///
/// Not to be shared: one thread runs it.
final class HostedBoard {
  /// The parts and the world, for those who count and compare.
  let simulation: SimulatedBoard
  /// What the world has been like, for those on other threads.
  let history: WorldHistory
  private let options: BoardOptions
  private let link: BoardLink
  private var firmware: Firmware<SimulatedI2CBus, SimulatedClock, BoardLink, BoardCard>

  /// Assembles a board at the moment its power comes on.
  ///
  /// - Throws: ``CardFolderError`` when the card's folder cannot be made.
  init(_ options: BoardOptions, world: World, link: BoardLink) throws(CardFolderError) {
    self.options = options
    self.link = link
    history = WorldHistory(world)
    simulation = SimulatedBoard(world: world, seed: options.seed, bootDate: options.bootDate)
    firmware = Firmware(
      bus: simulation.bus, clock: simulation.clock, link: link,
      card: try BoardCard(path: options.cardFolder),
      configuration: FirmwareConfiguration(
        bootDate: options.bootDate, sampleInterval: options.sampleInterval))
  }

  /// Board time.
  var now: Duration { simulation.clock.now }

  /// Bytes of corrections that a caster in the same memory has sent; 0 where there is none.
  var casterBytes: Int { link.casterBytes }

  /// What the firmware shows, with the time that it is now: the firmware notes that of its last deed.
  var snapshot: BoardSnapshot {
    var snapshot = firmware.snapshot
    snapshot.boardTime = now
    if let wait { snapshot.gnss.reason = wait }
    return snapshot
  }

  /// Runs the firmware, and returns when it next wants to wake.
  @discardableResult
  func run(until deadline: Duration) -> Duration {
    defer { settle() }
    return firmware.run(until: deadline)
  }

  /// Runs ahead of real time; what the network brings meanwhile waits.
  func warmUp(until deadline: Duration) {
    link.hold(true)
    run(until: deadline)
    link.hold(false)
  }

  /// Closes what is open to the outside.
  func stop() { link.stop() }
}

// MARK: A base that is not known yet

extension HostedBoard {
  /// Whether the track cannot begin before the caster tells where its base is.
  ///
  /// The board then stands where the scenario begins and sees no sky, so that it has no position.
  private var isWaitingForStation: Bool { !simulation.world.hasSkyView }

  /// Begins the track beside the base, once that is known.
  private func settle() {
    guard isWaitingForStation, let station = link.station else { return }
    let world = World(options, station: station)
    simulation.world = world
    history.change(to: world, at: now)
  }

  /// Why there is no position yet; `nil` when that is not for want of a base.
  private var wait: String? {
    guard isWaitingForStation, case .network(let link) = link else { return nil }
    let reason = link.status(at: now).error.map { " (\($0))" } ?? ""
    return "none: waiting for message 1005 or 1006 of \(link.url), which tells where the board is"
      + "\(reason); --origin LAT,LON does not wait"
  }
}
