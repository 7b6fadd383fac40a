internal import Mathematics

extension RTCMMessage {
  /// The form in which a message describes a satellite's path over the ground.
  enum Path: Hashable, Sendable {
    /// Kepler's elements, which can be restated for another time.
    case elements(satelliteID: UInt8, OrbitModel)
    /// Coordinates in the Earth's frame, or elements in a frame of their own.
    case other
  }

  /// The form of the message's orbit; `nil` for a message without an orbit.
  var path: Path? {
    switch self {
    // Message 1019 carries SBAS satellites too, numbered from 40 on.
    case .gpsEphemeris(let orbit): orbit.satelliteID < 40 ? orbit.path : .other
    case .qzssEphemeris(let orbit): orbit.path
    case .navicEphemeris(let orbit): orbit.path
    case .galileoEphemeris(let orbit): orbit.path
    // BeiDou orbits outside 6–58 are geostationary: their frame turns with the Earth from toe on.
    case .beidouEphemeris(let orbit): (6...58).contains(orbit.satelliteID) ? orbit.path : .other
    case .glonassEphemeris, .sbasEphemeris: .other
    default: nil
    }
  }

  /// Returns toe of an orbit in elements; `nil` for any other message.
  func referenceTime(near reference: GPSTime) -> GPSTime? {
    switch self {
    case .gpsEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .qzssEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .navicEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .galileoEphemeris(let orbit): orbit.referenceTime(near: reference)
    case .beidouEphemeris(let orbit): orbit.referenceTime(near: reference)
    default: nil
    }
  }

  /// The week, seconds and week numbering of toe for an orbit in elements; `nil` for any other message.
  var weekAndSeconds: (week: Int, seconds: Double, numbering: WeekNumbering)? {
    switch self {
    case .gpsEphemeris(let orbit): orbit.weekAndSeconds
    case .qzssEphemeris(let orbit): orbit.weekAndSeconds
    case .navicEphemeris(let orbit): orbit.weekAndSeconds
    case .galileoEphemeris(let orbit): orbit.weekAndSeconds
    case .beidouEphemeris(let orbit): orbit.weekAndSeconds
    default: nil
    }
  }

  /// Returns the message moved to a later time.
  ///
  /// - Parameters:
  ///   - move: The shift; for GLONASS, multiples of 15 min only. The restatement applies only to orbits in
  ///     elements.
  ///   - reference: The approximate time at which the message was sent.
  ///   - leapSeconds: The number of leap seconds added between the message's time and the later time.
  /// - Returns: The moved message; `nil` for a type whose time fields are unknown here.
  func moved(_ move: OrbitMove, sent reference: GPSTime, leapSeconds: Int = 0) -> RTCMMessage? {
    switch self {
    case .gpsEphemeris(let orbit):
      orbit.moved(move, sent: reference).map { .gpsEphemeris($0) }
    case .qzssEphemeris(let orbit):
      orbit.moved(move, sent: reference).map { .qzssEphemeris($0) }
    case .navicEphemeris(let orbit):
      orbit.moved(move, sent: reference).map { .navicEphemeris($0) }
    case .galileoEphemeris(let orbit):
      orbit.moved(move, sent: reference).map { .galileoEphemeris($0) }
    case .beidouEphemeris(let orbit):
      orbit.moved(move, sent: reference).map { .beidouEphemeris($0) }
    case .glonassEphemeris(let orbit): .glonassEphemeris(orbit.moved(bySeconds: move.seconds))
    case .sbasEphemeris(var orbit):
      .sbasEphemeris(orbit.move(bySeconds: move.seconds))
    case .systemParameters(var message):
      .systemParameters(message.move(bySeconds: move.seconds, leapSeconds: leapSeconds))
    case .unicodeText(var message):
      .unicodeText(message.move(bySeconds: move.seconds - leapSeconds))
    default: nil
    }
  }
}

extension KeplerianOrbit {
  fileprivate var path: RTCMMessage.Path { .elements(satelliteID: satelliteID, Self.model) }

  fileprivate var weekAndSeconds: (week: Int, seconds: Double, numbering: WeekNumbering) {
    (Int(week), referenceTime, Self.weekNumbering)
  }
}

extension GLONASSEphemeris {
  /// Returns the ephemeris moved by a multiple of a quarter of an hour.
  ///
  /// Position, velocity and acceleration are in the Earth's frame, so they stay unchanged.
  fileprivate func moved(bySeconds seconds: Int) -> GLONASSEphemeris {
    var moved = self
    let (days, time) = (Int(referenceTime) + seconds).dividedRoundingDown(by: 86_400)
    moved.referenceTime = Double(time)
    let halfMinutes = (frameTime + seconds).modulo(86_400) / 30
    let (hours, rest) = (halfMinutes / 120, halfMinutes % 120)
    moved.frameTimeField = UInt16((hours << 7) | rest)
    guard day > 0 else { return moved }
    let (intervals, number) = (Int(day) - 1 + days).dividedRoundingDown(by: Self.daysOfInterval)
    moved.day = UInt16(number + 1)
    guard hasAdditionalData, almanacDay > 0, fourYearInterval > 0 else { return moved }
    moved.almanacDay = UInt16((Int(almanacDay) - 1 + days).modulo(Self.daysOfInterval) + 1)
    moved.fourYearInterval = UInt8((Int(fourYearInterval) - 1 + intervals).modulo(31) + 1)
    return moved
  }

  private static var daysOfInterval: Int { 4 * 365 + 1 }
}

extension SBASEphemeris {
  fileprivate mutating func move(bySeconds seconds: Int) -> SBASEphemeris {
    referenceTime = Double((Int(referenceTime) + seconds).modulo(86_400))
    return self
  }
}

extension SystemParameters {
  fileprivate mutating func move(bySeconds seconds: Int, leapSeconds more: Int) -> SystemParameters
  {
    time.move(bySeconds: seconds - more)
    leapSeconds = UInt8(clamping: Int(leapSeconds) + more)
    return self
  }
}

extension UnicodeText {
  fileprivate mutating func move(bySeconds seconds: Int) -> UnicodeText {
    time.move(bySeconds: seconds)
    return self
  }
}

extension TransmissionTime {
  /// Moves the time by `seconds`; a date of 0, which means no date, stays 0.
  fileprivate mutating func move(bySeconds seconds: Int) {
    let (days, second) = (Int(secondOfDay) + seconds).dividedRoundingDown(by: 86_400)
    secondOfDay = UInt32(second)
    if modifiedJulianDay > 0 { modifiedJulianDay = UInt16(clamping: Int(modifiedJulianDay) + days) }
  }
}

// MARK: Lock times

extension RTCMMessage {
  /// Returns the observations with no lock time longer than `time`, milliseconds.
  ///
  /// - Returns: The changed message; `nil` when all lock times are within the limit, or the message has
  ///   none.
  func locked(atMost time: Int) -> RTCMMessage? {
    switch self {
    case .msm(var message): message.limitLockTimes(to: time) ? .msm(message) : nil
    case .legacyObservations(var message):
      message.limitLockTimes(to: time) ? .legacyObservations(message) : nil
    default: nil
    }
  }
}

extension MSMMessage {
  fileprivate mutating func limitLockTimes(to time: Int) -> Bool {
    let isFine = header.type.hasHighResolution
    let limit = isFine ? LockTime.df407(ofMilliseconds: time) : LockTime.df402(ofMilliseconds: time)
    var isChanged = false
    for index in signals.indices where signals[index].lockTimeIndicator > limit {
      signals[index].lockTimeIndicator = limit
      isChanged = true
    }
    return isChanged
  }
}

extension LegacyObservations {
  fileprivate mutating func limitLockTimes(to time: Int) -> Bool {
    let limit = LockTime.df013(ofSeconds: time / 1000)
    var isChanged = false
    for index in satellites.indices {
      let (l1, l2) = (
        satellites[index].l1.lockTimeIndicator, satellites[index].l2.lockTimeIndicator
      )
      guard max(l1, l2) > limit else { continue }
      satellites[index].l1.lockTimeIndicator = min(l1, limit)
      satellites[index].l2.lockTimeIndicator = min(l2, limit)
      isChanged = true
    }
    return isChanged
  }
}
