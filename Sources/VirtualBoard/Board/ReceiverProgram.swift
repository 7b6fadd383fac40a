import BoardFirmware
import BoardSimulation
import GNSSBasics

/// The program of a board whose receiver is alone: no firmware reads any part, and the snapshot has the receiver's own
/// state.
final class ReceiverProgram: BoardProgram {
  private let simulation: SimulatedBoard
  private let bootDate: UnixTime
  private let start: Duration

  init(on simulation: SimulatedBoard, _ options: BoardOptions) {
    (self.simulation, bootDate) = (simulation, options.bootDate)
    start = simulation.clock.now
  }

  let sensorsAtBoot = SensorStatuses()

  var snapshot: BoardSnapshot {
    var snapshot = BoardSnapshot(bootDate: bootDate)
    snapshot.startTime = start
    snapshot.boardTime = simulation.clock.now
    snapshot.gnss = gnss
    return snapshot
  }

  var gnss: GNSSStatus { simulation.receiverStatus }

  func setSampleInterval(_ interval: Duration) {}

  func run(until deadline: Duration) -> Duration {
    simulation.clock.advance(to: deadline)
    simulation.bus.advanceDevices()
    return simulation.receiver.nextEpoch
  }
}

extension SimulatedBoard {
  /// The state of the receiver itself, which no message has to tell.
  var receiverStatus: GNSSStatus {
    let now = clock.now
    var status = GNSSStatus()
    (status.fix, status.reason) = (receiver.fixState, receiver.fixReason.sentence)
    status.position = receiver.measuredPosition.map { Timed($0, at: now) }
    status.meanSeaLevelHeight = receiver.meanSeaLevelHeight
    status.horizontalAccuracy = receiver.accuracy?.horizontal
    status.verticalAccuracy = receiver.accuracy?.vertical
    status.satellites = receiver.satellitesUsed
    status.correctionsUsed = receiver.correctionAge.map { max(now - $0, .zero) }
    (status.stationID, status.baseline) = (
      receiver.reference?.stationID, receiver.reference?.distance
    )
    status.heading = receiver.heading.map { heading in
      Timed(
        GNSSStatus.Heading(
          degrees: heading.degrees, accuracy: heading.deviation, distance: heading.length),
        at: heading.epoch)
    }
    status.model = receiver.modelName
    return status
  }
}
