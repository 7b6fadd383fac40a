import GNSSBasics
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Arc of an orbit")
struct OrbitArcTests {
  private static let satellites = BundledSatellites.of([.gps, .glonass, .galileo, .beidou, .qzss])

  @Test("an arc is off the orbit by less than a fifth of a millimetre, within a whole half minute")
  func followsOrbit() throws {
    for (hours, satellite) in Self.satellites.enumerated() {
      let time = SimulatedReceiverTests.time(Double(hours * 3601) + 0.4)
      let orbit = try #require(satellite.set(at: time)).orbit
      let arc = OrbitArc(of: orbit, around: time)
      let begin = GPSTime(nanoseconds: time.nanoseconds / 30_000_000_000 * 30_000_000_000)
      for seconds in [0.0, 0.1, 4, 7.5, 15, 22.5, 29.999] {
        let moment = begin.advanced(bySeconds: seconds)
        #expect(arc.contains(moment))
        let exact = orbit.state(at: moment, minus: 0.08).position
        let off = (arc.position(at: moment, minus: 0.08) - exact).length
        #expect(off < 2e-4, "\(satellite.id): \(off) m")
      }
      #expect(!arc.contains(begin.advanced(bySeconds: 30)))
      #expect(!arc.contains(begin.advanced(byNanoseconds: -1)))
    }
  }

  @Test("a satellite is seen where its line of sight leads", arguments: [true, false])
  func seesAsExactly(earthTurns: Bool) throws {
    let antenna = Antenna(SimulatedReceiverTests.milan)
    let time = SimulatedReceiverTests.time(17.3)
    for satellite in Self.satellites {
      let orbit = try #require(satellite.set(at: time)).orbit
      let exact = LineOfSight(
        from: orbit, to: antenna, receivedAt: time, minus: 3e-4, earthTurns: earthTurns)
      let seen = ApparentDirection(
        along: OrbitArc(of: orbit, around: time), to: antenna, receivedAt: time, minus: 3e-4,
        earthTurns: earthTurns)
      #expect((seen.vector - exact.direction).length < 3e-11, "\(satellite.id)")
      #expect((seen.sineOfElevation - exact.sineOfElevation).magnitude < 3e-11)
    }
  }
}
