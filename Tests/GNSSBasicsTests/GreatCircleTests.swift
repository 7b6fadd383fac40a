import GNSSBasics
import Testing

@Suite("Distances over ground")
struct GreatCircleTests {
  private func distance(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    GeodeticPosition(latitude: a.0, longitude: a.1, height: 0).greatCircleDistance(
      to: GeodeticPosition(latitude: b.0, longitude: b.1, height: 4000))
  }

  @Test("are those of the ellipsoid within 0.6 %")
  func known() {
    // Distances by PROJ's geod on WGS 84, kilometres: Milan to Rome, one degree along a meridian at 45°.
    #expect(abs(distance((45.4642, 9.19), (41.9028, 12.4964)) / 477_200 - 1) < 0.006)
    #expect(abs(distance((44.5, 9), (45.5, 9)) / 111_132 - 1) < 0.006)
    #expect(abs(distance((0, 0), (0, 90)) / 10_018_754 - 1) < 0.006)
  }

  @Test("take the shorter way round, and know the ends: the same place and the opposite one")
  func ends() {
    #expect(abs(distance((0, 179.5), (0, -179.5)) / 111_195 - 1) < 0.001)
    #expect(distance((45, 9), (45, 9)) == 0)
    #expect(abs(distance((0, 0), (0, 180)) / 20_015_115 - 1) < 0.001)
    #expect(abs(distance((90, 0), (-90, 77)) / 20_015_115 - 1) < 0.001)
    #expect(distance((12.5, 30), (-3, 99)) == distance((-3, 99), (12.5, 30)))
  }
}
