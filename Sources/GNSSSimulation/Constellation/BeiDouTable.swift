internal import GNSSBasics

extension KeplerianTable {
  /// BeiDou's satellites in medium orbits: thirteen revolutions in seven days.
  static var beidouMedium: KeplerianTable {
    KeplerianTable(
      constellation: .beidou, turns: 13.0 / 7, planes: mediumPlanes, satellites: mediumSatellites)
  }

  /// BeiDou's satellites in inclined orbits over Asia, with one revolution a day.
  static var beidouInclined: KeplerianTable {
    KeplerianTable(
      constellation: .beidou, turns: 1, planes: inclinedPlanes, satellites: inclinedSatellites)
  }

  /// BeiDou's geostationary satellites, each at a longitude of its argument of latitude plus 180°.
  static var beidouStanding: KeplerianTable {
    KeplerianTable(
      constellation: .beidou, turns: 1,
      // The plane is in a frame tilted by 5° against the equator (BDS-SIS-ICD-B1I-3.0, 5.2.4.12).
      planes: [
        PlaneRow(
          node: 180, nodeRate: 0, inclination: 500, inclinationRate: 0, meanMotionDifference: 0,
          harmonics: HarmonicCorrections(cuc: 0, cus: 0, crc: 0, crs: 0, cic: 0, cis: 0))
      ],
      satellites: standingSatellites)
  }
}

/// Three planes, 120° apart and inclined by 55°.
private let mediumPlanes: [PlaneRow] = [
  PlaneRow(
    node: 20, nodeRate: -152, inclination: 5503, inclinationRate: -2, meanMotionDifference: 10_700,
    harmonics: HarmonicCorrections(
      cuc: -2474, cus: 4394, crc: 6752, crs: 3409, cic: 43, cis: 22)),
  PlaneRow(
    node: 140, nodeRate: -155, inclination: 5489, inclinationRate: 1, meanMotionDifference: 10_500,
    harmonics: HarmonicCorrections(
      cuc: 229, cus: 3935, crc: 5246, crs: 785, cic: 23, cis: -25)),
  PlaneRow(
    node: 260, nodeRate: -150, inclination: 5511, inclinationRate: -2, meanMotionDifference: 10_900,
    harmonics: HarmonicCorrections(
      cuc: 842, cus: 5044, crc: 7463, crs: 3320, cic: -23, cis: -10)),
]

/// 24 satellites of the third generation, eight to a plane, and three of the second between them.
private let mediumSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(11, 0, 20, 12, -93, -385, 1, 33),
  SatelliteRow(12, 0, 67, 6, 42, 576, -1, 27),
  SatelliteRow(14, 1, 140, 12, -61, 689, 1, -21),
  SatelliteRow(19, 0, 1, 11, 24, -631, -1, -14),
  SatelliteRow(20, 0, 44, 3, 151, 415, 2, -30),
  SatelliteRow(21, 0, 90, 10, 148, -314, 0, -30),
  SatelliteRow(22, 0, 134, 5, 150, 385, -1, 33),
  SatelliteRow(23, 1, 15, 5, -98, 654, 2, -14),
  SatelliteRow(24, 1, 61, 9, -41, 171, 1, 19),
  SatelliteRow(25, 1, 105, 4, 16, -76, -1, 14),
  SatelliteRow(26, 1, 149, 5, -46, 250, 0, 19),
  SatelliteRow(27, 2, 31, 7, 59, -338, -1, 33),
  SatelliteRow(28, 2, 75, 10, 47, -455, 1, 33),
  SatelliteRow(29, 2, 120, 7, -132, -262, -1, -30),
  SatelliteRow(30, 2, 165, 4, 52, 622, -1, 19),
  SatelliteRow(32, 0, 179, 11, 163, -327, -2, 14),
  SatelliteRow(33, 0, 225, 5, 0, 450, 1, 45),
  SatelliteRow(34, 2, 209, 11, -70, -476, 1, 8),
  SatelliteRow(35, 2, 255, 11, 110, -261, 1, 8),
  SatelliteRow(36, 1, 194, 12, -43, 672, 1, -14),
  SatelliteRow(37, 1, 241, 4, -45, -503, 0, -14),
  SatelliteRow(41, 0, 269, 4, 170, -577, 2, 14),
  SatelliteRow(42, 0, 314, 14, -86, 622, 1, -21),
  SatelliteRow(43, 1, 285, 11, -20, -134, 1, -21),
  SatelliteRow(44, 1, 330, 7, -19, -370, -1, 8),
  SatelliteRow(45, 2, 300, 4, -173, 143, 2, 8),
  SatelliteRow(46, 2, 346, 9, -173, -583, -2, -9),
]

/// The planes of the inclined orbits, one for each satellite.
///
/// The ground tracks cross the equator near 95°, 110° and 118° east.
private let inclinedPlanes: [PlaneRow] = [
  PlaneRow(
    node: 0, nodeRate: -45, inclination: 5442, inclinationRate: 1, meanMotionDifference: 2_860,
    harmonics: HarmonicCorrections(
      cuc: -570, cus: 1815, crc: 4024, crs: 2342, cic: 42, cis: -22)),
  PlaneRow(
    node: 120, nodeRate: -46, inclination: 5517, inclinationRate: 1, meanMotionDifference: 2_870,
    harmonics: HarmonicCorrections(
      cuc: 377, cus: 2708, crc: 2957, crs: -459, cic: 12, cis: 11)),
  PlaneRow(
    node: 240, nodeRate: -47, inclination: 5526, inclinationRate: -1, meanMotionDifference: 2_880,
    harmonics: HarmonicCorrections(
      cuc: 1135, cus: 2668, crc: 4637, crs: 870, cic: 50, cis: -13)),
  PlaneRow(
    node: 35, nodeRate: -48, inclination: 5447, inclinationRate: -3, meanMotionDifference: 2_890,
    harmonics: HarmonicCorrections(
      cuc: 706, cus: 2308, crc: 2928, crs: 937, cic: -25, cis: 54)),
  PlaneRow(
    node: 155, nodeRate: -44, inclination: 5478, inclinationRate: 3, meanMotionDifference: 2_900,
    harmonics: HarmonicCorrections(
      cuc: 803, cus: 2139, crc: 4722, crs: 202, cic: -18, cis: 7)),
  PlaneRow(
    node: 275, nodeRate: -47, inclination: 5454, inclinationRate: -1, meanMotionDifference: 2_930,
    harmonics: HarmonicCorrections(
      cuc: -1013, cus: 1856, crc: 2956, crs: 108, cic: 11, cis: 56)),
  PlaneRow(
    node: 20, nodeRate: -45, inclination: 5443, inclinationRate: -2, meanMotionDifference: 2_960,
    harmonics: HarmonicCorrections(
      cuc: -225, cus: 1861, crc: 3727, crs: -589, cic: 33, cis: 19)),
  PlaneRow(
    node: 75, nodeRate: -47, inclination: 5463, inclinationRate: -2, meanMotionDifference: 3_180,
    harmonics: HarmonicCorrections(
      cuc: 128, cus: 2632, crc: 4786, crs: 882, cic: -12, cis: -29)),
  PlaneRow(
    node: 195, nodeRate: -48, inclination: 5469, inclinationRate: 2, meanMotionDifference: 3_190,
    harmonics: HarmonicCorrections(
      cuc: -1429, cus: 2078, crc: 3856, crs: -1133, cic: -22, cis: 53)),
  PlaneRow(
    node: 315, nodeRate: -44, inclination: 5451, inclinationRate: 3, meanMotionDifference: 3_200,
    harmonics: HarmonicCorrections(
      cuc: 1018, cus: 2476, crc: 4206, crs: 2214, cic: 1, cis: -28)),
]

/// Three satellites of the second generation over each of two places, and four of both generations
/// over a third.
private let inclinedSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(6, 0, 133, 53, -18, -585, 1, -30),
  SatelliteRow(7, 1, 13, 60, -56, 263, -2, -21),
  SatelliteRow(8, 2, 253, 52, -103, 117, 1, 14),
  SatelliteRow(9, 3, 75, 34, 107, -136, -1, -21),
  SatelliteRow(10, 4, 315, 43, 3, 240, 1, 19),
  SatelliteRow(13, 5, 195, 55, 62, 679, 1, 14),
  SatelliteRow(16, 6, 107, 32, -99, 586, 0, -21),
  SatelliteRow(38, 7, 50, 51, -178, 25, 2, 27),
  SatelliteRow(39, 8, 290, 46, -161, 608, -1, -30),
  SatelliteRow(40, 9, 170, 39, 10, 419, 1, 14),
]

/// Eight satellites; numbers 59 to 61 are of the third generation.
private let standingSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(1, 0, 320, 0, 0, -418, 1, -30),
  SatelliteRow(2, 0, 260, 0, 0, -663, 1, -21),
  SatelliteRow(3, 0, 291, 0, 0, 492, -1, 27),
  SatelliteRow(4, 0, 340, 0, 0, -609, 0, 19),
  SatelliteRow(5, 0, 239, 0, 0, 403, 1, -21),
  SatelliteRow(59, 0, 324, 0, 0, 341, -2, -30),
  SatelliteRow(60, 0, 264, 0, 0, -410, 1, 19),
  SatelliteRow(61, 0, 287, 0, 0, -17, 1, 14),
]
