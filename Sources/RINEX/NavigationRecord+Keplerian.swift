import RTCMParser

extension NavigationRecord {
  init(gps ephemeris: GPSEphemeris, near now: GPSTime) {
    let times = ReferenceTimes(of: ephemeris, near: now)
    self.init(
      identity: Identity(
        messageType: 1019, satellite: Int(ephemeris.satelliteID), times: times,
        issue: Int(ephemeris.iodc) << 8 | Int(ephemeris.iode), health: Int(ephemeris.health)),
      constellation: .gps,
      time: CivilTime(times.clock),
      values: ephemeris.rinexValues(issue: ephemeris.iode) + [
        Double(ephemeris.codeOnL2), Double(times.ephemeris.week),
        ephemeris.isL2PWithoutData ? 1 : 0,
        Self.accuracy(ofIndex: ephemeris.accuracyIndex), Double(ephemeris.health),
        ephemeris.groupDelay, Double(ephemeris.iodc),
        Self.unknownTransmissionTime, ephemeris.fitIntervalHours,
      ])
  }

  init(qzss ephemeris: QZSSEphemeris, near now: GPSTime) {
    let times = ReferenceTimes(of: ephemeris, near: now)
    self.init(
      identity: Identity(
        messageType: 1044, satellite: Int(ephemeris.satelliteID), times: times,
        issue: Int(ephemeris.iodc) << 8 | Int(ephemeris.iode), health: Int(ephemeris.health)),
      constellation: .qzss,
      time: CivilTime(times.clock),
      values: ephemeris.rinexValues(issue: ephemeris.iode) + [
        Double(ephemeris.codesOnL2), Double(times.ephemeris.week), 1,  // QZSS has no P code on L2
        Self.accuracy(ofIndex: ephemeris.accuracyIndex), Double(ephemeris.health),
        ephemeris.groupDelay, Double(ephemeris.iodc),
        Self.unknownTransmissionTime, ephemeris.hasLongFitInterval ? 1 : 0,
      ])
  }

  init(galileo ephemeris: GalileoEphemeris, near now: GPSTime) {
    let times = ReferenceTimes(of: ephemeris, near: now)
    let content = GalileoContent(ephemeris.navigationMessage)
    self.init(
      identity: Identity(
        messageType: ephemeris.messageType, satellite: Int(ephemeris.satelliteID), times: times,
        issue: Int(ephemeris.iodNav), health: content.health),
      constellation: .galileo,
      time: CivilTime(times.clock),
      values: ephemeris.rinexValues(issue: ephemeris.iodNav) + [
        Double(content.sources), Double(times.ephemeris.week), 0,
        Self.signalInSpaceAccuracy(ofIndex: ephemeris.sisaIndex), Double(content.health),
        ephemeris.groupDelayE5a, content.groupDelayE5b,
        Self.unknownTransmissionTime,
      ])
  }

  init(beidou ephemeris: BeiDouEphemeris, near now: GPSTime) {
    let times = ReferenceTimes(of: ephemeris, near: now)
    self.init(
      identity: Identity(
        messageType: 1042, satellite: Int(ephemeris.satelliteID), times: times,
        issue: Int(ephemeris.aodc) << 5 | Int(ephemeris.aode),
        health: ephemeris.isUnhealthy ? 1 : 0),
      constellation: .beidou,
      time: CivilTime(times.clock, in: .beidou),
      values: ephemeris.rinexValues(issue: ephemeris.aode) + [
        0, Double(times.ephemeris.beidouWeek), 0,
        Self.accuracy(ofIndex: ephemeris.accuracyIndex), ephemeris.isUnhealthy ? 1 : 0,
        ephemeris.groupDelay1, ephemeris.groupDelay2,
        Self.unknownTransmissionTime, Double(ephemeris.aodc),
      ])
  }

  init(navic ephemeris: NavICEphemeris, near now: GPSTime) {
    let times = ReferenceTimes(of: ephemeris, near: now)
    let health = (ephemeris.isL5Unhealthy ? 2 : 0) | (ephemeris.isSUnhealthy ? 1 : 0)
    self.init(
      identity: Identity(
        messageType: 1041, satellite: Int(ephemeris.satelliteID), times: times,
        issue: Int(ephemeris.iodec), health: health),
      constellation: .navic,
      time: CivilTime(times.clock),
      values: ephemeris.rinexValues(issue: ephemeris.iodec) + [
        0, Double(times.ephemeris.week), 0,
        Self.accuracy(ofIndex: ephemeris.accuracyIndex), Double(health),
        ephemeris.groupDelay, 0,
        Self.unknownTransmissionTime,
      ])
  }
}

/// The values of a record in which F/NAV and I/NAV of Galileo differ.
private struct GalileoContent {
  let sources: Int
  let health: Int
  let groupDelayE5b: Double

  init(_ message: GalileoEphemeris.NavigationMessage) {
    switch message {
    case .fnav(let e5a):
      sources = 1 << 1 | 1 << 8  // F/NAV of E5a
      (health, groupDelayE5b) = (e5a.rinexBits << 3, 0)
    case .inav(let delay, let e5b, let e1b):
      sources = 1 << 0 | 1 << 2 | 1 << 9  // I/NAV of E1-B and E5b, clock for E1 and E5b
      (health, groupDelayE5b) = (e1b.rinexBits | e5b.rinexBits << 6, delay)
    }
  }
}

extension GalileoEphemeris.SignalHealth {
  /// The signal's three bits of a record's health: the validity of the data in bit 0, the status above it.
  fileprivate var rinexBits: Int { Int(status) << 1 | (isDataInvalid ? 1 : 0) }
}

/// The reference times of an ephemeris, toe and toc.
private struct ReferenceTimes {
  let ephemeris: GPSTime
  let clock: GPSTime

  init(of orbit: some WeeklyEphemeris, near now: GPSTime) {
    // Only ephemerides with valid times become records.
    ephemeris = orbit.referenceTime(near: now) ?? now
    clock = orbit.clockReferenceTime(near: now) ?? now
  }
}

extension NavigationRecord.Identity {
  fileprivate init(
    messageType: UInt16, satellite: Int, times: ReferenceTimes, issue: Int, health: Int
  ) {
    self.init(
      messageType: messageType, satellite: satellite, referenceTime: times.ephemeris,
      clockReferenceTime: times.clock, issue: issue, health: health)
  }
}

extension NavigationRecord {
  /// Returns the nominal accuracy of a user range accuracy index, metres; index 15 promises no accuracy.
  ///
  /// Source: IS-GPS-200, §20.3.3.3.1.3. The other systems use the same table.
  static func accuracy(ofIndex index: UInt8) -> Double {
    switch index {
    case 1: 2.8
    case 3: 5.7
    case 5: 11.3
    case ...6: Double(1 << (1 + index / 2))
    default: Double(1 << (index - 2))
    }
  }

  /// Returns the signal-in-space accuracy of Galileo's index, metres; -1 is "no accuracy prediction".
  ///
  /// Source: Galileo OS SIS ICD 2.1, table 89.
  static func signalInSpaceAccuracy(ofIndex index: UInt8) -> Double {
    let index = Double(index)
    return switch index {
    case ...49: index / 100
    case ...74: 0.5 + (index - 50) / 50
    case ...99: 1 + (index - 75) / 25
    case ...125: 2 + (index - 100) * 0.16
    default: -1
    }
  }
}

extension GPSTime {
  /// The week number in BeiDou time, counted from 2006.
  fileprivate var beidouWeek: Int {
    let numbering = WeekNumbering.beidou
    let shift = Int64(numbering.timeScale.secondsBehindGPSTime(leapSeconds: leapSeconds))
    return advanced(byNanoseconds: -shift * 1_000_000_000).week - numbering.firstWeek
  }
}

extension GPSEphemeris {
  /// The span of the curve fit, hours.
  ///
  /// Source: IS-GPS-200, §20.3.4.4, tables 20-XI and 20-XII.
  fileprivate var fitIntervalHours: Double {
    guard hasLongFitInterval else { return 4 }
    return switch iodc {
    case 240...247: 8
    case 248...255, 496: 14
    case 497...503, 1021...1023: 26
    default: 6
    }
  }
}
