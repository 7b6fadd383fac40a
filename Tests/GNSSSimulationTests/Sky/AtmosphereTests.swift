import GNSSBasics
import Mathematics
import RTCMParser
import TestSupport
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Atmosphere")
struct AtmosphereTests {
  /// Returns the direction of an azimuth and an elevation, degrees.
  static func direction(
    _ antenna: Antenna, azimuth: Double, elevation: Double
  ) -> SIMD3<Double> {
    let (a, e) = (azimuth.degreesInRadians, elevation.degreesInRadians)
    let level = Math.sine(a) * antenna.east + Math.cosine(a) * antenna.north
    return Math.cosine(e) * level + Math.sine(e) * antenna.up
  }

  @Test(
    "from above it is what RTKLIB takes off, the troposphere to 2 mm and the ionosphere to 0.7 m outside the polar caps",
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
      let sine = direction.dot(antenna.up)
      let ionosphere = calm.delay(to: antenna, from: direction, at: time)
      // At 5°, the delay of a layer at 350 km is three times that at the zenith.
      let slant = numbers[4] < 30 ? 3.0 : 1.5
      #expect(
        numbers[0].magnitude > 75 || (ionosphere - numbers[6]).magnitude < 0.7 * slant, "\(line)")
      // RTKLIB's slant model takes the Earth for flat.
      let troposphere = Troposphere.zenithDelay(at: antenna.geodetic)
      #expect((troposphere - numbers[7] * sine).magnitude < 0.002, "\(line)")
      compared += 1
    }
    #expect(compared == 180)
  }

  @Test(
    "a kilometre makes a millimetre or two, over the poles, the date line and the equator, at ends of days and weeks",
    arguments: [518_400, 604_799, 0, 43_200, 86_399])
  func isSmooth(second: Int) {
    let calm = Ionosphere(seed: 1, disturbance: 0)
    let time = GPSTime(week: 2421, secondsOfWeek: second)
    for longitude in stride(from: 0.0, to: 180, by: 30) {
      // The path follows a meridian over the pole and down the other side.
      func delay(_ degrees: Double) -> Double {
        let (latitude, turned) = degrees > 90 ? (180 - degrees, 180.0) : (degrees, 0.0)
        let antenna = Antenna(
          GeodeticPosition(latitude: latitude, longitude: longitude + turned, height: 0))
        return calm.delay(to: antenna, from: antenna.up, at: time)
      }
      for start in stride(from: -90.0, through: 180, by: 0.5) {
        let steps = (0...2).map { delay(start + 0.009 * Double($0)) }
        #expect((steps[1] - steps[0]).magnitude < 2e-3, "\(start) \(longitude)")
        #expect((steps[2] - 2 * steps[1] + steps[0]).magnitude < 1e-5, "\(start) \(longitude)")
      }
    }
  }

  @Test("an ionosphere is the same a moment before and after any end of a day or week")
  func goesOnInTime() {
    let calm = Ionosphere(seed: 1, disturbance: 0)
    for longitude in stride(from: -180.0, through: 180, by: 15) {
      let antenna = Antenna(GeodeticPosition(latitude: 40, longitude: longitude, height: 0))
      let end = GPSTime(week: 2422, secondsOfWeek: 0)
      let delays = [-2.0, -1, 0, 1].map {
        calm.delay(to: antenna, from: antenna.up, at: end.advanced(bySeconds: $0))
      }
      for (earlier, later) in zip(delays, delays.dropFirst()) {
        #expect((later - earlier).magnitude < 1e-3)
      }
      #expect((delays[3] - delays[2] - (delays[1] - delays[0])).magnitude < 1e-6)
    }
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

  @Test("the air thins out upwards without a step, and nothing is infinite at the horizon")
  func isBounded() throws {
    var last: Double?
    for height in stride(from: -600.0, through: 60_000, by: 10) {
      let place = GeodeticPosition(latitude: 45, longitude: 9, height: height)
      let delay = Troposphere.delay(at: place, sineOfElevation: 1)
      if let last { #expect(delay > 0 && delay < last && last - delay < 0.006) }
      last = delay
    }
    #expect(try #require(last) < 0.01)
    let low = GeodeticPosition(latitude: 45, longitude: 9, height: -400)
    #expect(Troposphere.delay(at: low, sineOfElevation: 0) < 60)
    #expect((10.1...10.3).contains(Troposphere.delay(ofZenith: 1, sineOfElevation: 0.0872)))
  }
}
