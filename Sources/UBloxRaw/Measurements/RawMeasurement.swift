/// A receiver's measurement of one signal at one epoch, as UBX-RXM-RAWX has it.
///
/// Source: u-blox F9 HPG interface description, UBX-RXM-RAWX, repeated group. 32 bytes.
public struct RawMeasurement: Hashable, Sendable {
  /// gnssId, svId and sigId, the signal.
  public var signal: UBloxSignal
  /// prMes, pseudorange in metres.
  public var pseudorange = 0.0
  /// cpMes, carrier phase in cycles, which grows with the range.
  public var carrierPhase = 0.0
  /// doMes, Doppler in hertz, positive while the range shrinks.
  public var doppler: Float = 0
  /// freqId, GLONASS frequency channel plus 7; 0 for other systems.
  public var frequencyIndicator: UInt8 = 0
  /// locktime, time for which the phase has been tracked, milliseconds.
  ///
  /// The count stops at ``greatestLockTimeMilliseconds``.
  public var lockTimeMilliseconds: UInt16 = 0
  /// cno, carrier-to-noise ratio in dB-Hz.
  public var cnr: UInt8 = 0
  /// prStdev, `0...15`; ``pseudorangeDeviation`` has it in metres.
  public var pseudorangeDeviationIndex: UInt8 = 0
  /// cpStdev, `0...15`; ``carrierPhaseDeviation`` has it in cycles.
  public var carrierPhaseDeviationIndex: UInt8 = 0
  /// doStdev, `0...15`; ``dopplerDeviation`` has it in hertz.
  public var dopplerDeviationIndex: UInt8 = 0
  /// trkStat, the valid parts of the measurement.
  public var status: Status = []

  /// Creates a measurement of a signal, without values.
  public init(of signal: UBloxSignal) { self.signal = signal }

  /// The valid parts of a measurement (trkStat).
  public struct Status: OptionSet, Hashable, Sendable {
    /// The byte on the wire.
    public var rawValue: UInt8
    /// Creates the status from the byte on the wire.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// prValid, the pseudorange is valid.
    public static let pseudorangeValid = Status(rawValue: 1)
    /// cpValid, the carrier phase is valid.
    public static let carrierPhaseValid = Status(rawValue: 2)
    /// halfCyc, the phase has no half-cycle ambiguity.
    public static let halfCycleResolved = Status(rawValue: 4)
    /// subHalfCyc, half a cycle was subtracted from the phase.
    public static let halfCycleSubtracted = Status(rawValue: 8)
  }
}

extension RawMeasurement {
  /// The greatest lock time, at which the count stops, milliseconds.
  public static var greatestLockTimeMilliseconds: UInt16 { 64_500 }

  /// The estimated standard deviation of the pseudorange in metres: 0.01 · 2ⁿ.
  public var pseudorangeDeviation: Double {
    0.01 * Double(1 << UInt64(pseudorangeDeviationIndex & 15))
  }

  /// The estimated standard deviation of the phase in cycles: 0.004 · n; `nil` for an invalid phase.
  public var carrierPhaseDeviation: Double? {
    let index = carrierPhaseDeviationIndex & 15
    return index == 15 ? nil : 0.004 * Double(index)
  }

  /// The estimated standard deviation of the Doppler in hertz: 0.002 · 2ⁿ.
  public var dopplerDeviation: Double { 0.002 * Double(1 << UInt64(dopplerDeviationIndex & 15)) }
}

extension RawMeasurement {
  static var byteCount: Int { 32 }
  /// freqId of channel 13, the highest channel.
  static var greatestFrequencyIndicator: UInt8 { 20 }

  /// Reads the group that begins at `start`; the payload must have all its bytes.
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

  /// Appends the group's bytes.
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
