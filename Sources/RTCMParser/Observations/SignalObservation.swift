/// An observation of a signal of a satellite at one epoch, in the units that people use, whatever message it
/// came in.
public struct SignalObservation: Hashable, Sendable {
  /// The system; SBAS too where it came in a message of GPS.
  public var constellation: Constellation
  /// The number that RINEX has behind the letter of the system.
  ///
  /// PRN or slot number; SBAS is counted from 20 (PRN 120), QZSS from 1 (PRN 193).
  public var satelliteNumber: Int
  /// The signal, such as `1C`; `nil` when the standard does not name it.
  public var code: RINEXSignalCode?
  /// ID in the signal mask, `1...32`; `nil` in messages before MSM.
  public var signalID: UInt8?
  /// DF002 of the message that it came in; `nil` before it is put into one.
  public var messageType: UInt16?
  /// Pseudorange in metres, `nil` when it is not available.
  public var pseudorange: Double?
  /// Phaserange in metres, `nil` when it is not available.
  public var phaserange: Double?
  /// Phaserange rate in m/s, positive when the range grows, `nil` when it is not available.
  public var phaserangeRate: Double?
  /// Carrier-to-noise ratio in dB-Hz, `nil` when it is not available.
  public var cnr: Double?
  /// The least time that the phase has been followed without a slip, milliseconds; `nil` is unknown.
  public var minimumLockTimeMilliseconds: Int?
  /// Whether the phase may be off by half a cycle; messages before MSM do not say so.
  public var hasHalfCycleAmbiguity = false
  /// GLONASS frequency channel, `-7...13`, once a message has told it.
  public var glonassFrequencyChannel: Int?
  /// Carrier frequency in hertz; `nil` for GLONASS without a channel, and without ``code``.
  public var carrierFrequency: Double?

  /// Creates an observation of a signal, with nothing observed yet.
  ///
  /// - Parameters:
  ///   - constellation: The system.
  ///   - satelliteNumber: As RINEX has it.
  ///   - code: The signal.
  ///   - glonassFrequencyChannel: Of a GLONASS satellite.
  public init(
    constellation: Constellation, satelliteNumber: Int, code: RINEXSignalCode,
    glonassFrequencyChannel: Int? = nil
  ) {
    self.constellation = constellation
    self.satelliteNumber = satelliteNumber
    self.code = code
    signalID = constellation.signalID(of: code)
    self.glonassFrequencyChannel = glonassFrequencyChannel
    carrierFrequency = constellation.carrierFrequency(
      ofBand: code.band, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// Creates the same of what its maker has looked up already.
  package init(
    constellation: Constellation, satelliteNumber: Int, code: RINEXSignalCode, signalID: UInt8?,
    carrierFrequency: Double?
  ) {
    self.constellation = constellation
    self.satelliteNumber = satelliteNumber
    self.code = code
    self.signalID = signalID
    self.carrierFrequency = carrierFrequency
  }

  /// The satellite.
  public var satellite: SatelliteID { SatelliteID(constellation, satelliteNumber) }

  /// Phase in cycles of the carrier, `nil` when it or the frequency is not available.
  ///
  /// It grows with the range, as in RINEX.
  public var phase: Double? {
    guard let phaserange, let carrierFrequency else { return nil }
    return phaserange * carrierFrequency / WGS84.speedOfLight
  }

  /// Doppler in hertz, `nil` when the phaserange rate or the frequency is not available.
  ///
  /// Positive when the range shrinks, as in RINEX.
  public var doppler: Double? {
    guard let phaserangeRate, let carrierFrequency else { return nil }
    return -phaserangeRate * carrierFrequency / WGS84.speedOfLight
  }
}

extension SignalObservation {
  /// Takes a cell of an MSM.
  ///
  /// - Parameters:
  ///   - cell: The cell.
  ///   - glonassFrequencyChannel: What is known from other messages.
  public init(_ cell: MSMCell, glonassFrequencyChannel: Int? = nil) {
    constellation = cell.type.constellation
    satelliteNumber = constellation.rinexNumber(ofSatelliteID: cell.satelliteID)
    code = cell.rinexCode
    signalID = cell.signalID
    messageType = cell.type.messageType
    pseudorange = cell.pseudorange
    phaserange = cell.phaserange
    phaserangeRate = cell.phaserangeRate
    cnr = cell.cnr
    minimumLockTimeMilliseconds = cell.minimumLockTimeMilliseconds
    hasHalfCycleAmbiguity = cell.hasHalfCycleAmbiguity
    if constellation == .glonass { self.glonassFrequencyChannel = glonassFrequencyChannel }
    carrierFrequency = constellation.carrierFrequency(
      ofSignalID: cell.signalID, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// Takes an observation of a message before MSM.
  public init(_ observation: LegacyObservation, messageType: UInt16) {
    constellation = observation.constellation
    satelliteNumber = constellation.rinexNumber(ofSatelliteID: observation.satelliteID)
    code = observation.rinexCode
    self.messageType = messageType
    pseudorange = observation.pseudorange
    phaserange = observation.phaserange
    cnr = observation.cnr
    minimumLockTimeMilliseconds = observation.minimumLockTime * 1000
    // DF040 has room for numbers that are no channels.
    glonassFrequencyChannel = observation.glonassFrequencyChannel.flatMap {
      GLONASSChannels.range.contains($0) ? $0 : nil
    }
    carrierFrequency = constellation.carrierFrequency(
      ofBand: observation.band, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// Whether two observations are of the same signal of the same satellite.
  func isOfSameSignal(as other: SignalObservation) -> Bool {
    constellation == other.constellation && satelliteNumber == other.satelliteNumber
      && code == other.code && (code != nil || signalID == other.signalID)
  }
}
