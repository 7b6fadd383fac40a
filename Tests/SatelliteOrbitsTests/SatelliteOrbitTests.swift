import Foundation
import GNSSBasics
import Mathematics
import RTCMParser
import TestSupport
import Testing

@testable import SatelliteOrbits

/// Orbits that real satellites have broadcast, compared with RTKLIB's functions.
@Suite("Orbits of all systems")
struct SatelliteOrbitTests {
  /// The time of the streams in ``streams``, 2024-06-24 08:20:00 in GPS time.
  private static let date = GPSTime(week: 2320, secondsOfWeek: 116_400)
  private static let words = ["2024", "6", "24", "8", "20", "0"]
  private static let streams = ["mosaic-static", "synth-3km"].flatMap { pair in
    ["base", "rover"].map { "rtk/\(pair)/\($0).rtcm3" }
  }

  /// The key of an orbit in the output of RTKLIB.
  private struct Name: Hashable {
    var system: String
    var number: Int
    /// The reference time, seconds of GPS time since 1970.
    var referenceTime: Int
  }

  @Test(
    "are where RTKLIB has them, within a centimetre, for GLONASS five, an hour before and behind",
    .compares(with: .captures, .pyrtklib), arguments: streams)
  func agree(stream: String) throws {
    let file = try SharedCaptures.file(stream)
    let orbits = try Self.orbits(in: Array(Data(contentsOf: file)))
    let folder = try TemporaryFolder()
    let output = try PythonPackage.pyrtklib.run(
      "rtklib_orbits.py", [file.path] + Self.words, in: folder.url)
    var (compared, systems) = (0, Set<String>())
    for line in output.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let numbers = try words.dropFirst().map { try #require(Double($0)) }
      let name = Name(
        system: words[0], number: Int(numbers[0]), referenceTime: Int(numbers[1]))
      let orbit = try #require(orbits[name], "\(name)")
      let state = orbit.state(at: orbit.referenceTime, minus: -numbers[2])
      let place = SIMD3(numbers[3], numbers[4], numbers[5])
      let tolerance = name.system == "R" ? 0.05 : 0.01
      #expect((state.position - place).length < tolerance, "\(line)")
      let clock = (state.clockOffset - numbers[6]) * GPSConstants.speedOfLight
      #expect(clock.magnitude < 0.01, "\(line)")
      compared += 1
      systems.insert(name.system)
    }
    #expect(compared == orbits.count * 13)
    #expect(systems.isSuperset(of: ["G", "R", "E", "C"]))
  }

  private static func orbits(in bytes: [UInt8]) throws -> [Name: SatelliteOrbit] {
    var orbits: [Name: SatelliteOrbit] = [:]
    for frame in scan(bytes, chunkLengths: [bytes.count]).frames {
      guard let message = try? RTCMMessage(decoding: frame.payload.span),
        let orbit = SatelliteOrbit(message, near: date), let (system, number) = name(of: message)
      else { continue }
      let seconds = orbit.referenceTime.nanoseconds / 1_000_000_000 + 315_964_800
      orbits[Name(system: system, number: number, referenceTime: Int(seconds))] = orbit
    }
    return orbits
  }

  /// Returns the system and number of a satellite, as RTKLIB has them.
  private static func name(of message: RTCMMessage) -> (String, Int)? {
    switch message {
    case .gpsEphemeris(let ephemeris): ("G", Int(ephemeris.satelliteID))
    case .glonassEphemeris(let ephemeris): ("R", Int(ephemeris.satelliteID))
    case .galileoEphemeris(let ephemeris) where ephemeris.messageType == 1046:
      ("E", Int(ephemeris.satelliteID))
    case .beidouEphemeris(let ephemeris): ("C", Int(ephemeris.satelliteID))
    case .qzssEphemeris(let ephemeris): ("J", Int(ephemeris.satelliteID) + 192)
    default: nil
    }
  }

  @Test(
    "velocity and clock rate are the derivatives of position and clock", .compares(with: .captures))
  func derive() throws {
    let file = try SharedCaptures.file("rtk/mosaic-static/rover.rtcm3")
    for (name, orbit) in try Self.orbits(in: Array(Data(contentsOf: file))) {
      for seconds in [-3600.0, -61, 0, 59, 1800] {
        let state = orbit.state(at: orbit.referenceTime, minus: -seconds)
        let before = orbit.state(at: orbit.referenceTime, minus: 0.05 - seconds)
        let after = orbit.state(at: orbit.referenceTime, minus: -0.05 - seconds)
        let velocity = (after.position - before.position) * 10
        // Position and velocity of a Runge–Kutta step agree within this tolerance.
        #expect((velocity - state.velocity).length < 5e-6, "\(name)")
        let rate = (after.clockOffset - before.clockOffset) * 10
        #expect((rate - state.clockRate).magnitude < 1e-15, "\(name)")
      }
    }
  }

  @Test(
    "absurd elements give no trap, and a state for every time",
    arguments: [0, 1e-300, 1e9, -.infinity, .nan])
  func absurd(value: Double) {
    var kepler = GPSEphemeris(satelliteID: 1)
    (kepler.squareRootOfSemiMajorAxis, kepler.eccentricity, kepler.crs) = (value, value, value)
    var glonass = GLONASSEphemeris(satelliteID: 1)
    (glonass.positionX, glonass.velocityY, glonass.accelerationZ) = (value, value, value)
    for message in [RTCMMessage.gpsEphemeris(kepler), .glonassEphemeris(glonass)] {
      guard let orbit = SatelliteOrbit(message, near: Self.date) else { continue }
      for delay in [0, 1e6, -1e12, .infinity, .nan] {
        _ = orbit.state(at: Self.date, minus: delay)
      }
    }
  }
}
