internal import RINEX
internal import RTCMParser
internal import RTCMStreams

/// The counts of an observation file's epochs, satellites and signals.
struct ObservationSummary {
  /// The satellites and signals of a system.
  struct System {
    /// The numbers of the system's satellites.
    var satellites: Set<Int> = []
    /// The number of observations of each signal.
    var signals: [RINEXSignalCode: Int] = [:]
  }

  private(set) var steps = EpochSteps()
  /// The number of epochs that lack some of their satellites.
  private(set) var incompleteEpochs = 0
  private(set) var observations = 0
  /// The number of phases whose arc begins: the first ones, and those after slips.
  private(set) var arcs = 0
  private(set) var systems: [Constellation: System] = [:]
  /// The number of events of each kind.
  private(set) var events: [RINEXEvent: Int] = [:]

  /// Counts a part of the file.
  mutating func add(_ event: RINEXObservationReader.Event) {
    switch event {
    case .header: break
    case .change(let event, _, _): events[event, default: 0] += 1
    case .epoch(let epoch, _): add(epoch)
    }
  }

  private mutating func add(_ epoch: ObservationEpoch) {
    steps.add(epoch.time)
    observations += epoch.observations.count
    if !epoch.isComplete { incompleteEpochs += 1 }
    for observation in epoch.observations {
      guard let code = observation.code else { continue }
      systems[observation.constellation, default: System()]
        .add(observation.satelliteNumber, code)
      if observation.minimumLockTimeMilliseconds == 0 { arcs += 1 }
    }
  }
}

extension ObservationSummary.System {
  fileprivate mutating func add(_ satellite: Int, _ code: RINEXSignalCode) {
    satellites.insert(satellite)
    signals[code, default: 0] += 1
  }
}

/// The errors of a file, for its report.
struct ErrorSummary {
  let count: Int
  /// The first errors, ten at most.
  let first: [RINEXReadingError]

  init(of reader: RINEXObservationReader) {
    (count, first) = (reader.errorCount, Array(reader.firstErrors.prefix(Self.most)))
  }

  init(of file: RINEXNavigation) {
    (count, first) = (file.skipped.count, Array(file.skipped.prefix(Self.most)))
  }

  private static var most: Int { 10 }
}
