import GNSSBasics
import Mathematics
import Testing

@testable import Sessions

@Suite("Laps of a track")
struct LapTests {
  @Test("ten rounds of 400 m at 4 m/s are ten laps of 100 s, from the start and each by itself")
  func rounds() throws {
    let samples = WalkedTrack(interval: 1.7).samples(600) { WalkedTrack.circle($0 * 4) }
    let session = try #require(WalkedTrack.outing(samples).sessions.first)
    #expect(session.laps.map(\.number) == Array(1...10))
    for lap in session.laps {
      #expect(abs(lap.duration - 100) < 0.1, "\(lap)")
      #expect(abs(lap.timeFromStart - 100 * Double(lap.number)) < 0.1, "\(lap)")
      // The chord of 6.8 m on a radius of 63.7 m is short by 6.8² / (24 · 63.7²) = 0.05 %.
      #expect(abs(lap.distance / 400 - 1) < 0.001 && abs(lap.speed - 4) < 0.01, "\(lap)")
    }
    #expect(abs((session.line?.bearing ?? 0) - 358) < 3)
    let outside = try #require(session.outside)
    #expect(outside.distanceBefore == 0 && abs(outside.timeAfter - 18.3) < 0.2)
  }

  @Test(
    "a given line has the way before its first crossing told, and is crossed in its direction only")
  func line() throws {
    let samples = WalkedTrack().samples(1000) { WalkedTrack.circle($0 * 4) }
    /// The southern end of the circle: there the way leads eastwards after three quarters.
    let south = WalkedTrack.milan.moved(east: -200 / .pi, north: -200 / .pi)
    var rules = SurveyRules()
    rules.line = LapLine(place: south, bearing: 90)
    let session = try #require(WalkedTrack.outing(samples, rules).sessions.first)
    #expect(session.laps.count == 9)
    #expect(abs((session.outside?.timeBefore ?? 0) - 75) < 0.1)
    #expect(abs((session.laps.first?.duration ?? 0) - 100) < 0.1)
    rules.line?.bearing = 270
    #expect(WalkedTrack.outing(samples, rules).sessions.first?.laps.isEmpty == true)
    rules.line?.place = south.moved(east: 0, north: -21)
    rules.line?.bearing = 90
    #expect(WalkedTrack.outing(samples, rules).sessions.first?.outside == nil)
  }

  @Test("a board that stands on the line makes no laps by its errors")
  func standingOnTheLine() throws {
    let track = WalkedTrack(fix: .threeD, noise: 0.7, accuracy: 1)
    let samples = track.samples(450) { WalkedTrack.circle(min($0, 200) * 4) }
    let session = try #require(WalkedTrack.outing(samples).sessions.first)
    #expect((1...2).contains(session.laps.count), "\(session.laps)")
  }

  @Test("a crossing within a gap is interpolated, and the lap tells how long the gap was")
  func gap() throws {
    let samples = WalkedTrack().samples(301) { WalkedTrack.circle($0 * 4) }
      .filter { !(95...105).contains($0.time) }
    let laps = try #require(WalkedTrack.outing(samples).sessions.first).laps
    #expect(laps.count == 3 && laps[0].longestGap == 12 && laps[2].longestGap == 1)
    #expect(abs(laps[0].duration - 100) < 0.1)
  }

  @Test("the truth about a lap is that of the true way across the same line")
  func truth() throws {
    var survey = OutingSurvey(SurveyRules())
    let track = WalkedTrack(fix: .threeD, noise: 0.4, accuracy: 0.57)
    for sample in track.samples(450, { WalkedTrack.circle(max($0 - 2, 0) * 4) }) {
      // Positions are two seconds old, as a card's may be.
      let true_ = WalkedTrack.circle(sample.time * 4)
      survey.see(
        truth: WalkedTrack.milan.moved(east: true_.east, north: true_.north), at: sample.time)
      survey.consume(sample)
    }
    let laps = try #require(survey.finish().sessions.first).laps
    #expect(laps.count == 4)
    for lap in laps {
      let truth = try #require(lap.truth)
      #expect(abs(truth.duration - 100) < 0.5 && abs(truth.distance - 400) < 1.5, "\(lap)")
      #expect(abs(lap.duration - truth.duration) < 1, "\(lap)")
    }
  }
}
