internal import GNSSBasics

extension KeplerianTable {
  /// The GPS satellites, whose ground tracks repeat every day.
  static var gps: KeplerianTable {
    KeplerianTable(constellation: .gps, turns: 2, planes: gpsPlanes, satellites: gpsSatellites)
  }
}

/// Six planes, 60° apart and inclined by some 55°, like those of the real constellation.
private let gpsPlanes: [PlaneRow] = [
  PlaneRow(
    node: 11, nodeRate: -175, inclination: 5502, inclinationRate: 2, meanMotionDifference: 12_700,
    harmonics: HarmonicCorrections(cuc: -610, cus: 4180, crc: 6890, crs: -380, cic: 31, cis: -52)),
  PlaneRow(
    node: 71, nodeRate: -178, inclination: 5487, inclinationRate: -1, meanMotionDifference: 13_100,
    harmonics: HarmonicCorrections(cuc: 1330, cus: 3610, crc: 7640, crs: 820, cic: -17, cis: 64)),
  PlaneRow(
    node: 131, nodeRate: -173, inclination: 5531, inclinationRate: 3, meanMotionDifference: 12_100,
    harmonics: HarmonicCorrections(cuc: 2240, cus: 5020, crc: 5410, crs: 1370, cic: 58, cis: 23)),
  PlaneRow(
    node: 191, nodeRate: -176, inclination: 5478, inclinationRate: -3, meanMotionDifference: 13_300,
    harmonics: HarmonicCorrections(cuc: -1720, cus: 2950, crc: 8730, crs: -1050, cic: 12, cis: 77)),
  PlaneRow(
    node: 251, nodeRate: -174, inclination: 5515, inclinationRate: 1, meanMotionDifference: 12_400,
    harmonics: HarmonicCorrections(cuc: 480, cus: 4470, crc: 6320, crs: 290, cic: -66, cis: -29)),
  PlaneRow(
    node: 311, nodeRate: -177, inclination: 5493, inclinationRate: 2, meanMotionDifference: 12_900,
    harmonics: HarmonicCorrections(cuc: -2310, cus: 3340, crc: 8120, crs: -1420, cic: 45, cis: 8)),
]

/// 31 satellites, five or six to a plane; number 22 is a spare that was not launched.
private let gpsSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(1, 5, 286, 64, 65, 19, -1, -10),
  SatelliteRow(2, 2, 169, 121, -91, -112, -1, -13),
  SatelliteRow(3, 5, 344, 127, -87, -153, 1, -9),
  SatelliteRow(4, 2, 315, 98, -120, -263, 0, -22),
  SatelliteRow(5, 3, 278, 30, 112, -28, 0, 2),
  SatelliteRow(6, 3, 98, 125, 65, -615, -1, -22),
  SatelliteRow(7, 0, 357, 14, -38, 49, 1, 2),
  SatelliteRow(8, 5, 131, 109, 29, -574, -1, 4),
  SatelliteRow(9, 1, 76, 37, 130, -265, 1, -11),
  SatelliteRow(10, 1, 233, 16, 140, -424, 0, -9),
  SatelliteRow(11, 3, 329, 187, -71, 411, -1, 2),
  SatelliteRow(12, 0, 280, 91, 139, -275, 1, -17),
  SatelliteRow(13, 3, 212, 188, -119, -547, 0, -10),
  SatelliteRow(14, 1, 303, 38, 86, -574, 0, -11),
  SatelliteRow(15, 4, 121, 108, -130, -444, 0, -22),
  SatelliteRow(16, 2, 249, 64, -179, 66, -2, -22),
  SatelliteRow(17, 5, 58, 82, 96, 211, 1, -10),
  SatelliteRow(18, 5, 202, 79, -10, 14, -1, -13),
  SatelliteRow(19, 0, 150, 89, 85, -498, -1, -17),
  SatelliteRow(20, 1, 6, 116, -86, -427, -1, -24),
  SatelliteRow(21, 4, 266, 23, -179, 580, -1, -24),
  SatelliteRow(23, 2, 30, 114, 69, 404, 0, -9),
  SatelliteRow(24, 3, 156, 184, -140, -409, 1, -24),
  SatelliteRow(25, 2, 96, 17, -76, 27, -2, -19),
  SatelliteRow(26, 1, 161, 99, -103, -434, -1, -17),
  SatelliteRow(27, 0, 78, 54, 3, -528, 1, -11),
  SatelliteRow(28, 0, 226, 176, 86, 584, 0, 4),
  SatelliteRow(29, 4, 191, 138, 11, 486, 0, -11),
  SatelliteRow(30, 3, 39, 105, -173, -156, 0, -9),
  SatelliteRow(31, 4, 334, 152, -105, 599, -1, -17),
  SatelliteRow(32, 4, 47, 104, -63, 119, -2, -10),
]
