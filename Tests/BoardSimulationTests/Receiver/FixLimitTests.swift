import GNSSBasics
import Mathematics
import Testing

@testable import BoardSimulation

@Suite("Fix model: limits")
struct FixLimitTests {
  private static let instant = Duration.nanoseconds(1)

  private static func limit(
    baseline: Double? = 1000, age: Duration = .seconds(1), timeout: Duration = .seconds(60),
    problem: CorrectionProblem? = nil, constellations: Int = 4, lacksBiases: Bool = false
  ) -> FixModel.Limit {
    let latest = UsableCorrections(
      stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
      constellations: constellations, lacksGLONASSBiases: lacksBiases, arrival: .seconds(100))
    return FixModel.Limit(
      CorrectionStatus(latest: latest, problem: problem), baseline: baseline,
      now: .seconds(100) + age, timeout: timeout)
  }

  @Test("corrections are used up to their time-out, and not a moment longer")
  func timeout() {
    let held = Self.limit(age: .seconds(60))
    #expect(held.highest == .rtkFixed && held.isUsing && held.age == .seconds(60))
    let late = Self.limit(age: .seconds(60) + Self.instant)
    #expect(late.highest == .threeD && !late.isUsing)
    #expect(late.reason(in: .threeD) == .stopped(station: 17, age: .seconds(60) + Self.instant))
    let known = Self.limit(age: .seconds(61), problem: .notAdvancing(station: 17))
    #expect(known.reason(in: .threeD) == .unusable(.notAdvancing(station: 17)))
  }

  @Test("ambiguities are fixed with corrections of up to ten seconds, and a fix is held with older")
  func freshness() {
    let fresh = Self.limit(age: .seconds(10))
    #expect(fresh.allowsFixing)
    #expect(fresh.reason(in: .rtkFloat) == .resolving(station: 17, satellites: 20, baseline: 1000))
    #expect(
      fresh.reason(in: .rtkFixed)
        == .fixed(station: 17, satellites: 20, baseline: 1000, age: .seconds(10)))
    let age = Duration.seconds(10) + Self.instant
    let old = Self.limit(age: age)
    #expect(!old.allowsFixing && old.highest == .rtkFixed)
    #expect(old.reason(in: .rtkFloat) == .tooOldToFix(station: 17, age: age))
    #expect(old.reason(in: .rtkFixed) == .holding(station: 17, age: age))
  }

  @Test(
    "each state reaches as far as its longest baseline, and not a millimetre further",
    arguments: [(50_000.0, GNSSFix.rtkFixed), (100_000, .rtkFloat), (1_000_000, .dgnss)])
  func baselines(longest: Double, state: GNSSFix) {
    #expect(Self.limit(baseline: longest).highest == state)
    let beyond = Self.limit(baseline: longest + 0.001)
    #expect(beyond.highest < state && beyond.highest.rawValue == state.rawValue - 1)
    #expect(!beyond.allowsFixing)
    #expect(Self.limit(baseline: .nan).highest == .threeD)
    #expect(Self.limit(baseline: nil).highest == .threeD)
  }

  @Test("a limit tells station, constellations and age of what it was made from")
  func contents() {
    let limit = Self.limit(baseline: 2500, age: .seconds(3), constellations: 2)
    #expect(limit.station == 17 && limit.constellations == 2)
    #expect(limit.baseline == 2500 && limit.age == .seconds(3))
    let biases = Self.limit(lacksBiases: true)
    #expect(biases.highest == .rtkFloat && !biases.allowsFixing)
    #expect(biases.reason(in: .rtkFloat) == .glonassBiasesMissing(station: 17))
    #expect(biases.reason(in: .dgnss) == .startingPhase(station: 17, baseline: 1000))
    #expect(biases.reason(in: .none) == .acquiring)
    #expect(biases.reason(in: .threeD) == .firstPosition(station: 17))
    let far = Self.limit(baseline: 200_000)
    #expect(far.reason(in: .dgnss) == .beyondFloat(station: 17, baseline: 200_000))
  }

  @Test("DGNSS becomes float after a second, at the epoch that is then")
  func startsPhase() {
    var model = FixModel(generator: Xoshiro256(seed: 1, part: "test"))
    var states: [GNSSFix] = []
    for tenth in 0..<12 {
      let now = Duration.seconds(1000) + .milliseconds(100 * tenth)
      let latest = UsableCorrections(
        stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
        constellations: 4, lacksGLONASSBiases: false, arrival: now)
      model.advance(
        to: now, corrections: CorrectionStatus(latest: latest, problem: nil), baseline: 1000)
      states.append(model.state)
    }
    let expected: [GNSSFix] =
      [.threeD] + [GNSSFix](repeating: .dgnss, count: 10) + [.rtkFloat]
    #expect(states == expected)
  }

  @Test(
    "time in DGNSS counts, also while phases were out of reach", arguments: [100, 250, 1000])
  func phaseAtOnce(period: Int) {
    var model = FixModel(generator: Xoshiro256(seed: 1, part: "test"))
    var states: [GNSSFix] = []
    let epochs = 2000 / period + 2
    for epoch in 0..<epochs {
      let now = Duration.seconds(1000) + .milliseconds(period * epoch)
      let baseline = epoch == epochs - 1 ? 90_000.0 : 200_000
      let latest = UsableCorrections(
        stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
        constellations: 4, lacksGLONASSBiases: false, arrival: now)
      model.advance(
        to: now, corrections: CorrectionStatus(latest: latest, problem: nil), baseline: baseline)
      states.append(model.state)
    }
    let waiting = [GNSSFix](repeating: .dgnss, count: epochs - 2)
    #expect(states == [.threeD] + waiting + [.rtkFloat])
  }

  @Test("drawn times have the median and the 95th percentile that they are named by")
  func percentiles() {
    var generator = Xoshiro256(seed: 1, part: "test")
    let times = (0..<20_000)
      .map { _ in generator.logNormal(LogNormal(median: 25, percentile95: 42)).inSeconds }.sorted()
    #expect(abs(times[10_000] / 25 - 1) < 0.01)
    #expect(abs(times[19_000] / 42 - 1) < 0.02)
  }

  @Test(
    "it takes longer to fix over a baseline, by 4 % a kilometre, and with one constellation thrice",
    arguments: [(25_000.0, 4, 2.0), (0, 1, 3), (0, 2, 1)])
  func timeToFix(baseline: Double, constellations: Int, factor: Double) {
    #expect(
      abs(Self.medianToFix(baseline, constellations) / Self.medianToFix(0, 4) - factor) < 0.12)
  }

  /// Returns the median of many times from float to fixed, in tenths of seconds.
  private static func medianToFix(_ baseline: Double, _ constellations: Int) -> Double {
    let times = (1...201).map { seed in
      var model = FixModel(generator: Xoshiro256(seed: UInt64(seed), part: "test"))
      var (now, float) = (Duration.seconds(1000), Duration?.none)
      while model.state != .rtkFixed, now < .seconds(1200) {
        now += .milliseconds(100)
        let latest = UsableCorrections(
          stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
          constellations: constellations, lacksGLONASSBiases: false, arrival: now)
        model.advance(
          to: now, corrections: CorrectionStatus(latest: latest, problem: nil), baseline: baseline)
        if float == nil, model.state == .rtkFloat { float = now }
      }
      return (now - (float ?? .zero)).inSeconds
    }
    return times.sorted()[100]
  }
}
