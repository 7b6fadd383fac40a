internal import RTCMParser

/// The eight coefficients of the ionosphere's delay that GPS, QZSS and BeiDou broadcast.
///
/// Source: IS-GPS-200N §20.3.3.5.1.7 and table 20-X; BDS-SIS-ICD-B1I-3.0, §5.2.4.7.
public struct KlobucharIonosphere: Hashable, Sendable {
  /// α0 to α3, amplitude of the delay: s, s/semicircle, s/semicircle², s/semicircle³.
  ///
  /// The fields have 8 bits each, in steps of 2⁻³⁰, 2⁻²⁷, 2⁻²⁴ and 2⁻²⁴.
  public var alpha0 = 0.0, alpha1 = 0.0, alpha2 = 0.0, alpha3 = 0.0
  /// β0 to β3, period of the delay: s, s/semicircle, s/semicircle², s/semicircle³.
  ///
  /// The fields have 8 bits each, in steps of 2¹¹, 2¹⁴, 2¹⁶ and 2¹⁶.
  public var beta0 = 0.0, beta1 = 0.0, beta2 = 0.0, beta3 = 0.0

  /// Creates coefficients that are all zero.
  public init() {}

  /// Creates coefficients, four each, α0 and β0 first.
  public init(
    alpha: (Double, Double, Double, Double), beta: (Double, Double, Double, Double)
  ) {
    (alpha0, alpha1, alpha2, alpha3) = alpha
    (beta0, beta1, beta2, beta3) = beta
  }
}

extension KlobucharIonosphere {
  /// The 64 bits from α0 to β3.
  var parts: [MessagePart] {
    get throws(RTCMEncodingError) {
      [
        try .quantity(alpha0, "alpha0", bits: 8, stepsPerUnit: 0x1p30),
        try .quantity(alpha1, "alpha1", bits: 8, stepsPerUnit: 0x1p27),
        try .quantity(alpha2, "alpha2", bits: 8, stepsPerUnit: 0x1p24),
        try .quantity(alpha3, "alpha3", bits: 8, stepsPerUnit: 0x1p24),
        try .quantity(beta0, "beta0", bits: 8, stepsPerUnit: 0x1p-11),
        try .quantity(beta1, "beta1", bits: 8, stepsPerUnit: 0x1p-14),
        try .quantity(beta2, "beta2", bits: 8, stepsPerUnit: 0x1p-16),
        try .quantity(beta3, "beta3", bits: 8, stepsPerUnit: 0x1p-16),
      ]
    }
  }
}

/// The effective ionisation level that Galileo broadcasts for the ionosphere model NeQuick G.
///
/// Source: Galileo OS SIS ICD 2.1, §5.1.6.
public struct GalileoIonosphere: Hashable, Sendable {
  /// ai0, solar flux units, `0..<512` in steps of 2⁻².
  public var ai0 = 0.0
  /// ai1, solar flux units per degree, within ±4 in steps of 2⁻⁸.
  public var ai1 = 0.0
  /// ai2, solar flux units per degree², within ±0.25 in steps of 2⁻¹⁵.
  public var ai2 = 0.0
  /// The ionospheric disturbance flags of regions 1 to 5, region 1 in the highest of 5 bits.
  public var disturbances: UInt8 = 0

  /// Creates coefficients that are all zero, by which Galileo indicates that none are available.
  public init() {}
}

extension GalileoIonosphere {
  /// The 41 bits of the ionosphere in word 5.
  var parts: [MessagePart] {
    get throws(RTCMEncodingError) {
      [
        try .quantity(ai0, "ai0", .unsigned, bits: 11, stepsPerUnit: 4),
        try .quantity(ai1, "ai1", bits: 11, stepsPerUnit: 0x1p8),
        try .quantity(ai2, "ai2", bits: 14, stepsPerUnit: 0x1p15),
        .bits(UInt64(disturbances & 31), count: 5),
      ]
    }
  }
}

extension MessagePart {
  /// Returns a quantity that no RTCM message has.
  ///
  /// - Throws: `RTCMEncodingError` with the name when the value does not fit.
  static func quantity(
    _ value: Double, _ name: FixedText, _ kind: DataField.Kind = .signed, bits: Int,
    stepsPerUnit: Double
  ) throws(RTCMEncodingError) -> MessagePart {
    let field = DataField(name: name, kind: kind, bitCount: bits, stepsPerUnit: stepsPerUnit)
    return .bits(try field.bits(of: value), count: bits)
  }
}
