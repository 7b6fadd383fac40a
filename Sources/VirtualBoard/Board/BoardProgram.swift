import BoardFirmware
import BoardSimulation

/// A firmware with whichever parts a board has.
protocol BoardProgram: AnyObject {
  /// Everything the board's answers are made from.
  var snapshot: BoardSnapshot { get }
  /// The receiver's part of the snapshot.
  var gnss: GNSSStatus { get }
  /// The status of the parts in the first moment.
  var sensorsAtBoot: SensorStatuses { get }
  /// Samples so often from now on.
  func setSampleInterval(_ interval: Duration)
  /// Does what falls due up to a board time, and returns when there is something to do next.
  func run(until deadline: Duration) -> Duration
}

/// The firmware with a list of parts: each list has code of its own, as on a microcontroller.
final class PartsProgram<Parts: PartList & ~Copyable>: BoardProgram
where Parts.Bus == SimulatedI2CBus {
  private var firmware: Firmware<Parts, SimulatedClock, RadioLink, BoardCard>

  init(
    on simulation: SimulatedBoard, _ options: BoardOptions, link: RadioLink, card: BoardCard
  ) {
    firmware = Firmware(
      Parts.self, bus: simulation.bus, clock: simulation.clock, link: link, card: card,
      configuration: FirmwareConfiguration(
        bootDate: options.bootDate, sampleInterval: options.sampleInterval ?? .seconds(2),
        epochInterval: .milliseconds(1000 / max(options.gnssRate, 1))))
  }

  var snapshot: BoardSnapshot { firmware.snapshot }
  var gnss: GNSSStatus { firmware.snapshot.gnss }
  var sensorsAtBoot: SensorStatuses { SensorStatuses(of: Parts.self) }
  func setSampleInterval(_ interval: Duration) { firmware.setSampleInterval(interval) }
  func run(until deadline: Duration) -> Duration { firmware.run(until: deadline) }
}
