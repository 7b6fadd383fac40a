import Mathematics
import NtripProtocol
import SensorDrivers

/// Makes a status and position reports out of the messages of a receiver.
struct GNSSTracker: Sendable {
  private(set) var status = GNSSStatus()
  /// When the receiver last reported an epoch.
  private(set) var lastEpoch: Duration?
  private let bootDate: Int64
  /// An epoch without its high-precision position, which may still come.
  private var solution: (message: NavPVT, arrival: Duration)?
  private var highPrecision: NavHPPosLLH?
  /// The report of the last epoch, until it is taken.
  private var report: GGASentence?

  init(bootDate: Int64) {
    self.bootDate = bootDate
  }

  /// The report of an epoch with a position, once.
  mutating func takeReport() -> GGASentence? {
    defer { report = nil }
    return report
  }

  /// Forgets the fix of a receiver that does not answer; the last position stays.
  mutating func lose(because reason: String) {
    (solution, highPrecision) = (nil, nil)
    status.fix = .none
    status.reason = reason
  }

  /// Remembers what the receiver says it is.
  mutating func identify(_ version: MonVER) {
    status.model = version["MODEL"] ?? version["MOD"] ?? status.model
  }
}

// MARK: Messages

extension GNSSTracker {
  /// Takes the text that says why the fix is what it is.
  mutating func take(_ information: UBXInformation) {
    switch information.level {
    case .error, .warning, .notice: status.reason = information.text
    case .test, .debug: break
    }
  }

  /// Takes word of what became of one message of the corrections.
  mutating func take(_ message: RxmRTCM, at now: Duration) {
    guard message.use == .used, !message.isCRCFailed, message.isObservation else { return }
    status.correctionsUsed = now
    status.stationID = message.referenceStationID
  }

  /// Takes the vector from the reference station.
  mutating func take(_ message: NavRelPosNED) {
    let isValid = message.flags.contains(.relativePositionValid)
    status.baseline = isValid ? message.lengthMetres : nil
  }

  /// Takes a position to a tenth of a millimetre, which belongs to the solution of the same epoch.
  mutating func take(_ message: NavHPPosLLH) {
    highPrecision = message
    guard let solution, solution.message.isOfSameEpoch(as: message) else { return }
    finish(solution.message, at: solution.arrival)
  }

  /// Takes the solution of an epoch.
  mutating func take(_ message: NavPVT, at now: Duration) {
    if let solution { finish(solution.message, at: solution.arrival) }
    solution = (message, now)
    if let highPrecision, message.isOfSameEpoch(as: highPrecision) { finish(message, at: now) }
  }

  /// Ends a look at the receiver: an epoch that has waited since an earlier one waits no longer.
  mutating func endPoll(at now: Duration) {
    if let solution, solution.arrival < now { finish(solution.message, at: solution.arrival) }
  }
}

// MARK: Epochs

extension GNSSTracker {
  private mutating func finish(_ message: NavPVT, at arrival: Duration) {
    solution = nil
    lastEpoch = arrival
    status.fix = message.fix
    status.satellites = Int(message.satelliteCount)
    guard status.fix > .none else { return }
    let precise = highPrecision.flatMap { $0.isPosition(of: message) ? $0 : nil }
    status.position = Timed(
      precise?.position ?? message.position, at: boardTime(of: message, arrival: arrival))
    status.meanSeaLevelHeight =
      precise.map { Double($0.meanSeaLevelHeightTenths) / 10_000 }
      ?? Double(message.meanSeaLevelHeightMillimetres) / 1000
    status.horizontalAccuracy =
      precise.map { Double($0.horizontalAccuracyTenths) / 10_000 }
      ?? Double(message.horizontalAccuracyMillimetres) / 1000
    status.verticalAccuracy =
      precise.map { Double($0.verticalAccuracyTenths) / 10_000 }
      ?? Double(message.verticalAccuracyMillimetres) / 1000
    report = position(from: message, at: arrival)
  }

  /// The board time of an epoch: by its date, where that is known and close to when it arrived.
  ///
  /// At walking pace a tenth of a second, from one look at the receiver to the next, is worth more
  /// than a fixed solution's error.
  private func boardTime(of message: NavPVT, arrival: Duration) -> Duration {
    guard let date = message.unixNanoseconds else { return arrival }
    let time = Duration.nanoseconds(date - bootDate)
    return time > arrival - .seconds(2) && time <= arrival + .milliseconds(1) ? time : arrival
  }

  private func position(from message: NavPVT, at now: Duration) -> GGASentence? {
    guard let position = status.position?.value else { return nil }
    let usesCorrections = status.fix > .threeD
    return GGASentence(
      position: position,
      timeOfDay: message.timeOfDay,
      quality: status.fix.ggaQuality,
      satelliteCount: Int(message.satelliteCount),
      // The horizontal dilution is never more than that of the position, which is all there is.
      horizontalDilution: Double(message.positionDOPE2) / 100,
      geoidSeparation: position.height - (status.meanSeaLevelHeight ?? position.height),
      correctionAge: usesCorrections ? status.correctionAge(at: now)?.inSeconds : nil,
      stationID: usesCorrections ? status.stationID : nil)
  }
}
