internal import Mathematics

/// A GPS signal that the simulated receivers track.
public enum GPSSignal: Hashable, Sendable, CaseIterable {
  /// C/A code on L1; RINEX 1C.
  case l1CA
  /// Z-tracked P(Y) code on L2, which every GPS satellite sends; RINEX 2W.
  case l2W

  /// Carrier frequency, Hz.
  public var frequency: Double {
    switch self {
    case .l1CA: GPSConstants.l1Frequency
    case .l2W: GPSConstants.l2Frequency
    }
  }

  /// Carrier wavelength, metres.
  public var wavelength: Double { GPSConstants.speedOfLight / frequency }

  /// Number of the signal in the MSM signal mask (RTCM 10403.3, table 3.5-91).
  public var signalID: Int {
    switch self {
    case .l1CA: 2
    case .l2W: 10
    }
  }

  /// How much longer than on the ionosphere-free pair the code takes, in units of T_GD.
  ///
  /// A single-frequency user subtracts T_GD on L1 and γ T_GD on L2 from the satellite's clock
  /// (IS-GPS-200, 20.3.3.3.3.2): so that much is on the pseudorange.
  var groupDelayFactor: Double {
    switch self {
    case .l1CA: 1
    case .l2W: GPSConstants.gamma
    }
  }

  /// Carrier-to-noise ratio, dB-Hz: 32 at the horizon to 51 overhead on L1, 3 less on L2.
  func carrierToNoise(sineOfElevation: Double) -> Double {
    let onL1 = 32 + 19 * Math.power(max(sineOfElevation, 0), 0.7)
    return self == .l1CA ? onL1 : onL1 - 3
  }
}
