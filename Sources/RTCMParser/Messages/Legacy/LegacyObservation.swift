/// An observation of one signal of one satellite from messages 1001–1004 and 1009–1012, in a receiver's
/// units.
public struct LegacyObservation: Hashable, Sendable {
  /// The constellation: GPS, SBAS or GLONASS.
  public var constellation: Constellation
  /// The satellite's ID as in an MSM of its constellation: PRN, slot number, or PRN less 119 for SBAS.
  public var satelliteID: UInt8
  /// The signal's RINEX code; `nil` when the code indicator is reserved.
  ///
  /// On GPS L2, "C/A or L2C" is `2X`, cross-correlated P is `2D`, correlated P is `2W`.
  public var rinexCode: RINEXSignalCode?
  /// The frequency band, 1 or 2.
  public var band: UInt8
  /// The pseudorange in metres; `nil` when it is not available or its ambiguity is unknown.
  public var pseudorange: Double?
  /// The phaserange in metres; `nil` when the phaserange or the pseudorange of L1 is not available.
  ///
  /// A sender keeps the phaserange within 262 m of the pseudorange by jumps of 1500 cycles.
  public var phaserange: Double?
  /// The minimum lock time in seconds, `0...937`: the phase has been tracked without a slip at least this
  /// long.
  public var minimumLockTime: Int
  /// The carrier-to-noise ratio in dB-Hz; `nil` when it is not available.
  public var cnr: Double?
  /// The GLONASS frequency channel from DF040, valid in `-7...13`; `nil` for other constellations.
  public var glonassFrequencyChannel: Int?

  /// Creates an observation of a signal; values that are `nil` are sent as "not available".
  public init(
    constellation: Constellation, satelliteID: UInt8, rinexCode: RINEXSignalCode,
    pseudorange: Double?, phaserange: Double?, minimumLockTime: Int = 0, cnr: Double? = nil,
    glonassFrequencyChannel: Int? = nil
  ) {
    self.constellation = constellation
    self.satelliteID = satelliteID
    self.rinexCode = rinexCode
    band = rinexCode.band
    self.pseudorange = pseudorange
    self.phaserange = phaserange
    self.minimumLockTime = minimumLockTime
    self.cnr = cnr
    self.glonassFrequencyChannel = glonassFrequencyChannel
  }

  /// The carrier frequency in hertz; `nil` for GLONASS without a channel.
  public var carrierFrequency: Double? {
    constellation.carrierFrequency(
      ofBand: band, glonassFrequencyChannel: glonassFrequencyChannel)
  }
}

extension LegacyObservations {
  /// Returns the observations in metres, ordered by satellite, with L1 before L2 where the message has L2.
  ///
  /// - Parameter ranges: A function that returns a satellite's approximate range in metres by the ID of
  ///   ``LegacySatellite``; a receiver knows it from its own pseudorange. Only messages 1001, 1003, 1009 and
  ///   1011 need it, to within half of ``LegacyObservationType/pseudorangeModulus``. Without a range, their
  ///   pseudoranges are `nil`.
  /// - Returns: One observation for each satellite, or two in messages with L2.
  public func observations(
    near ranges: (_ satelliteID: UInt8) -> Double? = { _ in nil }
  ) -> [LegacyObservation] {
    var observations: [LegacyObservation] = []
    observations.reserveCapacity(satellites.count * (type.hasL2 ? 2 : 1))
    for satellite in satellites {
      let l1Pseudorange = satellite.l1Pseudorange(type: type, near: ranges(satellite.id))
      observations.append(LegacyObservation(l1Of: satellite, type: type, l1Pseudorange))
      if type.hasL2 {
        observations.append(LegacyObservation(l2Of: satellite, type: type, l1Pseudorange))
      }
    }
    return observations
  }
}

extension LegacySatellite {
  /// Returns the pseudorange of L1 in metres; its ambiguity comes from the message, or else from `range`.
  public func l1Pseudorange(type: LegacyObservationType, near range: Double? = nil) -> Double? {
    guard let steps = l1.pseudorange else { return nil }
    let remainder = Double(steps) / DataField.df011.stepsPerUnit
    if type.isExtended { return Double(l1.ambiguity) * type.pseudorangeModulus + remainder }
    return range.map {
      (($0 - remainder) / type.pseudorangeModulus).rounded() * type.pseudorangeModulus + remainder
    }
  }
}

extension LegacyObservation {
  private init(
    satellite: LegacySatellite, type: LegacyObservationType, band: UInt8, attribute: UInt8?,
    lockTimeIndicator: UInt8, cnr: UInt8?
  ) {
    let isSBAS = type.constellation == .gps && satellite.id >= 40
    constellation = isSBAS ? .sbas : type.constellation
    satelliteID = isSBAS ? satellite.id - 39 : satellite.id
    rinexCode = attribute.map { RINEXSignalCode(band: band, attribute: $0) }
    self.band = band
    minimumLockTime = LockTime.seconds(ofDF013: lockTimeIndicator)
    self.cnr = cnr.map { Double($0) / DataField.df015.stepsPerUnit }
    glonassFrequencyChannel =
      type.constellation == .glonass ? satellite.glonassFrequencyChannel : nil
  }

  fileprivate init(
    l1Of satellite: LegacySatellite, type: LegacyObservationType, _ l1Pseudorange: Double?
  ) {
    let l1 = satellite.l1
    self.init(
      satellite: satellite, type: type, band: 1,
      attribute: UInt8(ascii: l1.codeIndicator == 0 ? "C" : "P"),
      lockTimeIndicator: l1.lockTimeIndicator, cnr: l1.cnr)
    pseudorange = l1Pseudorange
    phaserange = Self.sum(l1Pseudorange, l1.phaserangeDifference, .df012)
  }

  fileprivate init(
    l2Of satellite: LegacySatellite, type: LegacyObservationType, _ l1Pseudorange: Double?
  ) {
    let l2 = satellite.l2
    self.init(
      satellite: satellite, type: type, band: 2,
      attribute: type.l2Attributes.dropFirst(Int(l2.codeIndicator)).first,
      lockTimeIndicator: l2.lockTimeIndicator, cnr: l2.cnr)
    pseudorange = Self.sum(l1Pseudorange, l2.pseudorangeDifference.map { Int32($0) }, .df017)
    phaserange = Self.sum(l1Pseudorange, l2.phaserangeDifference, .df018)
  }

  private static func sum(
    _ pseudorange: Double?, _ difference: Int32?, _ field: DataField
  ) -> Double? {
    guard let pseudorange, let difference else { return nil }
    return pseudorange + Double(difference) / field.stepsPerUnit
  }
}

extension LegacyObservationType {
  /// The attributes of the RINEX codes for DF016 or DF046, indexed by the field's value.
  var l2Attributes: [UInt8] {
    constellation == .glonass ? Array("CP".utf8) : Array("XPDW".utf8)
  }
}
