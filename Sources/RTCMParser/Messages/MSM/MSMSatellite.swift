/// The fields of one satellite in an MSM, as integers in the steps of the wire.
public struct MSMSatellite: Hashable, Sendable {
  // The order leaves no gap, so that eight bytes hold a satellite.
  /// The satellite's ID in the satellite mask, `1...64`.
  public var id: UInt8
  /// The extended satellite information, `0...15`, in MSM5 and MSM7 only.
  public var extendedInformation: UInt8
  // Wider than the value, of which all 256 are possible besides `nil`.
  private var milliseconds: CompactOptional<UInt16>
  /// DF398, rough range modulo 1 ms, in steps of 2⁻¹⁰ ms, `0...1023`.
  public var roughRangeModulo: UInt16
  private var rate: CompactOptional<Int16>

  /// Creates a satellite from its fields.
  public init(
    id: UInt8, roughRangeMilliseconds: UInt8? = nil, extendedInformation: UInt8 = 0,
    roughRangeModulo: UInt16 = 0, roughPhaserangeRate: Int16? = nil
  ) {
    self.id = id
    self.extendedInformation = extendedInformation
    self.roughRangeModulo = roughRangeModulo
    milliseconds = CompactOptional(roughRangeMilliseconds.map { UInt16($0) })
    rate = CompactOptional(roughPhaserangeRate)
  }

  /// DF397, whole milliseconds of the rough range; `nil` means "not available", and is the value in MSM1–3.
  public var roughRangeMilliseconds: UInt8? {
    @inline(__always) get { milliseconds.value.map { UInt8(truncatingIfNeeded: $0) } }
    @inline(__always) set { milliseconds = CompactOptional(newValue.map { UInt16($0) }) }
  }

  /// DF399, rough phaserange rate, m/s; `nil` means "not available", and is the value in all but MSM5 and
  /// MSM7.
  public var roughPhaserangeRate: Int16? {
    @inline(__always) get { rate.value }
    @inline(__always) set { rate = CompactOptional(newValue) }
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
  // The order leaves no gap, so that sixteen bytes hold a cell.
  /// The satellite's ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8
  /// The signal's ID in the signal mask, `1...32`.
  public var signalID: UInt8
  /// The lock time indicator, with DF420 as the highest bit.
  private var lock: UInt16
  private var pseudorange: CompactOptional<Int32>
  private var phaserange: CompactOptional<Int32>
  private var carrierToNoise: CompactOptional<UInt16>
  private var phaserangeRate: CompactOptional<Int16>

  /// Creates a cell from its fields.
  public init(
    satelliteID: UInt8, signalID: UInt8, finePseudorange: Int32? = nil,
    finePhaserange: Int32? = nil, lockTimeIndicator: UInt16 = 0,
    hasHalfCycleAmbiguity: Bool = false, cnr: UInt16? = nil, finePhaserangeRate: Int16? = nil
  ) {
    self.satelliteID = satelliteID
    self.signalID = signalID
    lock = 0
    pseudorange = CompactOptional(finePseudorange)
    phaserange = CompactOptional(finePhaserange)
    carrierToNoise = CompactOptional(cnr)
    phaserangeRate = CompactOptional(finePhaserangeRate)
    self.lockTimeIndicator = lockTimeIndicator
    self.hasHalfCycleAmbiguity = hasHalfCycleAmbiguity
  }

  /// DF400, fine pseudorange in steps of 2⁻²⁴ ms, or DF405 in steps of 2⁻²⁹ ms; `nil` means "not available".
  public var finePseudorange: Int32? {
    @inline(__always) get { pseudorange.value }
    @inline(__always) set { pseudorange = CompactOptional(newValue) }
  }

  /// DF401, fine phaserange in steps of 2⁻²⁹ ms, or DF406 in steps of 2⁻³¹ ms; `nil` means "not available".
  public var finePhaserange: Int32? {
    @inline(__always) get { phaserange.value }
    @inline(__always) set { phaserange = CompactOptional(newValue) }
  }

  /// DF402, lock time indicator, `0...15`, or DF407, `0...1023`; a number over 32 767 becomes 32 767.
  public var lockTimeIndicator: UInt16 {
    @inline(__always) get { lock & 0x7FFF }
    @inline(__always) set { lock = lock & 0x8000 | min(newValue, 0x7FFF) }
  }

  /// DF420, whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool {
    @inline(__always) get { lock & 0x8000 != 0 }
    @inline(__always) set { lock = lock & 0x7FFF | (newValue ? 0x8000 : 0) }
  }

  /// DF403, carrier-to-noise ratio in steps of 1 dB-Hz, or DF408 in steps of 2⁻⁴ dB-Hz; `nil` means "not
  /// available".
  public var cnr: UInt16? {
    @inline(__always) get { carrierToNoise.value }
    @inline(__always) set { carrierToNoise = CompactOptional(newValue) }
  }

  /// DF404, fine phaserange rate in steps of 0.0001 m/s; `nil` means "not available".
  public var finePhaserangeRate: Int16? {
    @inline(__always) get { phaserangeRate.value }
    @inline(__always) set { phaserangeRate = CompactOptional(newValue) }
  }
}

extension MSMSignal {
  /// Sets the lock time indicator, and no half-cycle ambiguity.
  @inline(always)
  mutating func startLock(_ indicator: UInt16) { lock = indicator }

  /// Adds DF420, which is 0 or 1.
  @inline(always)
  mutating func addHalfCycleBit(_ bit: UInt16) { lock |= bit &<< 15 }

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
