/// A satellite, by its system and its number in RINEX, such as `G05`.
public struct SatelliteID: Hashable, Sendable {
  /// The satellite's system.
  public var constellation: Constellation
  /// The PRN or slot number; SBAS counts from 20 (PRN 120), QZSS from 1 (PRN 193).
  public var number: Int

  /// Creates a satellite ID.
  public init(_ constellation: Constellation, _ number: Int) {
    self.constellation = constellation
    self.number = number
  }
}

extension SatelliteID {
  /// Whether the satellite is a geostationary one of BeiDou: C01 to C05 and C59 to C63.
  ///
  /// BeiDou's geostationary satellites send D2 messages, and their orbital elements refer to a frame of their own.
  ///
  /// Source: BDS-SIS-ICD-B1I-3.0, table 4-1 and 5.2.4.12.
  package var isBeiDouGEO: Bool { constellation == .beidou && !(6...58).contains(number) }
}

extension SatelliteID: Comparable {
  /// Whether one satellite comes before another: by system in the order of ``Constellation``, then by number.
  public static func < (a: SatelliteID, b: SatelliteID) -> Bool {
    (a.constellation.rawValue, a.number) < (b.constellation.rawValue, b.number)
  }
}

extension SatelliteID: CustomStringConvertible {
  /// The satellite's name in RINEX 3: a letter and two digits.
  public var description: String {
    "\(constellation.rinexLetter)\(number < 10 ? "0" : "")\(number)"
  }
}
