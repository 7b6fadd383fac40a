/// A receiver's measurement of one signal at one epoch, as UBX-RXM-RAWX has it.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-RAWX, repeated group. 32 bytes.
public struct RawMeasurement: Hashable, Sendable {
  /// gnssId, svId and sigId.
  public var signal: UBloxSignal
  /// prMes, pseudorange in metres.
  public var pseudorange = 0.0
  /// cpMes, phase of the carrier in cycles, growing with the range.
  public var carrierPhase = 0.0
  /// doMes, Doppler in hertz, positive while the range shrinks.
  public var doppler: Float = 0
  /// freqId, GLONASS frequency channel plus 7, 0 for other systems.
  public var frequencyIndicator: UInt8 = 0
  /// locktime, how long the phase has been followed, milliseconds; stays at
  /// ``greatestLockTimeMilliseconds``.
  public var lockTimeMilliseconds: UInt16 = 0
  /// cno, carrier-to-noise ratio in dB-Hz.
  public var cnr: UInt8 = 0
  /// prStdev, `0...15`; ``pseudorangeDeviation`` says what it means.
  public var pseudorangeDeviationIndex: UInt8 = 0
  /// cpStdev, `0...15`; ``carrierPhaseDeviation`` says what it means.
  public var carrierPhaseDeviationIndex: UInt8 = 0
  /// doStdev, `0...15`; ``dopplerDeviation`` says what it means.
  public var dopplerDeviationIndex: UInt8 = 0
  /// trkStat, what of the measurement is valid.
  public var status: Status = []

  /// Creates a measurement of a signal, with nothing measured yet.
  public init(of signal: UBloxSignal) { self.signal = signal }

  /// The valid parts of a measurement (trkStat).
  public struct Status: OptionSet, Hashable, Sendable {
    /// The byte on the wire.
    public var rawValue: UInt8
    /// Takes the byte on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// prValid, there is a pseudorange.
    public static let pseudorangeValid = Status(rawValue: 1)
    /// cpValid, there is a phase.
    public static let carrierPhaseValid = Status(rawValue: 2)
    /// halfCyc, the phase is not off by half a cycle.
    public static let halfCycleResolved = Status(rawValue: 4)
    /// subHalfCyc, half a cycle was subtracted from the phase.
    public static let halfCycleSubtracted = Status(rawValue: 8)
  }
}

extension RawMeasurement {
  /// The lock time at which the count stays, milliseconds.
  public static var greatestLockTimeMilliseconds: UInt16 { 64_500 }

  /// Estimated standard deviation of the pseudorange in metres: 0.01 · 2ⁿ.
  public var pseudorangeDeviation: Double {
    0.01 * Double(1 << UInt64(pseudorangeDeviationIndex & 15))
  }

  /// Estimated standard deviation of the phase in cycles: 0.004 · n; `nil` when it is invalid.
  public var carrierPhaseDeviation: Double? {
    let index = carrierPhaseDeviationIndex & 15
    return index == 15 ? nil : 0.004 * Double(index)
  }

  /// Estimated standard deviation of the Doppler in hertz: 0.002 · 2ⁿ.
  public var dopplerDeviation: Double { 0.002 * Double(1 << UInt64(dopplerDeviationIndex & 15)) }
}

extension RawMeasurement {
  static var byteCount: Int { 32 }
  /// freqId of channel 13, the highest that there is.
  static var greatestFrequencyIndicator: UInt8 { 20 }

  /// Reads the group that begins at `start`, of which all bytes must be there.
  init(at start: Int, of payload: Span<UInt8>) {
    signal = UBloxSignal(
      gnssID: payload[start + 20], satelliteID: payload[start + 21], signalID: payload[start + 22])
    pseudorange = Double(bitPattern: payload.littleEndian(at: start))
    carrierPhase = Double(bitPattern: payload.littleEndian(at: start + 8))
    doppler = Float(bitPattern: payload.littleEndian(at: start + 16))
    frequencyIndicator = payload[start + 23]
    lockTimeMilliseconds = payload.littleEndian(at: start + 24)
    cnr = payload[start + 26]
    pseudorangeDeviationIndex = payload[start + 27] & 15
    carrierPhaseDeviationIndex = payload[start + 28] & 15
    dopplerDeviationIndex = payload[start + 29] & 15
    status = Status(rawValue: payload[start + 30])
  }

  /// Appends the group.
  func write(to bytes: inout [UInt8]) {
    bytes.append(littleEndian: pseudorange.bitPattern, byteCount: 8)
    bytes.append(littleEndian: carrierPhase.bitPattern, byteCount: 8)
    bytes.append(littleEndian: UInt64(doppler.bitPattern), byteCount: 4)
    bytes += [signal.gnssID, signal.satelliteID, signal.signalID, frequencyIndicator]
    bytes.append(littleEndian: UInt64(lockTimeMilliseconds), byteCount: 2)
    bytes += [cnr, pseudorangeDeviationIndex & 15, carrierPhaseDeviationIndex & 15]
    bytes += [dopplerDeviationIndex & 15, status.rawValue, 0]
  }
}
