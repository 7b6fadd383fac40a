extension RTCMMessage {
  /// The time that the message alone tells, accurate to some hours; `nil` for most messages.
  ///
  /// A stream with such a message needs no other time reference. The time is the transmission time of 1013
  /// and 1029, or toe of ephemerides with a long week number (Galileo's lasts until 2078, BeiDou's until
  /// 2163). GPS week numbers wrap after 20 years. The four-year interval of GLONASS is wrong in some real
  /// streams.
  public var statedTime: GPSTime? {
    switch self {
    case .systemParameters(let message): message.time.gpsTime
    case .unicodeText(let message): message.time.gpsTime
    case .galileoEphemeris(let ephemeris): ephemeris.statedTime
    case .beidouEphemeris(let ephemeris): ephemeris.statedTime
    default: nil
    }
  }

  /// Returns the time that the message tells, given a reference within ten years.
  ///
  /// The time is ``statedTime``, or toe of GPS, QZSS and NavIC, whose week numbers wrap after 20 years.
  ///
  /// - Parameter reference: A time within ten years of the message.
  /// - Returns: The time in GPS time; `nil` for most messages.
  public func statedTime(near reference: GPSTime) -> GPSTime? {
    switch self {
    case .gpsEphemeris(let ephemeris): ephemeris.referenceTime(near: reference)
    case .qzssEphemeris(let ephemeris): ephemeris.referenceTime(near: reference)
    case .navicEphemeris(let ephemeris): ephemeris.referenceTime(near: reference)
    default: statedTime
    }
  }
}

extension TransmissionTime {
  /// The transmission time in GPS time; `nil` before GPS time began, as from a sender without a date.
  fileprivate var gpsTime: GPSTime? {
    unixTime.flatMap { GPSTime($0) }
  }
}

extension WeeklyEphemeris {
  /// The reference time toe, assuming that the week number has not wrapped.
  fileprivate var statedTime: GPSTime? {
    let numbering = Self.weekNumbering
    // The reference is one week before the middle of the first cycle, so that the first week is not mistaken
    // for that of the next cycle.
    let middle = numbering.firstWeek + numbering.modulus / 2 - 1
    return referenceTime(near: GPSTime(week: middle, secondsOfWeek: 0))
  }
}
