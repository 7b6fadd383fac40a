/// A satellite by its system and the number that RINEX gives it, such as `G05`.
public struct SatelliteID: Hashable, Sendable {
  /// The system.
  public var constellation: Constellation
  /// PRN or slot number; SBAS is counted from 20 (PRN 120), QZSS from 1 (PRN 193).
  public var number: Int

  /// Names a satellite.
  public init(_ constellation: Constellation, _ number: Int) {
    self.constellation = constellation
    self.number = number
  }
}

extension SatelliteID {
  /// Whether it stands over the equator: C01 to C05 and C59 to C63, which send D2, and whose elements are those of
  /// a frame of their own.
  ///
  /// Source: BDS-SIS-ICD-B1I-3.0, table 4-1 and 5.2.4.12.
  package var isBeiDouGEO: Bool { constellation == .beidou && !(6...58).contains(number) }
}

extension SatelliteID: Comparable {
  /// By system in the order of ``Constellation``, then by number.
  public static func < (a: SatelliteID, b: SatelliteID) -> Bool {
    (a.constellation.rawValue, a.number) < (b.constellation.rawValue, b.number)
  }
}

extension SatelliteID: CustomStringConvertible {
  /// As RINEX 3 writes it: a letter and two digits.
  public var description: String {
    "\(constellation.rinexLetter)\(number < 10 ? "0" : "")\(number)"
  }
}
