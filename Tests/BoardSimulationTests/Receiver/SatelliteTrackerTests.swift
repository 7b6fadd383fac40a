import GNSSBasics
import GNSSSimulation
import Mathematics
import RTCMParser
import Testing
import UBloxRaw

@testable import BoardSimulation

/// A tracker on its own, over Milan.
private struct Follower {
  var tracker: SatelliteTracker
  /// The GPS time at board time zero.
  var boot: GPSTime
  var view = SkyView()
  var isPlaced = false
  var place = World.milan
  var satellites = SatellitesInView()
  var now = Duration.zero

  init(
    seed: UInt64 = 1, _ mode: SkyMode = .off, start: StartKind = .cold,
    boot: GPSTime = GPSTime(week: 2421, secondsOfWeek: 43_200), under sky: Sky = .standard
  ) {
    tracker = SatelliteTracker(under: sky, mode, seed: seed, realism: .real)
    self.boot = boot
    tracker.restart(start, at: .zero)
  }

  mutating func step(_ interval: Duration = .seconds(1)) {
    let (place, time) = (place, boot.advanced(byNanoseconds: now.inNanoseconds))
    satellites = tracker.follow(
      at: now, time: time,
      .init(place: place, antenna: .standing(place), view: view, isPlaced: isPlaced))
    now += interval
  }

  mutating func run(for time: Duration) {
    let end = now + time
    while now < end { step() }
  }

  /// Returns the seconds until four satellites are usable.
  mutating func secondsToFix() -> Double {
    let begin = now
    while satellites.usableCount < 4, now < .seconds(300) { step(.milliseconds(500)) }
    return (now - begin).inSeconds - 0.5
  }
}

@Suite("Satellite tracker")
struct SatelliteTrackerTests {
  @Test(
    "each kind of start takes what the data sheet has for it",
    arguments: [
      (StartKind.cold, 20.0...30, 0...45.0), (.warm, 15...30, 0...40), (.hot, 1.0...3, 0...5),
    ])
  func starts(kind: StartKind, median: ClosedRange<Double>, late: ClosedRange<Double>) {
    // Ephemerides are sent every half minute, so the result depends on the second of the start.
    let times = (0..<60).map { index in
      let boot = GPSTime(week: 2421, secondsOfWeek: 43_200 + 7 * index)
      var follower = Follower(seed: UInt64(index + 1), boot: boot)
      if kind == .hot {
        _ = follower.secondsToFix()
        follower.run(for: .seconds(30))
        follower.tracker.restart(.hot, at: follower.now)
        follower.step(.milliseconds(500))
        return follower.secondsToFix() + 0.5
      }
      follower.tracker.restart(kind, at: .zero)
      return follower.secondsToFix()
    }.sorted()
    #expect(median.contains(times[30]), "\(times[30])")
    #expect(late.contains(times[57]), "\(times[57])")
  }

  @Test("an ephemeris is known when all of its pieces have been heard from their beginning")
  func reading() throws {
    func seconds(_ system: Constellation, _ number: Int, from second: Int) throws -> Double {
      let schedule = try #require(
        NavigationSchedule(constellation: system, satelliteNumber: number))
      let time = GPSTime(week: 2421, secondsOfWeek: second)
      return schedule.ephemerisEnd(heardFrom: time).seconds(since: time)
    }
    let values = try [
      // GPS: subframes 1 to 3 of 6 s each, at the beginning of each half minute.
      seconds(.gps, 3, from: 600), seconds(.gps, 3, from: 601), seconds(.gps, 3, from: 618),
      // Galileo: words 2 and 4 from 1 s of the half minute, words 1 and 3 from 21 s.
      seconds(.galileo, 5, from: 600), seconds(.galileo, 5, from: 602),
      seconds(.galileo, 5, from: 606),
      // GLONASS: four strings of 2 s each, in Moscow's half minute, 18 s after that of GPS.
      seconds(.glonass, 5, from: 618), seconds(.glonass, 5, from: 619),
    ]
    #expect(values.map { $0.rounded() } == [18, 35, 30, 25, 31, 29, 8, 31])
  }

  @Test("behind what hides the sky nothing is followed, and in the open it is found again soon")
  func tunnel() {
    var follower = Follower(.on)
    follower.isPlaced = true
    follower.run(for: .seconds(70))
    let before = follower.satellites.usableCount
    #expect(before >= 20)
    follower.view.isOpen = false
    follower.run(for: .seconds(30))
    #expect(follower.satellites.satellites.allSatisfy { !$0.isFollowed })
    let measured = follower.tracker.measurement()
    #expect(measured?.observations.observations.isEmpty == true)
    follower.view.isOpen = true
    follower.run(for: .seconds(5))
    #expect(follower.satellites.usableCount >= before - 3)
  }

  @Test("a jammer takes all but the highest, and makes those weaker by as much")
  func jamming() {
    var follower = Follower(.on)
    follower.isPlaced = true
    follower.run(for: .seconds(70))
    let quiet = follower.satellites
    follower.view.loss = 18
    follower.run(for: .seconds(2))
    let jammed = follower.satellites
    #expect((1..<quiet.usableCount / 2).contains(jammed.usableCount))
    for satellite in jammed.usable {
      let before = quiet.satellites.first { $0.id == satellite.id }
      let loss = (before?.signals[0].carrierToNoise ?? 0) - satellite.signals[0].carrierToNoise
      #expect((13..<23).contains(loss))
    }
  }

  @Test("without the sky the same satellites are seen as with it, as strong on the average")
  func modes() {
    var (on, off) = (Follower(.on), Follower(.off))
    on.isPlaced = true
    off.isPlaced = true
    on.run(for: .seconds(90))
    off.run(for: .seconds(90))
    let measured = off.tracker.measurement()
    #expect(measured == nil)
    let (a, b) = (on.satellites.satellites, off.satellites.satellites)
    #expect(a.map(\.id) == b.map(\.id) && a.map(\.direction) == b.map(\.direction))
    #expect(a.count { $0.isFollowed } >= 25)
    let differences = zip(a, b).filter { $0.isFollowed && $1.isFollowed }.map {
      $0.signals[0].carrierToNoise - $1.signals[0].carrierToNoise
    }
    #expect(differences.allSatisfy { abs($0) < 3 })
    let mean: Double = differences.reduce(0, +) / Double(differences.count)
    #expect(mean.magnitude < 0.5)
    #expect(zip(a, b).allSatisfy { $0.signals.map(\.code) == $1.signals.map(\.code) })
  }

  @Test("one that starts cold names only what it follows, and directions once it has orbits")
  func unplaced() {
    var follower = Follower()
    follower.run(for: .seconds(15))
    let early = follower.satellites.satellites
    #expect(!early.isEmpty && early.allSatisfy(\.isFollowed))
    #expect(early.contains { $0.direction == nil && !$0.hasEphemeris })
    #expect(early.allSatisfy { ($0.direction == nil) == !$0.hasEphemeris })
    follower.run(for: .seconds(60))
    #expect(follower.satellites.satellites.allSatisfy { $0.direction != nil })
  }

  @Test("chance is drawn at epochs: the same seed finds the same, another one not")
  func seeds() {
    func found(_ seed: UInt64) -> [SatellitesInView] {
      var follower = Follower(seed: seed, .on)
      return (0..<40).map { _ in
        follower.step()
        return follower.satellites
      }
    }
    #expect(found(1) == found(1))
    #expect(found(1) != found(2))
  }
}
