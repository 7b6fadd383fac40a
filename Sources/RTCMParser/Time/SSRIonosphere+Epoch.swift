extension SSRIonosphere {
  /// When the model holds, in GPS time.
  public var epoch: MSMEpoch {
    MSMEpoch(constellation: .gps, milliseconds: header.epochMilliseconds)
  }
}
