/// An observation of one signal of one satellite at one epoch, in common units, from any type of message.
public struct SignalObservation: Hashable, Sendable {
  /// The constellation, which is SBAS even for an SBAS satellite in a GPS message.
  public var constellation: Constellation
  /// The RINEX satellite number, which follows the system's letter.
  ///
  /// The number is the PRN or slot number; SBAS counts from 20 (PRN 120), QZSS from 1 (PRN 193).
  public var satelliteNumber: Int
  /// The signal's RINEX code, such as `1C`; `nil` when the standard does not name the signal.
  public var code: RINEXSignalCode?
  /// The signal's ID in the signal mask, `1...32`; `nil` in messages before MSM.
  public var signalID: UInt8?
  /// The type (DF002) of the source message; `nil` before the observation is put into a message.
  public var messageType: UInt16?
  /// The pseudorange in metres; `nil` when it is not available.
  public var pseudorange: Double?
  /// The phaserange in metres; `nil` when it is not available.
  public var phaserange: Double?
  /// The phaserange rate in m/s, positive when the range grows; `nil` when it is not available.
  public var phaserangeRate: Double?
  /// The carrier-to-noise ratio in dB-Hz; `nil` when it is not available.
  public var cnr: Double?
  /// The minimum lock time in milliseconds, the phase having been tracked without a slip; `nil` when it is
  /// unknown.
  public var minimumLockTimeMilliseconds: Int?
  /// Whether the phase may be off by half a cycle; `false` in messages before MSM, which do not tell.
  public var hasHalfCycleAmbiguity = false
  /// The GLONASS frequency channel, `-7...13`; `nil` until a message gives it.
  public var glonassFrequencyChannel: Int?
  /// The carrier frequency in hertz; `nil` for GLONASS without a channel, and without ``code``.
  public var carrierFrequency: Double?

  /// Creates an observation of a signal, without measured values.
  ///
  /// - Parameters:
  ///   - constellation: The constellation of the satellite.
  ///   - satelliteNumber: The RINEX satellite number.
  ///   - code: The signal's RINEX code.
  ///   - glonassFrequencyChannel: The frequency channel of a GLONASS satellite.
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

  /// Creates an observation without measured values, from a signal ID and a frequency that the caller already
  /// knows.
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

  /// The constellation and number of the satellite.
  public var satellite: SatelliteID { SatelliteID(constellation, satelliteNumber) }

  /// The carrier phase in cycles; `nil` when the phaserange or the frequency is not available.
  ///
  /// The phase grows with the range, as in RINEX.
  public var phase: Double? {
    guard let phaserange, let carrierFrequency else { return nil }
    return phaserange * carrierFrequency / WGS84.speedOfLight
  }

  /// The Doppler shift in hertz; `nil` when the phaserange rate or the frequency is not available.
  ///
  /// The shift is positive when the range shrinks, as in RINEX.
  public var doppler: Double? {
    guard let phaserangeRate, let carrierFrequency else { return nil }
    return -phaserangeRate * carrierFrequency / WGS84.speedOfLight
  }
}

extension SignalObservation {
  /// Creates an observation from a cell of an MSM.
  ///
  /// - Parameters:
  ///   - cell: The cell of the MSM.
  ///   - glonassFrequencyChannel: The satellite's channel, as known from other messages.
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

  /// Creates an observation from an observation of a message before MSM.
  public init(_ observation: LegacyObservation, messageType: UInt16) {
    constellation = observation.constellation
    satelliteNumber = constellation.rinexNumber(ofSatelliteID: observation.satelliteID)
    code = observation.rinexCode
    self.messageType = messageType
    pseudorange = observation.pseudorange
    phaserange = observation.phaserange
    cnr = observation.cnr
    minimumLockTimeMilliseconds = observation.minimumLockTime * 1000
    // DF040 can hold numbers that are not valid channels.
    glonassFrequencyChannel = observation.glonassFrequencyChannel.flatMap {
      GLONASSChannels.range.contains($0) ? $0 : nil
    }
    carrierFrequency = constellation.carrierFrequency(
      ofBand: observation.band, glonassFrequencyChannel: glonassFrequencyChannel)
  }

  /// Returns whether two observations are of the same signal of the same satellite.
  func isOfSameSignal(as other: SignalObservation) -> Bool {
    constellation == other.constellation && satelliteNumber == other.satelliteNumber
      && code == other.code && (code != nil || signalID == other.signalID)
  }
}
