/// The corrections of one satellite in a state space message.
///
/// Only the parts that the message's kind carries are there, and only those are encoded.
public struct SSRSatellite: Hashable, Sendable {
  /// DF068, DF384, DF252, DF429, DF463, DF488 or IDF011: `0...63`, GLONASS `0...31`, QZSS `0...15`.
  public var id: UInt8
  /// The correction of the broadcast position.
  public var orbit: SSROrbitCorrection?
  /// The correction of the broadcast clock.
  public var clock: SSRClockCorrection?
  /// DF390 or IDF022, added to ``clock``, metres, ±209.7151, resolution 0.1 mm.
  public var highRateClock: Double?
  /// The accuracy of the corrections.
  public var userRangeAccuracy: SSRUserRangeAccuracy?
  /// The biases of the code signals.
  public var codeBiases: [SSRCodeBias] = []
  /// The direction of the satellite's panels, in messages of phase biases.
  public var yaw: SSRYaw?
  /// The biases of the carrier phases.
  public var phaseBiases: [SSRPhaseBias] = []

  /// Creates a satellite without corrections.
  public init(id: UInt8) { self.id = id }
}

/// The correction of a satellite's broadcast position: subtract it from the broadcast one.
public struct SSROrbitCorrection: Hashable, Sendable {
  /// The issue of the broadcast orbit that is corrected: DF071, DF392, DF434, IDF012 (8 bits) or DF459 (10
  /// bits).
  ///
  /// DF468 of SBAS: t0 modulo 8192 s in steps of 16 s. DF470 of BeiDou: toe modulo 8192 s in steps of
  /// 8 s.
  public var issueOfData: UInt16 = 0
  /// DF469 of SBAS, a CRC of the orbit, 24 bits; DF471 of BeiDou, its issue of data, 8 bits.
  ///
  /// BeiDou's has 24 bits in messages laid out by ``SSRMessage/hasDraftBeiDouIssue``.
  public var issueCheck: UInt32 = 0
  /// DF365 or IDF013, radial, metres, ±209.7151, resolution 0.1 mm.
  public var radial = 0.0
  /// DF366 or IDF014, along the track, metres, ±209.7148, resolution 0.4 mm.
  public var alongTrack = 0.0
  /// DF367 or IDF015, across the track, metres, ±209.7148, resolution 0.4 mm.
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

/// The correction of a satellite's broadcast clock: subtract c0 + c1 t + c2 t² from it.
///
/// t counts from the epoch plus half the update interval, or from the epoch where that is 1 s.
public struct SSRClockCorrection: Hashable, Sendable {
  /// DF376 or IDF019, metres at the speed of light, ±209.7151, resolution 0.1 mm.
  public var c0: Double
  /// DF377 or IDF020, m/s, ±1.048575, resolution 0.001 mm/s.
  public var c1: Double
  /// DF378 or IDF021, m/s², ±1.34217726, resolution 0.00002 mm/s².
  public var c2: Double

  /// Creates a correction.
  public init(c0: Double = 0, c1: Double = 0, c2: Double = 0) {
    self.c0 = c0
    self.c1 = c1
    self.c2 = c2
  }
}

/// DF389 or IDF034: how accurate a satellite's corrections are.
public struct SSRUserRangeAccuracy: Hashable, Sendable {
  /// The field, `0...63`: three bits of class, three of value.
  public var rawValue: UInt8

  /// Creates an accuracy from the field.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The accuracy as one sigma in metres, `nil` when it is not known.
  ///
  /// 3 to the class, times 1 + value / 4, less 1, in millimetres. Infinite stands for 63, "more than
  /// 5.4665 m".
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

/// The bias of one code signal of a satellite: add it to the pseudorange.
public struct SSRCodeBias: Hashable, Sendable {
  /// DF380, DF381, DF382, DF461, DF464, DF467 or IDF024, signal and tracking mode, `0...31`.
  ///
  /// ``SSRType/rinexCode(ofTrackingMode:)`` names it.
  public var trackingMode: UInt8
  /// DF383 or IDF025, metres, ±81.91, resolution 0.01 m.
  public var bias: Double

  /// Creates a bias.
  public init(trackingMode: UInt8, bias: Double) {
    self.trackingMode = trackingMode
    self.bias = bias
  }
}

/// The direction of a satellite's panels, which winds up the phase.
public struct SSRYaw: Hashable, Sendable {
  /// DF480 or IDF026, semicircles, `0..<2`, resolution 1/256.
  public var angle: Double
  /// DF481 or IDF027, semicircles/s, ±127/8192.
  public var rate: Double

  /// Creates a yaw.
  public init(angle: Double = 0, rate: Double = 0) {
    self.angle = angle
    self.rate = rate
  }
}

/// The bias of one carrier phase of a satellite: add it to the phaserange.
public struct SSRPhaseBias: Hashable, Sendable {
  /// Signal and tracking mode, `0...31`, as in ``SSRCodeBias``.
  public var trackingMode: UInt8
  /// DF483 or IDF029, whether the ambiguity stays an integer.
  public var isInteger: Bool
  /// DF484 or IDF030, `0...3`: the groups of signals whose wide-lane ambiguities stay integers; 0 none.
  public var wideLaneIndicator: UInt8
  /// DF485 or IDF031, `0...15`, one more after each discontinuity of the bias.
  public var discontinuityCounter: UInt8
  /// DF482 or IDF028, metres, ±52.4287, resolution 0.1 mm.
  public var bias: Double

  /// Creates a bias.
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
