extension SBASEphemeris {
  /// t0, the instant for which the orbit holds.
  ///
  /// - Parameter reference: A time within half a day of it, as the message says no day.
  /// - Returns: The instant nearest to the reference that the field can mean; `nil` for one that is not of a day.
  public func referenceTime(near reference: GPSTime) -> GPSTime? {
    guard impossibleTime == nil else { return nil }
    return reference.nearest(millisecondsOfDay: Int(referenceTime * 1000))
  }

  /// The number of t0, if it is not of a day.
  var impossibleTime: ImpossibleTime? {
    ImpossibleTime(.sbasT0, Int(referenceTime.rounded(.down)), greatest: 86_399)
  }
}
