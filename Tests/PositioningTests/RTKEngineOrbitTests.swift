import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Ephemerides that are old, unhealthy, damaged, missing, or new in the middle of an arc.
@Suite("A receiver that solves, with orbits that are wrong")
struct RTKEngineOrbitTests {
  /// A satellite of GPS that both receivers see throughout, and the ephemeris of each.
  private static func victim(
    _ pair: SkyPair
  ) throws -> (signal: SkyPair.Signal, orbit: GPSEphemeris) {
    let signal = try pair.signal(of: .gps, band: 1)
    let orbits = pair.rover[0].broadcasts.compactMap { message -> GPSEphemeris? in
      if case .gpsEphemeris(let orbit) = message { orbit } else { nil }
    }
    let own = orbits.first { Int($0.satelliteID) == signal.satellite.number }
    return (signal, try #require(own))
  }

  /// Takes another ephemeris of the satellite instead of its own, from an epoch on.
  private static func solve(
    _ pair: SkyPair, from epoch: Int = 0, _ orbit: GPSEphemeris
  ) -> [Solution] {
    pair.solve(before: { engine, index in
      guard index == epoch else { return }
      engine.take(.gpsEphemeris(orbit), near: pair.rover[index].observations.time)
    })
  }

  @Test("a satellite that turns unhealthy inside a fix is left out from then on")
  func unhealthy() throws {
    let pair = try SkyPair.standing(epochs: 20)
    var (signal, orbit) = try Self.victim(pair)
    orbit.health = 1
    let solutions = Self.solve(pair, from: 10, orbit)
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 20 && verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[9].satellites.contains(signal.satellite))
    for solution in solutions[11...] {
      #expect(!solution.satellites.contains(signal.satellite))
      #expect(solution.leftOut.contains(LeftOut(signal.satellite, .unhealthy)))
    }
  }

  /// The two sides may know a set at different times; both use one for a satellite all the same.
  @Test(
    "another set of data inside an arc, metres from the first one, changes nothing",
    arguments: [1e-8, -3e-7, 2e-6])
  func newSet(clock: Double) throws {
    let pair = try SkyPair.standing(epochs: 20)
    var (_, orbit) = try Self.victim(pair)
    orbit.af0 += clock
    orbit.iode &+= 1
    orbit.crs += 3
    let verdict = pair.judge(Self.solve(pair, from: 10, orbit))
    #expect(verdict.fixed == 20 && verdict.worst < 0.01, "\(verdict)")
  }

  @Test("the new data of all satellites at a full hour change nothing")
  func changeOfSets() throws {
    var plan = SkyPair.Plan()
    plan.start = GPSTime(week: 2421, secondsOfWeek: 2 * 86_400 + 14 * 3600 - 10)
    plan.epochs = 20
    let pair = try SkyPair(plan)
    let changed = Set(pair.rover[19].broadcasts).subtracting(pair.rover[0].broadcasts)
    #expect(changed.count > 15)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed == 20 && verdict.worst < 0.03, "\(verdict)")
  }

  @Test("a satellite whose ephemeris is too old is left out, and is named", arguments: [5, 170])
  func stale(hours: Int) throws {
    var pair = try SkyPair.standing(epochs: 10)
    let (signal, orbit) = try Self.victim(pair)
    var old = orbit
    old.week -= UInt16(hours / 168)
    old.referenceTime -= Double(hours % 168) * 3600
    old.clockReferenceTime = old.referenceTime
    for index in pair.rover.indices {
      pair.rover[index].broadcasts.removeAll { $0 == .gpsEphemeris(orbit) }
    }
    pair.messages = [.gpsEphemeris(old)]
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 10 && verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[0].leftOut.contains(LeftOut(signal.satellite, .staleOrbit)))
  }

  @Test("a satellite without an ephemeris is left out until it comes")
  func late() throws {
    var pair = try SkyPair.standing(epochs: 20)
    let (signal, orbit) = try Self.victim(pair)
    for index in 0..<10 {
      pair.rover[index].broadcasts.removeAll { $0 == .gpsEphemeris(orbit) }
    }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 20 && verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[9].leftOut.contains(LeftOut(signal.satellite, .noOrbit)))
    #expect(solutions[19].satellites.contains(signal.satellite))
  }

  /// Both receivers use the wrong orbit, so that only its change of direction is left, or nothing fits at all.
  @Test(
    "an orbit that is wrong by kilometres costs its satellite only", arguments: [1e-6, 1e-4, 0.1])
  func wrongOrbit(anomaly: Double) throws {
    let pair = try SkyPair.standing(epochs: 20)
    var (_, orbit) = try Self.victim(pair)
    orbit.meanAnomaly += anomaly
    for epoch in [0, 10] {
      let solutions = Self.solve(pair, from: epoch, orbit)
      let verdict = pair.judge(solutions)
      #expect(verdict.wrong.isEmpty, "from \(epoch): \(verdict)")
      #expect(verdict.fixed >= 18, "from \(epoch): \(verdict)")
    }
  }

  /// The fields of an ephemeris that are real numbers, without its times, which are whole on the wire.
  private static let fields: [any WritableKeyPath<GPSEphemeris, Double> & Sendable] = [
    \.inclinationRate, \.af2, \.af1, \.af0, \.crs, \.meanMotionDifference, \.meanAnomaly, \.cuc,
    \.eccentricity, \.cus, \.squareRootOfSemiMajorAxis, \.cic, \.ascendingNode, \.cis,
    \.inclination, \.crc, \.argumentOfPerigee, \.ascensionRate, \.groupDelay,
  ]

  @Test(
    "an ephemeris with a number that is none, or beyond all sense, costs its satellite only",
    arguments: [.nan, .infinity, 1e300, -1e300, 1e12, 0x1p-1070] as [Double])
  func absurd(value: Double) throws {
    let pair = try SkyPair.standing(epochs: 4)
    for field in Self.fields {
      var (_, orbit) = try Self.victim(pair)
      orbit[keyPath: field] = value
      let verdict = pair.judge(Self.solve(pair, from: 2, orbit))
      #expect(verdict.wrong.isEmpty, "\(field): \(verdict)")
      #expect(verdict.fixed == 4, "\(field): \(verdict)")
    }
  }

  @Test("ephemerides of all satellites that are damaged leave a reason, and no trap")
  func allAbsurd() throws {
    for value in [.nan, .infinity, 1e300, 0] as [Double] {
      var pair = try SkyPair.standing(epochs: 3)
      for field in Self.fields {
        pair.messages = pair.rover[0].broadcasts.map { message in
          guard case .gpsEphemeris(var orbit) = message else { return message }
          orbit[keyPath: field] = value
          return .gpsEphemeris(orbit)
        }
        for index in pair.rover.indices { pair.rover[index].broadcasts = [] }
        let verdict = pair.judge(pair.solve())
        #expect(verdict.wrong.isEmpty, "\(field) \(value): \(verdict)")
        pair = try SkyPair.standing(epochs: 3)
      }
    }
  }
}
