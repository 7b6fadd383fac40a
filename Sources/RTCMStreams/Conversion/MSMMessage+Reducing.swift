extension MSMType {
  /// Whether messages of this type have all fields of another kind, so that they can be reduced to it.
  ///
  /// MSM7 can be reduced to MSM4 and MSM5; MSM5 and MSM6 can be reduced to MSM4.
  public func canBeReduced(toKind kind: UInt8) -> Bool {
    switch (self.kind, kind) {
    case (5...7, 4), (7, 5): true
    default: false
    }
  }
}

extension MSMMessage {
  /// Returns the message as MSM4 or MSM5, which have coarser resolution and fewer fields.
  ///
  /// | field | from MSM6 or MSM7 | rounded |
  /// |---|---|---|
  /// | fine pseudorange | DF405, 2⁻²⁹ ms, to DF400, 2⁻²⁴ ms | to nearest, half away from zero |
  /// | fine phaserange | DF406, 2⁻³¹ ms, to DF401, 2⁻²⁹ ms | to nearest, half away from zero |
  /// | CNR | DF408, 1/16 dB-Hz, to DF403, 1 dB-Hz | to nearest, half up; `1...63` |
  /// | lock time | DF407 to DF402 | down, to the greatest minimum that is not above it |
  ///
  /// A "not available" value stays "not available", and no other value becomes it: a range within half a
  /// step of the field's end becomes the last value, and a CNR under 0.5 dB-Hz becomes 1. A reserved lock
  /// time indicator becomes 0.
  ///
  /// MSM4 loses phaserange rates and, with the extended information, the frequency channels of GLONASS,
  /// which 1020 also contains. Bits after the last field are omitted.
  ///
  /// - Parameter kind: 4 or 5.
  /// - Returns: The message; `nil` when ``MSMType/canBeReduced(toKind:)`` returns false.
  public func reduced(toKind kind: UInt8) -> MSMMessage? {
    guard header.type.canBeReduced(toKind: kind) else { return nil }
    var result = self
    result.header.type.kind = kind
    result.trailingBits = TrailingBits()
    if header.type.hasHighResolution {
      for index in signals.indices { result.signals[index].reduceResolution() }
    }
    if kind == 4 {
      for index in satellites.indices {
        result.satellites[index].extendedInformation = 0
        result.satellites[index].roughPhaserangeRate = nil
      }
      for index in signals.indices { result.signals[index].finePhaserangeRate = nil }
    }
    return result
  }
}

extension MSMSignal {
  /// Converts the values from the resolution of MSM6 and MSM7 to that of MSM4 and MSM5.
  fileprivate mutating func reduceResolution() {
    finePseudorange = finePseudorange.map { $0.inSteps(of: 32, limit: 1 << 14 - 1) }
    finePhaserange = finePhaserange.map { $0.inSteps(of: 4, limit: 1 << 21 - 1) }
    cnr = cnr.map { Swift.min(Swift.max(($0 + 8) / 16, 1), 63) }
    lockTimeIndicator = LockTime.df402(
      ofMilliseconds: LockTime.milliseconds(ofDF407: lockTimeIndicator) ?? 0)
  }
}

extension Int32 {
  /// Returns the number in steps of `size`, rounded to the nearest, half away from zero, within ±`limit`.
  fileprivate func inSteps(of size: Int32, limit: Int32) -> Int32 {
    let steps = (self < 0 ? self - size / 2 : self + size / 2) / size
    return Swift.min(Swift.max(steps, -limit), limit)
  }
}
