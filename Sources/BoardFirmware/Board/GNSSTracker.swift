import GNSSBasics
import Mathematics
import NtripProtocol
import SensorDrivers

/// Makes a status and position reports out of the messages of a receiver.
struct GNSSTracker: Sendable {
  private(set) var status = GNSSStatus()
  private let bootDate: UnixTime
  /// Whether the reason is the firmware's own, for want of one from the receiver.
  private var isReasonOurs = true
  /// The report of the last epoch, until it is taken.
  private var report: GGASentence?

  init(bootDate: UnixTime) {
    self.bootDate = bootDate
    status.reason = "the receiver is being set up"
  }

  /// The report of an epoch with a position, once.
  mutating func takeReport() -> GGASentence? {
    defer { report = nil }
    return report
  }

  /// Forgets the fix of a receiver that does not answer; the last position stays.
  mutating func lose(because reason: String) {
    status.fix = .none
    status.reason = reason
    isReasonOurs = true
  }

  /// Remembers what the receiver says it is.
  mutating func identify(_ version: MonVER) {
    status.model = version["MODEL"] ?? version["MOD"] ?? status.model
  }
}

// MARK: Messages

extension GNSSTracker {
  /// Takes the text that says why the fix is what it is.
  mutating func update(with information: UBXInformation) {
    switch information.level {
    case .error, .warning, .notice:
      status.reason = information.text
      isReasonOurs = false
    case .test, .debug: break
    }
  }

  /// Takes word that observations among the corrections were used.
  mutating func recordUse(of message: RxmRTCM, at now: Duration) {
    status.correctionsUsed = now
    status.stationID = message.referenceStationID
  }

  /// Takes the vector from the reference station.
  mutating func update(with message: NavRelPosNED) {
    let isValid = message.flags.contains(.relativePositionValid)
    status.baseline = isValid ? message.lengthMetres : nil
  }

  /// Takes the solution of an epoch.
  mutating func update(with solution: UBloxSolution, at arrival: Duration) {
    let message = solution.navPVT
    status.fix = message.fix
    if isReasonOurs { status.reason = "\(status.fix.name): \(solution.unsaidReason)" }
    if let age = solution.correctionAge, let station = solution.stationID {
      (status.correctionsUsed, status.stationID) = (max(arrival - age, .zero), station)
    }
    status.satellites = solution.satelliteCount
    guard status.fix > .none, let position = solution.position else { return }
    status.position = Timed(position, at: boardTime(of: message, arrival: arrival))
    status.meanSeaLevelHeight = solution.meanSeaLevelHeightMetres
    status.horizontalAccuracy = solution.horizontalAccuracyMetres
    status.verticalAccuracy = solution.verticalAccuracyMetres
    report = sentence(from: solution, at: position, arrival: arrival)
  }

  /// The board time of an epoch: by its date, where that is known and close to when it arrived.
  ///
  /// At walking pace a tenth of a second, from one look at the receiver to the next, is worth more
  /// than a fixed solution's error.
  private func boardTime(of message: NavPVT, arrival: Duration) -> Duration {
    guard let date = message.epochTime else { return arrival }
    let time = date.duration(since: bootDate)
    return time > arrival - .seconds(2) && time <= arrival + .milliseconds(1) ? time : arrival
  }

  private func sentence(
    from solution: UBloxSolution, at position: GeodeticPosition, arrival: Duration
  ) -> GGASentence {
    let usesCorrections = status.fix > .threeD
    return GGASentence(
      position: position,
      timeOfDay: solution.navPVT.timeOfDay,
      quality: GGASentence.Quality(status.fix),
      satelliteCount: solution.satelliteCount,
      // The horizontal dilution is never more than that of the position, which is all there is.
      horizontalDilution: Double(solution.navPVT.positionDOPE2) / 100,
      geoidSeparation: position.height - (solution.meanSeaLevelHeightMetres ?? position.height),
      correctionAge: usesCorrections ? status.correctionAge(at: arrival)?.inSeconds : nil,
      stationID: usesCorrections ? status.stationID : nil)
  }
}

extension UBloxSolution {
  /// The reason of a fix for which the receiver has told none.
  fileprivate var unsaidReason: String {
    guard isFromNMEA else { return "the receiver has not said why yet" }
    guard navPVT.fixType == .twoDimensional else { return "by NMEA, which says no reason" }
    return
      "by NMEA without a height above the ellipsoid, GGA lacks altitude or separation of the geoid"
  }
}
