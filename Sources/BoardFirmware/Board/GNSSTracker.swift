import GNSSBasics
import Mathematics
import NtripProtocol
import SensorDrivers

/// A tracker that makes the GNSS status and position reports from the receiver's messages.
struct GNSSTracker: Sendable {
  private(set) var status = GNSSStatus()
  private let bootDate: UnixTime
  /// Whether the reason in the status is the firmware's own, because the receiver has sent none.
  private var isReasonOurs = true
  /// The report of the last epoch; `nil` once it was taken.
  private var report: GGASentence?

  init(bootDate: UnixTime) {
    self.bootDate = bootDate
    status.reason = "the receiver is being set up"
  }

  /// Returns the report of the last epoch with a position, only once.
  mutating func takeReport() -> GGASentence? {
    defer { report = nil }
    return report
  }

  /// Resets the fix of a receiver that does not answer; the last position stays.
  mutating func lose(because reason: String) {
    (status.fix, status.heading) = (.none, nil)
    status.reason = reason
    isReasonOurs = true
  }

  /// Stores the model that the receiver reports.
  mutating func identify(_ version: MonVER) {
    status.model = version["MODEL"] ?? version["MOD"] ?? status.model
  }
}

// MARK: Messages

extension GNSSTracker {
  /// Stores the receiver's text with the reason for the fix.
  mutating func update(with information: UBXInformation) {
    switch information.level {
    case .error, .warning, .notice:
      status.reason = information.text
      isReasonOurs = false
    case .test, .debug: break
    }
  }

  /// Notes that the receiver has used observations of the corrections.
  mutating func recordUse(of message: RxmRTCM, at now: Duration) {
    status.correctionsUsed = now
    status.stationID = message.referenceStationID
  }

  /// Updates the baseline from the vector to the reference station, or the heading from that to a base that moves.
  mutating func update(with message: NavRelPosNED, at arrival: Duration) {
    let isValid = message.flags.contains(.relativePositionValid)
    guard message.flags.contains(.movingBase) else {
      status.heading = nil
      status.baseline = isValid ? message.lengthMetres : nil
      return
    }
    guard isValid, message.flags.contains(.headingValid) else { return status.heading = nil }
    let heading = GNSSStatus.Heading(
      degrees: Double(message.headingE5) / 1e5, accuracy: Double(message.headingAccuracyE5) / 1e5,
      distance: message.lengthMetres)
    status.heading = Timed(
      heading, at: boardTime(ofWeek: message.timeOfWeekMilliseconds, arrival: arrival))
  }

  /// Returns the board time of an epoch's time of the week, as far as the date of the boot is one of GPS time.
  private func boardTime(ofWeek milliseconds: UInt32, arrival: Duration) -> Duration {
    guard let boot = GPSTime(bootDate) else { return arrival }
    let now = boot.advanced(byNanoseconds: arrival.inNanoseconds).millisecondsOfWeek
    let age = (Int64(now) - Int64(milliseconds)).modulo(604_800_000)
    return age < 2_000 ? max(arrival - .milliseconds(age), .zero) : arrival
  }

  /// Updates status and report from the solution of an epoch.
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

  /// Returns the board time of an epoch: by the epoch's date, if known and close to the time of arrival.
  ///
  /// The time between polls is a tenth of a second. At walking pace, such an error in time is worse than
  /// the error of a fixed solution.
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
      // The horizontal dilution is at most that of the position, and only the latter is available.
      horizontalDilution: Double(solution.navPVT.positionDOPE2) / 100,
      geoidSeparation: position.height - (solution.meanSeaLevelHeightMetres ?? position.height),
      correctionAge: usesCorrections ? status.correctionAge(at: arrival)?.inSeconds : nil,
      stationID: usesCorrections ? status.stationID : nil)
  }
}

extension UBloxSolution {
  /// The firmware's reason for a fix for which the receiver has sent none.
  fileprivate var unsaidReason: String {
    guard isFromNMEA else { return "the receiver has not said why yet" }
    guard navPVT.fixType == .twoDimensional else { return "by NMEA, which says no reason" }
    return
      "by NMEA without a height above the ellipsoid, GGA lacks altitude or separation of the geoid"
  }
}
