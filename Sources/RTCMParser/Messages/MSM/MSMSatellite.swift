/// The fields of one satellite in an MSM, as integers in the steps of the wire.
public struct MSMSatellite: Hashable, Sendable {
  /// The satellite's ID in the satellite mask, `1...64`.
  public var id: UInt8
  /// DF397, whole milliseconds of the rough range; `nil` means "not available", and is the value in MSM1–3.
  public var roughRangeMilliseconds: UInt8?
  /// The extended satellite information, `0...15`, in MSM5 and MSM7 only.
  public var extendedInformation: UInt8
  /// DF398, rough range modulo 1 ms, in steps of 2⁻¹⁰ ms, `0...1023`.
  public var roughRangeModulo: UInt16
  /// DF399, rough phaserange rate, m/s; `nil` means "not available", and is the value in all but MSM5 and
  /// MSM7.
  public var roughPhaserangeRate: Int16?

  /// Creates a satellite from its fields.
  public init(
    id: UInt8, roughRangeMilliseconds: UInt8? = nil, extendedInformation: UInt8 = 0,
    roughRangeModulo: UInt16 = 0, roughPhaserangeRate: Int16? = nil
  ) {
    self.id = id
    self.roughRangeMilliseconds = roughRangeMilliseconds
    self.extendedInformation = extendedInformation
    self.roughRangeModulo = roughRangeModulo
    self.roughPhaserangeRate = roughPhaserangeRate
  }

  /// The rough range in milliseconds of light travel time; `nil` when DF397 is not available.
  public var roughRange: Double? {
    roughRangeMilliseconds.map { Double($0) + Double(roughRangeModulo) * 0x1p-10 }
  }

  /// DF419, frequency channel of a GLONASS satellite, `-7...6`; `nil` when it is unknown.
  ///
  /// Only MSM5 and MSM7 carry the channel.
  public var glonassFrequencyChannel: Int? {
    extendedInformation <= 13 ? Int(extendedInformation) - 7 : nil
  }
}

extension MSMSatellite {
  /// Codes the field of one column.
  @inline(__always)
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    _ column: MSMSatelliteColumn, as field: DataField, with coder: inout Coder
  ) throws(Coder.Failure) {
    switch column {
    case .roughRangeInteger: try coder.integer(field, &roughRangeMilliseconds)
    case .extendedInformation: try coder.integer(field, &extendedInformation)
    case .roughRangeModulo: try coder.integer(field, &roughRangeModulo)
    case .roughPhaserangeRate: try coder.integer(field, &roughPhaserangeRate)
    }
  }
}

/// The fields of one cell in an MSM, a signal of a satellite, as integers in the steps of the wire.
///
/// ``MSMCell`` has the same values in metres.
public struct MSMSignal: Hashable, Sendable {
  /// The satellite's ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8
  /// The signal's ID in the signal mask, `1...32`.
  public var signalID: UInt8
  /// DF400, fine pseudorange in steps of 2⁻²⁴ ms, or DF405 in steps of 2⁻²⁹ ms; `nil` means "not available".
  public var finePseudorange: Int32?
  /// DF401, fine phaserange in steps of 2⁻²⁹ ms, or DF406 in steps of 2⁻³¹ ms; `nil` means "not available".
  public var finePhaserange: Int32?
  /// DF402, lock time indicator, `0...15`, or DF407, `0...1023`.
  public var lockTimeIndicator: UInt16
  /// DF420, whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool
  /// DF403, carrier-to-noise ratio in steps of 1 dB-Hz, or DF408 in steps of 2⁻⁴ dB-Hz; `nil` means "not
  /// available".
  public var cnr: UInt16?
  /// DF404, fine phaserange rate in steps of 0.0001 m/s; `nil` means "not available".
  public var finePhaserangeRate: Int16?

  /// Creates a cell from its fields.
  public init(
    satelliteID: UInt8, signalID: UInt8, finePseudorange: Int32? = nil,
    finePhaserange: Int32? = nil, lockTimeIndicator: UInt16 = 0,
    hasHalfCycleAmbiguity: Bool = false, cnr: UInt16? = nil, finePhaserangeRate: Int16? = nil
  ) {
    self.satelliteID = satelliteID
    self.signalID = signalID
    self.finePseudorange = finePseudorange
    self.finePhaserange = finePhaserange
    self.lockTimeIndicator = lockTimeIndicator
    self.hasHalfCycleAmbiguity = hasHalfCycleAmbiguity
    self.cnr = cnr
    self.finePhaserangeRate = finePhaserangeRate
  }
}

extension MSMSignal {
  /// Codes the field of one column.
  @inline(__always)
  @_lifetime(coder: copy coder)
  mutating func code<Coder: FieldCoder & ~Escapable>(
    _ column: MSMSignalColumn, as field: DataField, with coder: inout Coder
  ) throws(Coder.Failure) {
    switch column {
    case .finePseudorange: try coder.integer(field, &finePseudorange)
    case .finePhaserange: try coder.integer(field, &finePhaserange)
    case .lockTimeIndicator: try coder.integer(field, &lockTimeIndicator)
    case .halfCycleAmbiguity: try coder.flag(field, &hasHalfCycleAmbiguity)
    case .cnr: try coder.integer(field, &cnr)
    case .finePhaserangeRate: try coder.integer(field, &finePhaserangeRate)
    }
  }
}
