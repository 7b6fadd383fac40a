extension CaptureSummary {
  /// Returns the carrier phases in an observation message: 0 for none, 1 for L1 only, 2 for others as well.
  ///
  /// A header that ends early has none.
  static func carrier(of type: UInt16, _ payload: Span<UInt8>) -> Int {
    if let legacy = LegacyObservationType(messageType: type) { return legacy.hasL2 ? 2 : 1 }
    guard let msm = MSMType(messageType: type), msm.kind > 1,  // MSM1 has no phase
      let mask = (try? MSMHeader(decoding: payload))?.signalMask
    else { return 0 }
    let isL1Only = (1...32).allSatisfy { id in
      mask >> UInt32(32 - id) & 1 == 0 || msm.constellation.isOnL1(signalID: UInt8(id))
    }
    return isL1Only ? 1 : 2
  }
}

extension Constellation {
  /// Whether a signal of an MSM is on L1 or the corresponding band; false for an unassigned signal.
  fileprivate func isOnL1(signalID: UInt8) -> Bool {
    guard let band = rinexCode(ofSignalID: signalID)?.band,
      let frequency = carrierFrequency(ofBand: band, glonassFrequencyChannel: 0)
    else { return false }
    return (1.55e9...1.61e9).contains(frequency)
  }
}
