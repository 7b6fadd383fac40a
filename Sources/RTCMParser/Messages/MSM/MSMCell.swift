internal import GNSSBasics

/// A cell of an MSM, one signal of one satellite, in metres, metres per second and dB-Hz.
public struct MSMCell: Hashable, Sendable {
  // The order leaves no gap, so that calls pass a cell in four registers.
  /// The satellite fields of the message.
  public var satellite: MSMSatellite
  /// The signal fields of the message.
  public var signal: MSMSignal
  /// The message's constellation and kind.
  public var type: MSMType

  /// Creates a cell from the type, satellite fields and signal fields of a message.
  public init(type: MSMType, satellite: MSMSatellite, signal: MSMSignal) {
    self.type = type
    self.satellite = satellite
    self.signal = signal
  }

  /// The satellite's ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8 { satellite.id }
  /// The signal's ID in the signal mask, `1...32`.
  public var signalID: UInt8 { signal.signalID }
  /// The signal's RINEX code, such as `1C`; `nil` when the standard does not name it.
  public var rinexCode: RINEXSignalCode? {
    type.constellation.rinexCode(ofSignalID: signal.signalID)
  }
  /// DF419, the satellite's frequency channel; `nil` except in MSM5 and MSM7 of GLONASS.
  public var glonassFrequencyChannel: Int? {
    type.tellsGLONASSChannels ? satellite.glonassFrequencyChannel : nil
  }
  /// The signal's carrier frequency in hertz; `nil` when the frequency or its GLONASS channel is unknown.
  public var carrierFrequency: Double? {
    type.constellation.carrierFrequency(
      ofSignalID: signal.signalID, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// The pseudorange in metres; `nil` when it is not available.
  ///
  /// The pseudorange is `nil` in MSM1–3, which carry only the pseudorange modulo one millisecond.
  public var pseudorange: Double? {
    metres(signal.finePseudorange, step: type.hasHighResolution ? 0x1p-29 : 0x1p-24)
  }

  /// The phaserange in metres; `nil` when it is not available.
  public var phaserange: Double? {
    metres(signal.finePhaserange, step: type.hasHighResolution ? 0x1p-31 : 0x1p-29)
  }

  /// The phaserange rate in m/s, positive when the range grows; `nil` when it is not available.
  public var phaserangeRate: Double? {
    guard let rough = satellite.roughPhaserangeRate, let fine = signal.finePhaserangeRate else {
      return nil
    }
    return Double(Int(rough) * 10_000 + Int(fine)) / 10_000
  }

  /// The minimum lock time in milliseconds: the phase has been tracked without a slip at least this long.
  ///
  /// The time is `nil` for the reserved indicators above 704, and in MSM1.
  public var minimumLockTimeMilliseconds: Int? {
    guard type.kind > 1 else { return nil }
    return type.hasHighResolution
      ? LockTime.milliseconds(ofDF407: signal.lockTimeIndicator)
      : LockTime.milliseconds(ofDF402: signal.lockTimeIndicator)
  }

  /// DF420, whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool { signal.hasHalfCycleAmbiguity }

  /// The carrier-to-noise ratio in dB-Hz; `nil` when it is not available.
  public var cnr: Double? {
    signal.cnr.map { Double($0) * (type.hasHighResolution ? 0x1p-4 : 1) }
  }

  /// Returns the sum of rough and fine range in metres; `nil` when one of them is not available.
  ///
  /// The sum in milliseconds is exact, so that only the conversion to metres rounds.
  @inline(__always)
  private func metres(_ fine: Int32?, step: Double) -> Double? {
    guard let rough = satellite.roughRange, let fine else { return nil }
    return (rough + Double(fine) * step) * metresPerMillisecond
  }
}

/// The distance in metres that light travels in a millisecond.
let metresPerMillisecond = WGS84.speedOfLight / 1000
