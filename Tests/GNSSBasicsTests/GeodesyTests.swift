import GNSSBasics
import Mathematics
import TestSupport
import Testing

@Suite("Geodesy")
struct GeodesyTests {
  /// Antenna reference points: as sent in 1005, and as latitude, longitude and height by RTKLIB.
  static let stations: [(ECEFPosition, GeodeticPosition)] = [
    (
      ECEFPosition(x: 3_774_089.2120, y: -601_661.6157, z: 5_089_321.2474),
      GeodeticPosition(latitude: 53.280_469_170, longitude: -9.057_817_354, height: 67.760)
    ),
    (
      ECEFPosition(x: 3_774_085.6456, y: -601_662.5769, z: 5_089_316.3970),
      GeodeticPosition(latitude: 53.280_467_388, longitude: -9.057_840_002, height: 61.857)
    ),
  ]

  @Test("agrees with published coordinates of stations", arguments: stations)
  func agrees(ecef: ECEFPosition, geodetic: GeodeticPosition) {
    let computed = GeodeticPosition(ecef)
    #expect(abs(computed.latitude - geodetic.latitude) < 1e-9)
    #expect(abs(computed.longitude - geodetic.longitude) < 1e-9)
    #expect(abs(computed.height - geodetic.height) < 1e-3)
    #expect(ECEFPosition(geodetic).distance(to: ecef) < 1e-3)
  }

  @Test(
    "returns to the same point from anywhere on Earth and in orbit",
    arguments: [-90, -45, -1e-7, 0, 12.5, 45.478, 89.9999, 90], [-400.0, 0, 165, 8848, 20_200_000])
  func roundTrip(latitude: Double, height: Double) {
    let start = GeodeticPosition(latitude: latitude, longitude: 9.23, height: height)
    let end = ECEFPosition(GeodeticPosition(ECEFPosition(start)))
    #expect(end.distance(to: ECEFPosition(start)) < 1e-6)
  }

  @Test("a move and the offset back agree")
  func moves() {
    let start = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 165)
    let offset = start.localOffset(to: start.moved(east: 120, north: -1000, up: 3))
    #expect(abs(offset.east - 120) < 1e-6)
    #expect(abs(offset.north + 1000) < 1e-6)
    #expect(abs(offset.up - 3) < 1e-6)
  }

  /// The radii of curvature at 45° of latitude, along the meridian and across it, metres.
  static let radii = (meridian: 6_367_381.8156, primeVertical: 6_388_838.2901)

  @Test("a metre is a metre to the north, the east and upwards")
  func moveIsOfItsLength() {
    let start = GeodeticPosition(latitude: 45, longitude: 9, height: 0)
    let north = start.moved(east: 0, north: 100)
    #expect(
      abs(north.latitude - 45 - (100 / Self.radii.meridian).radiansInDegrees) < 1e-8)
    #expect(abs(north.longitude - 9) < 1e-12)
    let east = start.moved(east: 100, north: 0)
    let fromAxis = Self.radii.primeVertical * Math.cosine(Double.pi / 4)
    #expect(abs(east.longitude - 9 - (100 / fromAxis).radiansInDegrees) < 1e-9)
    #expect(abs(east.latitude - 45) < 1e-8)
    // The ground is below the tangent plane by the squared distance over twice the radius.
    #expect(abs(north.height - 5000 / Self.radii.meridian) < 1e-6)
    #expect(abs(east.height - 5000 / Self.radii.primeVertical) < 1e-6)
    #expect(abs(start.moved(east: 0, north: 0, up: 100).height - 100) < 1e-6)
  }

  @Test("the ellipsoid, the Earth's turn and light are as published")
  func constants() {
    let semiMinorAxis = WGS84.semiMajorAxis * (1 - WGS84.flattening)
    #expect(abs(semiMinorAxis - 6_356_752.3142) < 1e-4)
    #expect(abs(WGS84.eccentricitySquared - 6.694_379_990_14e-3) < 1e-14)
    let stellarDay = 86_164.098_903_691  // IERS, seconds
    #expect(abs(2 * .pi / WGS84.rotationRate - stellarDay) < 1e-6)
    #expect(abs(WGS84.speedOfLight / 1_575_420_000 - 0.190_293_672_798_365) < 1e-14)  // GPS L1
  }

  @Test("the Earth's centre is no trap")
  func centre() {
    let position = GeodeticPosition(ECEFPosition(x: 0, y: 0, z: 0))
    #expect(position.latitude.isFinite && position.longitude.isFinite)
  }
}
