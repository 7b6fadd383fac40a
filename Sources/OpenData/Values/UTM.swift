internal import GNSSBasics
internal import Mathematics

/// Coordinates of the Universal Transverse Mercator grid, zone 32; the region's lists contain them in
/// addition to latitude and longitude.
///
/// Source: Snyder, "Map Projections - A Working Manual", USGS Professional Paper 1395, formulas 8-9, 8-10
/// and 3-21; accurate to a metre within the zone.
struct UTM: Hashable {
  /// The easting, metres: the distance east of a line 500 km west of 9° E.
  let east: Double
  /// The northing, metres: the distance north of the equator.
  let north: Double

  /// Creates the coordinates of a position between 6° and 12° E.
  init(_ position: GeodeticPosition) {
    let latitude = position.latitude.degreesInRadians
    let (e2, k0) = (WGS84.eccentricitySquared, 0.9996)
    let (sine, cosine) = (Math.sine(latitude), Math.cosine(latitude))
    let n = WGS84.semiMajorAxis / (1 - e2 * sine * sine).squareRoot()
    let t = sine * sine / (cosine * cosine)
    let second = e2 / (1 - e2)
    let c = second * cosine * cosine
    let a = (position.longitude - 9).degreesInRadians * cosine
    let (a2, m) = (a * a, Self.meridianArc(latitude, e2))
    let cubic = (1 - t + c) * a2 / 6
    let quintic = (5 - 18 * t + t * t + 72 * c - 58 * second) * a2 * a2 / 120
    east = 500_000 + k0 * n * a * (1 + cubic + quintic)
    let quartic = (5 - t + 9 * c + 4 * c * c) * a2 * a2 / 24
    let sextic = (61 - 58 * t + t * t + 600 * c - 330 * second) * a2 * a2 * a2 / 720
    north = k0 * (m + n * (sine / cosine) * (a2 / 2 + quartic + sextic))
  }

  private static func meridianArc(_ latitude: Double, _ e2: Double) -> Double {
    let (e4, e6) = (e2 * e2, e2 * e2 * e2)
    return WGS84.semiMajorAxis
      * ((1 - e2 / 4 - 3 * e4 / 64 - 5 * e6 / 256) * latitude
        - (3 * e2 / 8 + 3 * e4 / 32 + 45 * e6 / 1024) * Math.sine(2 * latitude)
        + (15 * e4 / 256 + 45 * e6 / 1024) * Math.sine(4 * latitude)
        - 35 * e6 / 3072 * Math.sine(6 * latitude))
  }
}
