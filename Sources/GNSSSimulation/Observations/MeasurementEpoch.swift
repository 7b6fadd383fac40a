public import RTCMParser

/// What a receiver measured on one signal of one satellite.
public struct SignalMeasurement: Hashable, Sendable {
  /// The signal measured.
  public var signal: GPSSignal
  /// Pseudorange, metres.
  public var pseudorange: Double
  /// Phaserange, metres: the carrier phase times the wavelength, growing as the range does.
  public var phaserange: Double
  /// Rate of the phaserange, m/s; the Doppler shift times the wavelength, with the sign turned.
  public var phaserangeRate: Double
  /// Carrier-to-noise ratio, dB-Hz.
  public var carrierToNoise: Double
  /// For how long the phase has been tracked without a slip, milliseconds.
  public var lockTime: Int
}

/// What a receiver measured on one satellite at one epoch.
public struct SatelliteMeasurement: Hashable, Sendable {
  /// The satellite's number.
  public var prn: Int
  /// Elevation above the antenna's horizon, radians.
  public var elevation: Double
  /// Measurements, in ascending order of their signal IDs.
  public var signals: [SignalMeasurement]
}

/// Everything a receiver measured at one instant.
public struct MeasurementEpoch: Hashable, Sendable {
  /// Time of reception, by a receiver clock without error.
  public var time: GPSTime
  /// Satellites in view, ascending by number.
  public var satellites: [SatelliteMeasurement]
}
