extension SSRIonosphere {
  /// When the model holds, in GPS time.
  public var epoch: MSMEpoch {
    MSMEpoch(constellation: .gps, milliseconds: UInt32(header.epochSeconds % 604_800) * 1000)
  }
}
