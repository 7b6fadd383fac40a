internal import GNSSBasics

extension KeplerianTable {
  /// The Galileo satellites, with seventeen revolutions in ten days.
  static var galileo: KeplerianTable {
    KeplerianTable(
      constellation: .galileo, turns: 1.7, planes: galileoPlanes, satellites: galileoSatellites)
  }
}

/// Three planes, 120° apart and inclined by 56° (Galileo OS SDD, annex C).
private let galileoPlanes: [PlaneRow] = [
  PlaneRow(
    node: 37, nodeRate: -119, inclination: 5601, inclinationRate: 2, meanMotionDifference: 8_700,
    harmonics: HarmonicCorrections(
      cuc: -1904, cus: 4006, crc: 6540, crs: 2880, cic: -47, cis: -33)),
  PlaneRow(
    node: 157, nodeRate: -117, inclination: 5592, inclinationRate: 2, meanMotionDifference: 8_300,
    harmonics: HarmonicCorrections(
      cuc: 607, cus: 3809, crc: 6746, crs: 2739, cic: 33, cis: -1)),
  PlaneRow(
    node: 277, nodeRate: -120, inclination: 5612, inclinationRate: 3, meanMotionDifference: 8_500,
    harmonics: HarmonicCorrections(
      cuc: -294, cus: 2806, crc: 5074, crs: -1702, cic: -48, cis: -58)),
]

/// 24 satellites, eight to a plane, each plane 15° ahead of the one before.
private let galileoSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(2, 0, 0, 3, -73, 113, -1, 1),
  SatelliteRow(3, 0, 45, 4, 82, 606, -2, 1),
  SatelliteRow(5, 0, 89, 5, 95, -102, -1, 4),
  SatelliteRow(7, 0, 134, 5, -22, -650, 2, 1),
  SatelliteRow(8, 0, 180, 4, 36, -515, 0, 7),
  SatelliteRow(9, 0, 226, 4, -121, 171, 1, 7),
  SatelliteRow(13, 0, 270, 4, 88, -171, 2, 2),
  SatelliteRow(15, 0, 316, 4, 82, 360, 2, -11),
  SatelliteRow(4, 1, 16, 2, -114, -600, 1, 5),
  SatelliteRow(10, 1, 61, 1, 138, 179, 0, -6),
  SatelliteRow(11, 1, 105, 2, -118, 583, 1, 4),
  SatelliteRow(12, 1, 151, 4, 99, -186, 1, 2),
  SatelliteRow(19, 1, 196, 3, 100, 624, 1, 4),
  SatelliteRow(21, 1, 240, 4, -77, -98, 2, -2),
  SatelliteRow(25, 1, 284, 1, -104, 642, 1, 4),
  SatelliteRow(27, 1, 331, 4, 4, -291, -1, 4),
  SatelliteRow(23, 2, 30, 5, 74, 189, 1, -11),
  SatelliteRow(24, 2, 75, 3, 54, -499, 0, 5),
  SatelliteRow(26, 2, 120, 4, -87, 171, 2, 4),
  SatelliteRow(29, 2, 164, 3, 75, 58, -2, -3),
  SatelliteRow(30, 2, 211, 4, -106, 220, -2, -8),
  SatelliteRow(31, 2, 254, 4, 117, 419, 2, -8),
  SatelliteRow(33, 2, 301, 2, -54, -453, 1, -11),
  SatelliteRow(34, 2, 346, 3, 162, 601, -1, -6),
]
