internal import GNSSBasics

extension KeplerianTable {
  /// The QZSS satellites: three with one revolution a day, slow and high over Japan, and one geostationary.
  static var qzss: KeplerianTable {
    KeplerianTable(constellation: .qzss, turns: 1, planes: qzssPlanes, satellites: qzssSatellites)
  }
}

/// Three planes inclined by 41°, 120° apart, and one without inclination (IS-QZSS-PNT, 3.1.1).
private let qzssPlanes: [PlaneRow] = [
  PlaneRow(
    node: 20, nodeRate: -58, inclination: 4080, inclinationRate: -1, meanMotionDifference: 2_100,
    harmonics: HarmonicCorrections(
      cuc: -568, cus: 2741, crc: 4231, crs: -1489, cic: 47, cis: -24)),
  PlaneRow(
    node: 140, nodeRate: -58, inclination: 4115, inclinationRate: 1, meanMotionDifference: 2_100,
    harmonics: HarmonicCorrections(
      cuc: -428, cus: 3080, crc: 3264, crs: 1185, cic: -58, cis: 12)),
  PlaneRow(
    node: 260, nodeRate: -58, inclination: 4060, inclinationRate: 3, meanMotionDifference: 2_100,
    harmonics: HarmonicCorrections(
      cuc: 1317, cus: 2192, crc: 4455, crs: 1327, cic: 45, cis: 4)),
  PlaneRow(
    node: 0, nodeRate: -20, inclination: 6, inclinationRate: 3, meanMotionDifference: 1_900,
    harmonics: HarmonicCorrections(
      cuc: 48, cus: 1938, crc: 3979, crs: -1613, cic: 46, cis: 1)),
]

/// Three satellites whose ground tracks cross the equator near 135° east, and one that stands at 127°.
private let qzssSatellites: [SatelliteRow] = [
  // number, plane, argument of latitude, eccentricity, perigee, clock offset, drift, group delay
  SatelliteRow(2, 0, 130, 750, -90, 617, 2, -10),
  SatelliteRow(3, 1, 10, 750, -90, 67, -2, -3),
  SatelliteRow(4, 2, 250, 750, -90, -81, -1, -6),
  SatelliteRow(7, 3, 142, 2, 40, 527, 1, -6),
]
