extension SBASEphemeris {
  /// t0, the instant for which the orbit holds.
  ///
  /// - Parameter reference: A time within half a day of it, as the message says no day.
  /// - Returns: The instant nearest to the reference that the field can mean.
  public func referenceTime(near reference: GPSTime) -> GPSTime {
    reference.nearest(millisecondsOfDay: Int(referenceTime * 1000))
  }
}
