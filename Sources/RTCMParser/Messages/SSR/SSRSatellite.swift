/// The corrections of one satellite in a state space message.
///
/// Only the parts of the message's kind are set, and only those are encoded.
public struct SSRSatellite: Hashable, Sendable {
  /// The satellite ID: DF068, DF384, DF252, DF429, DF463, DF488 or IDF011, `0...63`, GLONASS `0...31`, QZSS
  /// `0...15`.
  public var id: UInt8
  /// The correction of the broadcast position.
  public var orbit: SSROrbitCorrection?
  /// The correction of the broadcast clock.
  public var clock: SSRClockCorrection?
  /// DF390 or IDF022, high-rate clock correction, added to ``clock``, metres, ±209.7151, resolution 0.1 mm.
  public var highRateClock: Double?
  /// The user range accuracy of the corrections.
  public var userRangeAccuracy: SSRUserRangeAccuracy?
  /// The biases of the code signals.
  public var codeBiases: [SSRCodeBias] = []
  /// The yaw of the satellite, in messages of phase biases.
  public var yaw: SSRYaw?
  /// The biases of the carrier phases.
  public var phaseBiases: [SSRPhaseBias] = []

  /// Creates a satellite without corrections.
  public init(id: UInt8) { self.id = id }
}

/// The correction of a satellite's broadcast position; subtract it from the broadcast position.
public struct SSROrbitCorrection: Hashable, Sendable {
  /// The issue of data of the corrected broadcast orbit: DF071, DF392, DF434, IDF012 (8 bits) or DF459 (10
  /// bits).
  ///
  /// DF468 of SBAS is t0 modulo 8192 s in steps of 16 s. DF470 of BeiDou is toe modulo 8192 s in steps of 8
  /// s.
  public var issueOfData: UInt16 = 0
  /// A second identification of the broadcast orbit: DF469 of SBAS, a CRC of 24 bits, or DF471 of BeiDou, an
  /// issue of data of 8 bits.
  ///
  /// DF471 has 24 bits in the layout of ``SSRMessage/hasDraftBeiDouIssue``.
  public var issueCheck: UInt32 = 0
  /// DF365 or IDF013, radial correction, metres, ±209.7151, resolution 0.1 mm.
  public var radial = 0.0
  /// DF366 or IDF014, along-track correction, metres, ±209.7148, resolution 0.4 mm.
  public var alongTrack = 0.0
  /// DF367 or IDF015, cross-track correction, metres, ±209.7148, resolution 0.4 mm.
  public var crossTrack = 0.0
  /// DF368 or IDF016, rate of ``radial``, m/s, ±1.048575, resolution 0.001 mm/s.
  public var radialRate = 0.0
  /// DF369 or IDF017, rate of ``alongTrack``, m/s, ±1.048572, resolution 0.004 mm/s.
  public var alongTrackRate = 0.0
  /// DF370 or IDF018, rate of ``crossTrack``, m/s, ±1.048572, resolution 0.004 mm/s.
  public var crossTrackRate = 0.0

  /// Creates a correction of zero.
  public init() {}
}

/// The correction of a satellite's broadcast clock, a polynomial; subtract c0 + c1 t + c2 t² from the
/// broadcast clock.
///
/// The time t counts from the epoch plus half the update interval, or from the epoch when the interval is 1
/// s.
public struct SSRClockCorrection: Hashable, Sendable {
  /// DF376 or IDF019, C0, offset in metres at the speed of light, ±209.7151, resolution 0.1 mm.
  public var c0: Double
  /// DF377 or IDF020, C1, drift in m/s, ±1.048575, resolution 0.001 mm/s.
  public var c1: Double
  /// DF378 or IDF021, C2, acceleration in m/s², ±1.34217726, resolution 0.00002 mm/s².
  public var c2: Double

  /// Creates a correction from its coefficients in metres, m/s and m/s².
  public init(c0: Double = 0, c1: Double = 0, c2: Double = 0) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }
}

/// DF389 or IDF034: the user range accuracy of a satellite's corrections.
public struct SSRUserRangeAccuracy: Hashable, Sendable {
  /// The field's value, `0...63`: three bits of class, then three bits of value.
  public var rawValue: UInt8

  /// Creates an accuracy from the field's value.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The accuracy as one sigma in metres; `nil` when it is unknown.
  ///
  /// The value in millimetres is 3 to the power of the class, times (1 + value / 4), less 1. The field value
  /// 63, "more than 5.4665 m", returns infinity.
  public var metres: Double? {
    switch rawValue {
    case 0: return nil
    case 63...: return .infinity
    default:
      var power = 1.0
      for _ in 0..<(rawValue >> 3) { power *= 3 }
      return (power * (1 + Double(rawValue & 7) / 4) - 1) / 1000
    }
  }
}

/// The bias of one code signal of a satellite; add it to the pseudorange.
public struct SSRCodeBias: Hashable, Sendable {
  /// DF380, DF381, DF382, DF461, DF464, DF467 or IDF024, signal and tracking mode, `0...31`.
  ///
  /// ``SSRType/rinexCode(ofTrackingMode:)`` returns its RINEX code.
  public var trackingMode: UInt8
  /// DF383 or IDF025, code bias in metres, ±81.91, resolution 0.01 m.
  public var bias: Double

  /// Creates a code bias; `bias` is in metres.
  public init(trackingMode: UInt8, bias: Double) {
    self.trackingMode = trackingMode
    self.bias = bias
  }
}

/// The yaw of a satellite, which winds up the carrier phase.
public struct SSRYaw: Hashable, Sendable {
  /// DF480 or IDF026, yaw angle in semicircles, `0..<2`, resolution 1/256.
  public var angle: Double
  /// DF481 or IDF027, yaw rate in semicircles/s, ±127/8192, resolution 1/8192.
  public var rate: Double

  /// Creates a yaw from its angle in semicircles and its rate in semicircles/s.
  public init(angle: Double = 0, rate: Double = 0) {
    self.angle = angle
    self.rate = rate
  }
}

/// The bias of one carrier phase of a satellite; add it to the phaserange.
public struct SSRPhaseBias: Hashable, Sendable {
  /// The signal and tracking mode, `0...31`, as in ``SSRCodeBias``.
  public var trackingMode: UInt8
  /// DF483 or IDF029, whether the ambiguity stays an integer.
  public var isInteger: Bool
  /// DF484 or IDF030, wide-lane integer indicator, `0...3`: the groups of signals whose wide-lane ambiguities
  /// stay integers; 0 is none.
  public var wideLaneIndicator: UInt8
  /// DF485 or IDF031, discontinuity counter, `0...15`, incremented at each discontinuity of the bias.
  public var discontinuityCounter: UInt8
  /// DF482 or IDF028, phase bias in metres, ±52.4287, resolution 0.1 mm.
  public var bias: Double

  /// Creates a phase bias; `bias` is in metres.
  public init(
    trackingMode: UInt8, bias: Double, isInteger: Bool = false, wideLaneIndicator: UInt8 = 0,
    discontinuityCounter: UInt8 = 0
  ) {
    self.trackingMode = trackingMode
    self.isInteger = isInteger
    self.wideLaneIndicator = wideLaneIndicator
    self.discontinuityCounter = discontinuityCounter
    self.bias = bias
  }
}
