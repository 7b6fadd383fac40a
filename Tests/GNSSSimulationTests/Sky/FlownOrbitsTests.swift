import GNSSBasics
import Testing

@testable import GNSSSimulation

@Suite("What is flown, shared by all who look up")
struct FlownOrbitsTests {
  private static let satellites = BundledSatellites.of([.gps, .glonass])
  /// An even hour of GPS time, at which the sets of GPS change.
  ///
  /// The sets of GLONASS change 18 s later, at a half hour of UTC. Arcs change at half minutes.
  private static let change = GPSTime(week: 2421, secondsOfWeek: 129_600)

  @Test("whoever asks in whatever order is told what a satellite tells and where it is")
  func isWhatSatellitesTell() throws {
    let orbits = FlownOrbits(of: Self.satellites)
    #expect(orbits.satellites == Self.satellites.map(\.id))
    for (index, satellite) in Self.satellites.enumerated() {
      // The requests go forward and back: over a change of sets, through half minutes that displace each
      // other, and far away.
      for seconds in [-1.0, 0, 29, 30, -1, 119, 0, 121, 7200, 1, 86_400, -0.5] {
        let time = Self.change.advanced(bySeconds: seconds)
        let set = try #require(satellite.set(at: time))
        #expect(orbits.set(of: index, at: time) == set)
        let arc = orbits.arc(of: set, of: index, at: time)
        let own = OrbitArc(of: set.orbit, around: time)
        #expect(arc.contains(time))
        #expect(arc.position(at: time, minus: 0.08) == own.position(at: time, minus: 0.08))
      }
    }
  }

  @Test("what is asked for again within two minutes is the same object, and not a second one")
  func isShared() throws {
    let orbits = FlownOrbits(of: Self.satellites)
    let times = [0.0, 30, 60, 90].map { Self.change.advanced(bySeconds: $0 + 1) }
    let set = try #require(orbits.set(of: 3, at: times[0]))
    #expect(orbits.set(of: 3, at: times[3]) === set)
    let arcs = times.map { orbits.arc(of: set, of: 3, at: $0) }
    for (time, arc) in zip(times, arcs) {
      #expect(orbits.arc(of: set, of: 3, at: time.advanced(bySeconds: 20)) === arc)
    }
    // Two sets are cached for each satellite, so that boards of two dates need not displace each other's.
    let other = try #require(orbits.set(of: 3, at: Self.change.advanced(bySeconds: -1)))
    #expect(other != set && orbits.set(of: 3, at: times[1]) === set)
    #expect(orbits.set(of: 3, at: Self.change.advanced(bySeconds: 86_400)) != nil)
    #expect(orbits.set(of: 3, at: Self.change.advanced(bySeconds: -1)) === other)
  }

  @Test("what is of another sky, or not kept any more, is flown all the same")
  func fliesOthers() throws {
    let orbits = FlownOrbits(of: Self.satellites)
    let own = try #require(Self.satellites[3].set(at: Self.change))
    let arc = orbits.arc(of: own, of: 3, at: Self.change)
    #expect(arc.contains(Self.change))
    #expect(orbits.arc(of: own, of: 3, at: Self.change) !== arc, "which is shared with nobody")
  }

  @Test("nothing is told of a satellite of which nothing is known")
  func isUnknown() {
    let nobody = SimulatedSatellite.recorded(
      RecordedSatellite(Self.satellites[0].id, [], sent: Self.change, isContinued: true))
    let orbits = FlownOrbits(of: [nobody])
    #expect(orbits.set(of: 0, at: Self.change) == nil)
  }

  @Test("sets are equal by what they tell, and not by who made them")
  func isEqualByContent() throws {
    let (first, second) = (Self.satellites[0], Self.satellites[1])
    let set = try #require(first.set(at: Self.change))
    let again = try #require(first.set(at: Self.change))
    #expect(set == again && set.hashValue == again.hashValue && set !== again)
    #expect(set != second.set(at: Self.change))
    #expect(set != first.set(at: Self.change.advanced(bySeconds: -1)))
  }
}
