extension SBASEphemeris {
  /// Returns t0, the instant at which the orbit holds.
  ///
  /// - Parameter reference: A time within half a day of t0, because the message gives no day.
  /// - Returns: The instant nearest to the reference that the field can mean; `nil` when the field is not a
  ///   time of day.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleTime == nil else { return nil }
    return reference.nearest(millisecondsOfDay: Int(referenceTime * 1000))
  }

  /// The value of t0 when it is beyond the end of the day; `nil` otherwise.
  var impossibleTime: ImpossibleTime? {
    ImpossibleTime(.sbasT0, Int(referenceTime.rounded(.down)), greatest: 86_399)
  }
}
