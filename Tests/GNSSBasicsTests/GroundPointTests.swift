import GNSSBasics
import Testing

@Suite("Distances over ground")
struct GroundPointTests {
  private static func distance(_ a: (Double, Double), _ b: (Double, Double)) -> Double {
    func point(_ place: (Double, Double)) -> GroundPoint {
      GroundPoint(GeodeticPosition(latitude: place.0, longitude: place.1, height: 0))
    }
    return point(a).distance(to: point(b))
  }

  private static func degrees(_ degrees: Double, _ minutes: Double, _ seconds: Double) -> Double {
    degrees + minutes / 60 + seconds / 3600
  }

  /// The worked example of the GDA technical manual; its ellipsoid, GRS 80, is the same to a tenth of a millimetre.
  @Test("the geodesic from Flinders Peak to Buninyong is 54,972.271 m, as in the published example")
  func flindersPeak() {
    let flinders = (-Self.degrees(37, 57, 3.7203), Self.degrees(144, 25, 29.5244))
    let buninyong = (-Self.degrees(37, 39, 10.1561), Self.degrees(143, 55, 35.3839))
    #expect(abs(Self.distance(flinders, buninyong) - 54_972.271) < 0.01)
  }

  @Test("a degree of the equator is a 360th of its length, across the 180° meridian too")
  func equator() {
    let degree = 2 * Double.pi * 6_378_137 / 360
    #expect(abs(Self.distance((0, 9), (0, 10)) - degree) < 0.02)
    #expect(abs(Self.distance((0, 179.5), (0, -179.5)) - degree) < 0.02)
  }

  @Test("across a pole the way is as long as on its side")
  func pole() {
    let across = Self.distance((89.999, 0), (89.999, 180))
    #expect(abs(across - 2 * Self.distance((89.999, 0), (90, 0))) < 1e-6)
    #expect(abs(across - 223.39) < 0.01)
  }

  @Test(
    "from New York to London the way is within 0.6 % of 5,551,759.400 m, and heights do not matter")
  func far() {
    #expect(abs(Self.distance((40.6, -73.8), (51.6, -0.5)) / 5_551_759.4 - 1) < 0.006)
    let high = GroundPoint(GeodeticPosition(latitude: 45, longitude: 9, height: 4000))
    #expect(high == GroundPoint(GeodeticPosition(latitude: 45, longitude: 9, height: 0)))
    #expect(abs(Self.distance((0, 0), (0, 180)) - .pi * 6_371_008.77) < 0.01 * 6_371_008)
  }
}
