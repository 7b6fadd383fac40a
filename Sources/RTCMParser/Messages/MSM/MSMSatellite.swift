/// The fields of one satellite in an MSM, in the steps of the wire.
public struct MSMSatellite: Hashable, Sendable {
  /// ID in the satellite mask, `1...64`.
  public var id: UInt8
  /// DF397, whole milliseconds of the rough range; `nil` is "not available", or not in MSM1–3.
  public var roughRangeMilliseconds: UInt8?
  /// Extended satellite information, `0...15`, in MSM5 and MSM7 only.
  public var extendedInformation: UInt8
  /// DF398, rough range modulo 1 ms, in steps of 2⁻¹⁰ ms, `0...1023`.
  public var roughRangeModulo: UInt16
  /// DF399, rough phaserange rate, m/s; `nil` is "not available", or not in MSM5 and MSM7.
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

  /// The rough range in milliseconds at the speed of light, or `nil`.
  public var roughRange: Double? {
    roughRangeMilliseconds.map { Double($0) + Double(roughRangeModulo) * 0x1p-10 }
  }

  /// DF419 of a GLONASS satellite, its frequency channel `-7...6`; `nil` is unknown.
  ///
  /// Only MSM5 and MSM7 carry it.
  public var glonassFrequencyChannel: Int? {
    extendedInformation <= 13 ? Int(extendedInformation) - 7 : nil
  }
}

extension MSMSatellite {
  /// Goes along one field, that of a column.
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

/// The fields of one cell in an MSM, a signal of a satellite, in the steps of the wire.
///
/// ``MSMCell`` has the same in metres.
public struct MSMSignal: Hashable, Sendable {
  /// ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8
  /// ID in the signal mask, `1...32`.
  public var signalID: UInt8
  /// DF400, steps of 2⁻²⁴ ms, or DF405, 2⁻²⁹ ms; `nil` is "not available".
  public var finePseudorange: Int32?
  /// DF401, steps of 2⁻²⁹ ms, or DF406, 2⁻³¹ ms; `nil` is "not available".
  public var finePhaserange: Int32?
  /// DF402, `0...15`, or DF407, `0...1023`.
  public var lockTimeIndicator: UInt16
  /// DF420, whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool
  /// DF403, steps of 1 dB-Hz, or DF408, 2⁻⁴ dB-Hz; `nil` is "not available".
  public var cnr: UInt16?
  /// DF404, steps of 0.0001 m/s; `nil` is "not available".
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
  /// Goes along one field, that of a column.
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
