extension GLONASSEphemeris {
  /// Returns tb, the instant at which the orbit holds.
  ///
  /// The day is NT of the four-year interval N4 where the message gives them, otherwise the nearest day.
  ///
  /// - Parameter reference: A time near tb, such as the message's time of arrival. The reference must be
  ///   within half a day of tb if the message gives no day, and within two years if the message gives no
  ///   four-year interval.
  /// - Returns: The instant in GPS time, with the leap seconds of that day; `nil` when a field is not a time
  ///   of day or not a day of the four years.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleDay == nil, impossibleReferenceTime == nil else { return nil }
    return instant(secondsOfMoscowDay: Int(referenceTime), near: reference)
  }

  /// Returns tk, the instant at which the broadcast frame with the orbit began.
  ///
  /// - Parameter reference: A time near tk, as for ``referenceTime(near:)``.
  /// - Returns: The instant in GPS time; `nil` when a field is not a time of day or not a day of the four
  ///   years.
  public func frameTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleDay == nil, impossibleFrameTime == nil else { return nil }
    return instant(secondsOfMoscowDay: frameTime, near: reference)
  }

  /// The first value of tb, tk and NT that is out of range; `nil` when all are in range.
  var impossibleTime: ImpossibleTime? {
    impossibleReferenceTime ?? impossibleFrameTime ?? impossibleDay
  }

  private var impossibleReferenceTime: ImpossibleTime? {
    ImpossibleTime(.df110, Int(referenceTime.rounded(.down)), greatest: 86_399)
  }

  /// The whole field tk when its hours or minutes are out of range; `nil` otherwise.
  private var impossibleFrameTime: ImpossibleTime? {
    let (hours, minutes) = (frameTimeField >> 7, frameTimeField >> 1 & 63)
    guard hours > 23 || minutes > 59 else { return nil }
    return ImpossibleTime(.df107, parts: Int(frameTimeField))
  }

  private var impossibleDay: ImpossibleTime? {
    ImpossibleTime(.df129, Int(day), greatest: Self.daysInFourYears)
  }

  private func instant(secondsOfMoscowDay: Int, near reference: GPSTime) -> GPSTime {
    guard let day = daysSince1980(near: reference) else {
      let shift = TimeScale.moscow.secondsBehindGPSTime(leapSeconds: reference.leapSeconds)
      return reference.nearest(millisecondsOfDay: (secondsOfMoscowDay + shift) * 1000)
    }
    let utcSeconds = secondsOfMoscowDay + TimeScale.moscow.secondsBehindGPSTime(leapSeconds: 0)
    return GPSTime(utcSecondsSince1980: Int64(day) * 86_400 + Int64(utcSeconds))
  }

  /// Returns the message's Moscow day, in days since 6 January 1980; `nil` when the message gives no day.
  private func daysSince1980(near reference: GPSTime) -> Int? {
    guard (1...Self.daysInFourYears).contains(Int(day)) else { return nil }
    let first = Self.daysUpTo1996 + Int(day) - 1
    if hasAdditionalData && fourYearInterval > 0 {
      return first + (Int(fourYearInterval) - 1) * Self.daysInFourYears
    }
    let age = Int(reference.nanoseconds / 86_400_000_000_000) - first
    let intervals = (Double(age) / Double(Self.daysInFourYears)).rounded()
    return first + Int(intervals) * Self.daysInFourYears
  }

  private static var daysInFourYears: Int { 1461 }
  /// The days from 6 January 1980 to 1 January 1996, where N4 is 1 and NT is 1.
  private static var daysUpTo1996: Int { 5839 }
}
