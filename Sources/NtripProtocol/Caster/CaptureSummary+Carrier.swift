extension CaptureSummary {
  /// What an observation message says of carrier phases: 0 none, 1 L1 only, 2 others as well.
  static func carrier(of type: UInt16, _ payload: Span<UInt8>) -> Int {
    switch type {
    case 1001, 1002, 1009, 1010: return 1
    case 1003, 1004, 1011, 1012: return 2
    case 1071...1137 where [2, 3, 4, 5, 6, 7].contains(type % 10):  // MSM1 has no phase
      guard payload.count * 8 >= signalMask + 32 else { return 0 }
      let mask = payload.unsigned(fromBit: signalMask, count: 32)
      return mask & ~firstBand(of: type) == 0 ? 1 : 2
    default: return 0
    }
  }

  /// DF395 as an offset from DF002: 169 bits of header, of which it is the last 32.
  private static var signalMask: Int { 137 }

  /// The signals on L1 or what corresponds to it, as bits of DF395 (signal 1 is the highest).
  ///
  /// Source: RTCM 10403.3, tables 3.5-91 to 3.5-108.
  private static func firstBand(of type: UInt16) -> Int64 {
    let signals: [Int]
    switch type / 10 {
    case 107, 111: signals = [2, 3, 4, 30, 31, 32]  // GPS L1 and L1C, QZSS the same
    case 108: signals = [2, 3]  // GLONASS G1
    case 109: signals = [2, 3, 4, 5, 6]  // Galileo E1
    case 110: signals = [2]  // SBAS L1
    case 112: signals = [2, 3, 4, 30, 31, 32]  // BeiDou B1I and B1C
    default: signals = []  // NavIC has no signal on L1 here
    }
    return signals.reduce(0) { $0 | 1 << Int64(32 - $1) }
  }
}
