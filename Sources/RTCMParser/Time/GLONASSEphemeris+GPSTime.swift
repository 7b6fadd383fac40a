extension GLONASSEphemeris {
  /// tb, the instant for which the orbit holds.
  ///
  /// On the day NT of the four-year interval N4 where the message says them, otherwise on the nearest.
  ///
  /// - Parameter reference: A time near it, such as when the message arrived: within half a day if the
  ///   message says no day, within two years if it says no four-year interval.
  /// - Returns: The instant in GPS time; leap seconds are those of the day. `nil` for a number that is no
  ///   time of a day, or no day of four years.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleDay == nil, impossibleReferenceTime == nil else { return nil }
    return instant(secondsOfMoscowDay: Int(referenceTime), near: reference)
  }

  /// tk, when the frame began that the orbit was sent in.
  ///
  /// - Parameter reference: As for ``referenceTime(near:)``.
  /// - Returns: The instant in GPS time; `nil` for a number that is no time of a day, or no day of four years.
  public func frameTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleDay == nil, impossibleFrameTime == nil else { return nil }
    return instant(secondsOfMoscowDay: frameTime, near: reference)
  }

  /// The first of the numbers for tb, tk and NT that is no time.
  var impossibleTime: ImpossibleTime? {
    impossibleReferenceTime ?? impossibleFrameTime ?? impossibleDay
  }

  private var impossibleReferenceTime: ImpossibleTime? {
    ImpossibleTime(.df110, Int(referenceTime.rounded(.down)), greatest: 86_399)
  }

  /// Hours or minutes out of range, as the whole field.
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

  /// The Moscow day of the message, counted from 6 January 1980; `nil` when it does not say one.
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
  /// From 6 January 1980 to 1 January 1996, where N4 is 1 and NT is 1.
  private static var daysUpTo1996: Int { 5839 }
}
