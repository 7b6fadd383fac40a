extension RTCMMessage {
  /// The time that the message tells by itself, to within some hours; `nil` for most messages.
  ///
  /// A stream that has such a message needs no reference from elsewhere. It is the time of sending of
  /// 1013 and 1029, and toe of the ephemerides whose week numbers last long: Galileo's to 2078, BeiDou's
  /// to 2163. GPS's begin anew after 20 years, and the four-year interval of GLONASS is wrong in streams
  /// that exist.
  public var statedTime: GPSTime? {
    switch self {
    case .systemParameters(let message): message.time.gpsTime
    case .unicodeText(let message): message.time.gpsTime
    case .galileoFNAVEphemeris(let ephemeris): ephemeris.statedTime
    case .galileoINAVEphemeris(let ephemeris): ephemeris.statedTime
    case .beidouEphemeris(let ephemeris): ephemeris.statedTime
    default: nil
    }
  }

  /// The time that the message tells to somebody who knows it to within ten years.
  ///
  /// That of ``statedTime``, and also toe of GPS, QZSS and NavIC, whose week numbers begin anew after 20
  /// years.
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
  /// The same in GPS time, `nil` before that began, as where a sender has no date.
  fileprivate var gpsTime: GPSTime? {
    unixTime.flatMap { GPSTime($0) }
  }
}

extension WeeklyEphemeris {
  /// toe, if the week number is of its first round.
  fileprivate var statedTime: GPSTime? {
    let numbering = Self.weekNumbering
    // Nearer to the first round, so that its first week is not taken for that of the next.
    let middle = numbering.firstWeek + numbering.modulus / 2 - 1
    return referenceTime(near: GPSTime(week: middle, secondsOfWeek: 0))
  }
}
