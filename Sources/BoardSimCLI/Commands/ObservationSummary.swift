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

  /// A hole between two epochs.
  struct Gap {
    /// The last epoch before the hole.
    let start: GPSTime
    /// The length of the hole from epoch to epoch, nanoseconds.
    let length: Int64
  }

  private(set) var epochs = 0
  /// The number of epochs that lack some of their satellites.
  private(set) var incompleteEpochs = 0
  private(set) var observations = 0
  /// The number of phases whose arc begins: the first ones, and those after slips.
  private(set) var arcs = 0
  private(set) var systems: [Constellation: System] = [:]
  private(set) var first: GPSTime?
  private(set) var last: GPSTime?
  /// The number of events of each kind.
  private(set) var events: [RINEXEvent: Int] = [:]
  /// The number of epochs that are not later than the epoch before.
  private(set) var disorders = 0
  private var intervals = IntervalHistogram()
  /// The longest steps so far; there can be no more long gaps than these.
  private var steps: [Gap] = []

  /// The most gaps that are kept.
  private static let mostGaps = 10

  /// Counts a part of the file.
  mutating func add(_ event: RINEXObservationReader.Event) {
    switch event {
    case .header: break
    case .change(let event, _, _): events[event, default: 0] += 1
    case .epoch(let epoch, _): add(epoch)
    }
  }

  private mutating func add(_ epoch: ObservationEpoch) {
    epochs += 1
    observations += epoch.observations.count
    if !epoch.isComplete { incompleteEpochs += 1 }
    if let last { add(stepFrom: last, to: epoch.time) }
    first = first ?? epoch.time
    last = epoch.time
    for observation in epoch.observations {
      guard let code = observation.code else { continue }
      systems[observation.constellation, default: System()]
        .add(observation.satelliteNumber, code)
      if observation.minimumLockTimeMilliseconds == 0 { arcs += 1 }
    }
  }

  private mutating func add(stepFrom last: GPSTime, to time: GPSTime) {
    let length = time.nanoseconds - last.nanoseconds
    guard length > 0 else { return disorders += 1 }
    intervals.count(Int(length / 1_000_000))
    guard steps.count < Self.mostGaps || length > (steps.map(\.length).min() ?? 0) else { return }
    steps.append(Gap(start: last, length: length))
    guard steps.count > Self.mostGaps else { return }
    if let shortest = steps.indices.min(by: { steps[$0].length < steps[$1].length }) {
      steps.remove(at: shortest)
    }
  }
}

extension ObservationSummary.System {
  fileprivate mutating func add(_ satellite: Int, _ code: RINEXSignalCode) {
    satellites.insert(satellite)
    signals[code, default: 0] += 1
  }
}

extension ObservationSummary {
  /// The most common interval between epochs, seconds; `nil` with less than two epochs.
  var interval: Double? { intervals.mostCommon.map { Double($0) / 1000 } }

  /// The number of epochs that are missing at that interval.
  var missingEpochs: Int { intervals.missing }

  /// The longest gaps, in the order of their times: more than one and a half intervals each, and ten at most.
  var gaps: [Gap] {
    guard let common = intervals.mostCommon else { return [] }
    let longest = Int64(common) * 1_500_000
    return steps.filter { $0.length > longest }.sorted { $0.start < $1.start }
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
