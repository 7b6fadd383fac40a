extension SSRIonosphere {
  /// The time of validity of the model, in GPS time.
  public var epoch: MSMEpoch {
    MSMEpoch(constellation: .gps, milliseconds: header.epochMilliseconds)
  }
}
