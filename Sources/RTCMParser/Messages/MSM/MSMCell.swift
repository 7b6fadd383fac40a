internal import GNSSBasics

/// A signal of a satellite, as a receiver uses it: metres, metres per second, dB-Hz.
public struct MSMCell: Hashable, Sendable {
  /// The message's system and kind.
  public var type: MSMType
  /// The message's fields of the satellite.
  public var satellite: MSMSatellite
  /// The message's fields of the signal.
  public var signal: MSMSignal

  /// Creates a cell from a message's parts.
  public init(type: MSMType, satellite: MSMSatellite, signal: MSMSignal) {
    self.type = type
    self.satellite = satellite
    self.signal = signal
  }

  /// ID in the satellite mask, `1...64`.
  public var satelliteID: UInt8 { satellite.id }
  /// ID in the signal mask, `1...32`.
  public var signalID: UInt8 { signal.signalID }
  /// The signal's RINEX code, such as `1C`; `nil` when the standard does not name it.
  public var rinexCode: RINEXSignalCode? {
    type.constellation.rinexCode(ofSignalID: signal.signalID)
  }
  /// DF419, the satellite's frequency channel, which MSM5 and MSM7 of GLONASS alone have; else `nil`.
  public var glonassFrequencyChannel: Int? {
    type.tellsGLONASSChannels ? satellite.glonassFrequencyChannel : nil
  }
  /// The signal's carrier frequency in hertz; `nil` when it or its GLONASS channel is not known.
  public var carrierFrequency: Double? {
    type.constellation.carrierFrequency(
      ofSignalID: signal.signalID, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// The pseudorange in metres, `nil` when it is not available.
  ///
  /// Also `nil` in MSM1–3, which carry it modulo one millisecond only.
  public var pseudorange: Double? {
    metres(signal.finePseudorange, step: type.hasHighResolution ? 0x1p-29 : 0x1p-24)
  }

  /// The phaserange in metres, `nil` when it is not available.
  public var phaserange: Double? {
    metres(signal.finePhaserange, step: type.hasHighResolution ? 0x1p-31 : 0x1p-29)
  }

  /// The phaserange rate in m/s, `nil` when it is not available; positive when the range grows.
  public var phaserangeRate: Double? {
    guard let rough = satellite.roughPhaserangeRate, let fine = signal.finePhaserangeRate else {
      return nil
    }
    return Double(Int(rough) * 10_000 + Int(fine)) / 10_000
  }

  /// The least time that the phase has been followed without a slip, milliseconds.
  ///
  /// `nil` for the reserved indicators above 704, and in MSM1.
  public var minimumLockTimeMilliseconds: Int? {
    guard type.kind > 1 else { return nil }
    return type.hasHighResolution
      ? LockTime.milliseconds(ofDF407: signal.lockTimeIndicator)
      : LockTime.milliseconds(ofDF402: signal.lockTimeIndicator)
  }

  /// DF420, whether the phase may be off by half a cycle.
  public var hasHalfCycleAmbiguity: Bool { signal.hasHalfCycleAmbiguity }

  /// Carrier-to-noise ratio in dB-Hz, `nil` when it is not available.
  public var cnr: Double? {
    signal.cnr.map { Double($0) * (type.hasHighResolution ? 0x1p-4 : 1) }
  }

  /// Rough and fine range together: exact in milliseconds, rounded once in metres.
  @inline(__always)
  private func metres(_ fine: Int32?, step: Double) -> Double? {
    guard let rough = satellite.roughRange, let fine else { return nil }
    return (rough + Double(fine) * step) * metresPerMillisecond
  }
}

/// The distance that light travels in a millisecond, metres.
let metresPerMillisecond = WGS84.speedOfLight / 1000
