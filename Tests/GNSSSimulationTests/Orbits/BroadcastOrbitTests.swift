import GNSSBasics
import Mathematics
import RTCMParser
import Testing

import SatelliteOrbits

@testable import GNSSSimulation

@Suite("Broadcast orbit")
struct BroadcastOrbitTests {
  static let start = GPSTime(week: 2421, secondsOfWeek: 129_618)
  static let data = BundledData.of(.gps, at: start)

  @Test(
    "Kepler's equation is solved to rounding, up to the largest eccentricity there is",
    arguments: [0, 0.001, 0.02, 0.3, 0.5])
  func solvesKepler(eccentricity: Double) {
    for step in -400...400 {
      let mean = Double(step) * 0.05
      let anomaly = KeplerEquation.eccentricAnomaly(
        meanAnomaly: mean, eccentricity: eccentricity)
      let left = anomaly - eccentricity * Math.sine(anomaly) - mean
      #expect(left.remainder(dividingBy: 2 * .pi).magnitude < 1e-14)
    }
  }

  @Test("velocity and clock rate are the derivatives of position and clock", arguments: data)
  func derivesVelocity(data: NavigationData) {
    let orbit = BroadcastOrbit(data)
    let (before, after) = (
      orbit.state(at: Self.start, minus: 0.05), orbit.state(at: Self.start, minus: -0.05)
    )
    let state = orbit.state(at: Self.start)
    let velocity = (after.position - before.position) * 10
    // The third derivative leaves an error of 4e-8 m/s, and the rounding of positions twice that.
    #expect((velocity - state.velocity).length < 1e-6)
    let clockRate = (after.clockOffset - before.clockOffset) * 10
    #expect((clockRate - state.clockRate).magnitude < 2e-17 * 10)
  }

  @Test("radius and speed are those of a twelve-hour orbit", arguments: data)
  func hasPlausibleSize(data: NavigationData) {
    let state = BroadcastOrbit(data).state(at: Self.start)
    #expect((25.9e6...27.2e6).contains(state.position.length))
    let inertial = state.velocity + state.position.carriedByEarth
    #expect((3.75e3...4.0e3).contains(inertial.length))
  }

  @Test(
    "the relativistic clock correction is -2 r·v / c² (IS-GPS-200, 20.3.3.3.3.1)", arguments: data)
  func correctsForRelativity(data: NavigationData) {
    var still = data
    (still.af0, still.af1) = (0, 0)
    // The alternative formula holds for an orbit without harmonic corrections.
    still.harmonics = HarmonicCorrections(cuc: 0, cus: 0, crc: 0, crs: 0, cic: 0, cis: 0)
    (still.omegaDot, still.idot, still.deltaN) = (0, 0, 0)
    let state = BroadcastOrbit(still).state(at: Self.start)
    let inertial = state.velocity + state.position.carriedByEarth
    let expected =
      -2 * state.position.dot(inertial) / (GPSConstants.speedOfLight * GPSConstants.speedOfLight)
    #expect((state.clockOffset - expected).magnitude < 1e-15)
  }
}
