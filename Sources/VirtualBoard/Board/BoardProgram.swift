import BoardFirmware
import BoardSimulation

/// A firmware, whatever the list of parts of its board.
protocol BoardProgram: AnyObject {
  /// The snapshot from which the board answers every request.
  var snapshot: BoardSnapshot { get }
  /// The receiver's part of the snapshot.
  var gnss: GNSSStatus { get }
  /// The status of the sensors at power-on.
  var sensorsAtBoot: SensorStatuses { get }
  /// Changes the interval between samples from now on.
  func setSampleInterval(_ interval: Duration)
  /// Does all actions due up to a board time, and returns the board time of the next action.
  func run(until deadline: Duration) -> Duration
}

/// The firmware for a list of parts: each list has specialised code, as on a microcontroller.
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
