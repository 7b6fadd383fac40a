import GNSSBasics
import Testing

@testable import Sessions

@Suite("Sessions of a track")
struct OutingSurveyTests {
  @Test("a way of 1,400 m in 1,000 s is one session with start, stop, distance and speed")
  func straight() throws {
    let outing = WalkedTrack.outing(WalkedTrack(start: 500).samples(1001) { ($0 * 1.4, 0) })
    let session = try #require(outing.sessions.first)
    #expect(outing.sessions.count == 1 && outing.positionCount == 1001)
    #expect(session.start == 500 && session.stop == 1500 && session.duration == 1000)
    #expect(abs(session.distance - 1400) < 0.01 && abs(session.rawDistance - 1400) < 0.01)
    #expect(abs(session.meanSpeed - 1.4) < 1e-4 && abs(session.movingTime - 1000) < 1e-6)
    #expect(abs((session.greatestSpeed ?? 0) - 1.4) < 1e-3)
    #expect(session.fixTimes[.rtkFixed] == 1000 && session.fixTimes[.threeD] == 0)
  }

  @Test(
    "a fix that gets better moves a standing board without a way; the session departs from the better place"
  )
  func betterFix() throws {
    // Half a metre off with a float solution for 60 s, then fixed, and away at 100 s with 2 m/s.
    var samples = WalkedTrack().samples(201) { time in
      (time < 60 ? 0.5 : max(time - 100, 0) * 2, 0)
    }
    for index in samples.indices where samples[index].time < 60 { samples[index].fix = .rtkFloat }
    let session = try #require(WalkedTrack.outing(samples).sessions.first)
    #expect(abs(session.start - 100) < 1 && abs(session.distance - 200) < 0.1)
  }

  @Test(
    "the same way is as long at the antimeridian, at a pole and in the south",
    arguments: [(0.0, 180.0), (0, -179.9999), (89.9995, 0), (-89.9995, 90), (-45, -170)])
  func places(latitude: Double, longitude: Double) throws {
    let place = GeodeticPosition(latitude: latitude, longitude: longitude, height: 0)
    let outing = WalkedTrack.outing(WalkedTrack(place: place).samples(101) { (0, $0 * 2) })
    let session = try #require(outing.sessions.first)
    #expect(abs(session.distance - 200) < 0.01 && outing.leapCount == 0)
  }

  @Test(
    "positions with errors of a metre make a walk 56 % longer, and the minimum step less than 5 %")
  func noise() throws {
    let track = WalkedTrack(fix: .threeD, noise: 1, accuracy: 1.414)
    let outing = WalkedTrack.outing(track.samples(3001) { ($0 * 1.4, 0) })
    let session = try #require(outing.sessions.first)
    #expect(outing.sessions.count == 1)
    #expect((1.5...1.62).contains(session.rawDistance / 4200))
    #expect((0.99...1.05).contains(session.distance / 4200))
    #expect(abs((session.greatestSpeed ?? 0) - 1.4) < 0.8)
  }

  @Test("a board that stands for three hours with errors of a metre has no session")
  func standing() {
    let track = WalkedTrack(fix: .threeD, noise: 1, accuracy: 1.414)
    let outing = WalkedTrack.outing(track.samples(10_800) { _ in (0, 0) })
    #expect(outing.sessions.isEmpty && outing.days.isEmpty)
    #expect(outing.fixTimes[.threeD] == 10_799)
  }

  @Test("a stop or a gap of more than the pause begins another session, and a shorter one does not")
  func pauses() {
    /// 100 s of walking, a stop, 100 s of walking.
    func way(_ stop: Double) -> [TrackSample] {
      WalkedTrack().samples(201 + Int(stop)) { (2 * min($0, max(100, $0 - stop)), 0) }
    }
    let short = WalkedTrack.outing(way(200)).sessions
    #expect(short.count == 1 && short[0].duration == 400)
    #expect(abs(short[0].movingTime - 200) < 2 && abs(short[0].distance - 400) < 0.1)
    let long = WalkedTrack.outing(way(400)).sessions
    #expect(long.map(\.start) == [0, 500] && long.map(\.stop) == [100, 600])
    #expect(long.allSatisfy { abs($0.distance - 200) < 0.1 && abs($0.rawDistance - 200) < 0.1 })
    let gap = WalkedTrack.outing(way(400).filter { !(100...500).contains($0.time) }).sessions
    #expect(gap.map(\.start) == [0, 501] && gap.map(\.stop) == [99, 600])
    var rules = SurveyRules()
    rules.pause = 3600
    #expect(WalkedTrack.outing(way(400), rules).sessions.count == 1)
  }

  @Test("a runner who waits for the start and stands after the stop has the times between")
  func waiting() throws {
    let track = WalkedTrack(fix: .threeD, noise: 0.2, accuracy: 0.5)
    let outing = WalkedTrack.outing(track.samples(500) { (3 * min(max($0 - 100, 0), 200), 0) })
    let session = try #require(outing.sessions.first)
    #expect(abs(session.start - 100) < 2 && abs(session.stop - 300) < 2)
    #expect(abs(session.distance - 600) < 4)
  }

  @Test(
    "a clock that goes back begins another session; lines at one time and at no time are left out")
  func clock() {
    let walk = WalkedTrack(start: 1000).samples(101) { ($0 * 2, 0) }
    var samples = walk + WalkedTrack(start: 50).samples(101) { ($0 * 2, 0) }
    samples.insert(samples[10], at: 11)
    samples.insert(TrackSample(time: .nan), at: 20)
    let outing = WalkedTrack.outing(samples)
    #expect(outing.sessions.map(\.start) == [1000, 50] && outing.restartCount == 1)
    #expect(outing.repeatedCount == 2)
    #expect(outing.sessions.allSatisfy { abs($0.distance - 200) < 0.01 })
  }

  @Test("lines without a position and a leap to another continent cost no distance but their own")
  func leaps() throws {
    var samples = WalkedTrack().samples(201) { ($0 * 2, 0) }
    samples[50].position = nil
    samples[100].position = GeodeticPosition(latitude: -33.9, longitude: 18.4, height: 0)
    let outing = WalkedTrack.outing(samples)
    let session = try #require(outing.sessions.first)
    #expect(outing.sessions.count == 1 && outing.leapCount == 2 && outing.emptyCount == 1)
    #expect(abs(session.distance - 396) < 0.01)
  }

  @Test("a minimum step of nothing counts every change of position")
  func everyChange() throws {
    var rules = SurveyRules()
    rules.minimumStep = 0
    let track = WalkedTrack(noise: 1)
    let session = try #require(
      WalkedTrack.outing(track.samples(301) { ($0 * 1.4, 0) }, rules).sessions.first)
    #expect(session.distance == session.rawDistance)
  }

  @Test("sessions are summed up by the day of their departure, in the zone of the days")
  func days() {
    // 2026-06-01T21:55:00Z, 22:55 and 23:55.
    let starts = [0.0, 3600, 7200].map { 1_780_350_900 + $0 }
    let samples = starts.flatMap { WalkedTrack(start: $0).samples(61) { ($0 * 2, 0) } }
    func days(_ zone: DayZone) -> [String] {
      var rules = SurveyRules()
      rules.zone = zone
      return WalkedTrack.outing(samples, rules).days.map {
        "\(TrackClock.text($0.day)): \($0.sessionCount), \(TrackText.metres($0.distance)) m"
      }
    }
    #expect(days(.utc) == ["2026-06-01: 3, 360.0 m"])
    #expect(days(.place) == ["2026-06-01: 1, 120.0 m", "2026-06-02: 2, 240.0 m"])
    #expect(days(.ahead(minutes: 65)) == ["2026-06-01: 1, 120.0 m", "2026-06-02: 2, 240.0 m"])
    #expect(days(.ahead(minutes: -1200)) == ["2026-06-01: 3, 360.0 m"])
  }

  @Test("a track of any length keeps two thousand points for its drawing, from its start on")
  func sketch() {
    let points = WalkedTrack.outing(WalkedTrack().samples(20_000) { ($0 * 2, 0) }).sketch.points
    #expect((1000...2000).contains(points.count) && points[0].time == 0)
    #expect((points.last?.time ?? 0) > 19_900)
  }
}
