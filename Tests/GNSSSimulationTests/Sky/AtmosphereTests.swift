import GNSSBasics
import Mathematics
import RTCMParser
import TestSupport
import Testing

@testable import GNSSSimulation

@Suite("Atmosphere")
struct AtmosphereTests {
  /// A direction by azimuth and elevation, degrees.
  static func direction(
    _ antenna: Antenna, azimuth: Double, elevation: Double
  ) -> SIMD3<Double> {
    let (a, e) = (azimuth.degreesInRadians, elevation.degreesInRadians)
    let level = Math.sine(a) * antenna.east + Math.cosine(a) * antenna.north
    return Math.cosine(e) * level + Math.sine(e) * antenna.up
  }

  @Test(
    "its delays are those that RTKLIB takes off, but for the waves of centimetres",
    .compares(with: .pyrtklib))
  func agreesWithRTKLIB() throws {
    let folder = try TemporaryFolder()
    let output = try PythonPackage.pyrtklib.run("rtklib_atmosphere.py", in: folder.url)
    let calm = Ionosphere(seed: 1, disturbance: 0)
    var compared = 0
    for line in output.split(separator: "\n") {
      let numbers = try line.split(separator: " ").map { try #require(Double($0)) }
      let antenna = Antenna(
        GeodeticPosition(latitude: numbers[0], longitude: numbers[1], height: numbers[2]))
      let direction = Self.direction(antenna, azimuth: numbers[3], elevation: numbers[4])
      let time = GPSTime(week: 2421, secondsOfWeek: Int(numbers[5]))
      // RTKLIB's defaults have four digits.
      let ionosphere = calm.delay(to: antenna, from: direction, at: time)
      #expect((ionosphere - numbers[6]).magnitude < 0.005, "\(line)")
      let troposphere = Troposphere.delay(
        at: antenna.geodetic, sineOfElevation: direction.dot(antenna.up))
      #expect((troposphere - numbers[7]).magnitude < 0.002, "\(line)")
      compared += 1
    }
    #expect(compared == 180)
  }

  @Test("its waves make at most 2 mm of difference in a kilometre, and some centimetres in minutes")
  func hasWaves() {
    let (ionosphere, calm) = (Ionosphere(seed: 7), Ionosphere(seed: 7, disturbance: 0))
    let start = GPSTime(week: 2421, secondsOfWeek: 129_618)
    let place = GeodeticPosition(latitude: 45.478, longitude: 9.23, height: 170)
    func wave(_ place: GeodeticPosition, _ time: GPSTime) -> Double {
      let antenna = Antenna(place)
      let direction = Self.direction(antenna, azimuth: 120, elevation: 89)
      return ionosphere.delay(to: antenna, from: direction, at: time)
        - calm.delay(to: antenna, from: direction, at: time)
    }
    var (inSpace, inTime) = (0.0, 0.0)
    for minute in 0..<120 {
      let time = start.advanced(bySeconds: Double(minute) * 60)
      inSpace = max(
        inSpace, (wave(place.moved(east: 1000, north: 0), time) - wave(place, time)).magnitude)
      inTime = max(
        inTime, (wave(place, time.advanced(bySeconds: 180)) - wave(place, time)).magnitude)
    }
    #expect((1e-4...2e-3).contains(inSpace))
    #expect((0.005...0.1).contains(inTime))
  }

  @Test("nothing is added above 10 km, and nothing is infinite at the horizon")
  func isBounded() {
    let high = GeodeticPosition(latitude: 45, longitude: 9, height: 12_000)
    #expect(Troposphere.delay(at: high, sineOfElevation: 0.5) == 0)
    let low = GeodeticPosition(latitude: 45, longitude: 9, height: -400)
    #expect(Troposphere.delay(at: low, sineOfElevation: 0) < 300)
  }
}
