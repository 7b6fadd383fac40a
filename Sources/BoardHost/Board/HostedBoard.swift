internal import BoardFirmware
internal import BoardSimulation
internal import SensorDrivers

/// A simulated board with its firmware on it, its corrections and its card.
///
/// Not to be shared: one thread runs it.
final class HostedBoard {
  /// The parts and the world, for those who count and compare.
  let simulation: SimulatedBoard
  private let link: BoardLink
  private var firmware: Firmware<SimulatedI2CBus, SimulatedClock, BoardLink, BoardCard>

  /// Assembles a board at the moment its power comes on.
  ///
  /// - Throws: ``CardFolderError`` when the card's folder cannot be made.
  init(_ options: BoardOptions, world: World, link: BoardLink) throws(CardFolderError) {
    self.link = link
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
    return snapshot
  }

  /// Runs the firmware, and returns when it next wants to wake.
  @discardableResult
  func run(until deadline: Duration) -> Duration { firmware.run(until: deadline) }

  /// Runs ahead of real time; what the network brings meanwhile waits.
  func warmUp(until deadline: Duration) {
    link.hold(true)
    run(until: deadline)
    link.hold(false)
  }

  /// Closes what is open to the outside.
  func stop() { link.stop() }
}
