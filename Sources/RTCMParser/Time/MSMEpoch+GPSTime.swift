extension MSMEpoch {
  /// When the observations were made: the instant nearest to a reference that the epoch can mean.
  ///
  /// An epoch says the time of the week, so the reference must be within half a week; for GLONASS in
  /// messages 1009–1012, and where DF416 says that the day is unknown, within half a day. Leap seconds
  /// are those in force at the epoch, by the table of ``/GNSSBasics/LeapSeconds``.
  ///
  /// - Parameter reference: A time near the epoch's: when the message arrived, say, or the last epoch
  ///   of its stream. No clock is asked.
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

  /// The leap seconds by which a GLONASS epoch is counted.
  ///
  /// From 86 400 000 ms on, DF034 counts the leap second that this Moscow day has, at 3:00, as its last
  /// one: so goes on from before it.
  private func leapSeconds(atUTCSecondsSince1980 seconds: Int64) -> Int {
    let isExtraSecond = Int(milliseconds) >= millisecondsPerDay
    return LeapSeconds.number(atUTCSecondsSince1980: isExtraSecond ? seconds - 86_400 : seconds)
  }
}
