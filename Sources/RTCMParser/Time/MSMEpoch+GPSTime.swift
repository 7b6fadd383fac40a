extension MSMEpoch {
  /// Returns the time of the observations: the instant nearest to a reference that the epoch can mean.
  ///
  /// An epoch holds the time of the week, so the reference must be within half a week. For GLONASS in
  /// messages 1009–1012, and where DF416 gives no day, the reference must be within half a day. Leap seconds
  /// are those in force at the epoch, from the table of ``/GNSSBasics/LeapSeconds``.
  ///
  /// - Parameter reference: A time near the epoch, such as the message's time of arrival or the previous
  ///   epoch of its stream. The function reads no clock.
  /// - Returns: The instant in GPS time; `nil` for an ``impossibleTime``.
  public func gpsTime(near reference: GPSTime) -> GPSTime? {
    let time = gpsTime(near: reference, leapSeconds: reference.leapSeconds)
    guard let time, constellation == .glonass else { return time }
    let utcSeconds = time.nanoseconds / 1_000_000_000 - Int64(reference.leapSeconds)
    return gpsTime(near: reference, leapSeconds: leapSeconds(atUTCSecondsSince1980: utcSeconds))
  }

  private func gpsTime(near reference: GPSTime, leapSeconds: Int) -> GPSTime? {
    if let timeOfWeek = gpsTimeOfWeekMilliseconds(leapSeconds: leapSeconds) {
      return reference.nearest(millisecondsOfWeek: timeOfWeek)
    }
    return gpsTimeOfDayMilliseconds(leapSeconds: leapSeconds).map {
      reference.nearest(millisecondsOfDay: $0)
    }
  }

  /// Returns the leap seconds by which a GLONASS epoch counts.
  ///
  /// Values of DF034 from 86 400 000 ms on are the leap second of this Moscow day, which occurs at 3:00 but
  /// is counted as the day's last second. The leap seconds are therefore those in force before it.
  private func leapSeconds(atUTCSecondsSince1980 seconds: Int64) -> Int {
    let isExtraSecond = Int(milliseconds) >= millisecondsPerDay
    return LeapSeconds.number(atUTCSecondsSince1980: isExtraSecond ? seconds - 86_400 : seconds)
  }
}
