@testable import BoardSimulation
import GNSSBasics
import Mathematics
import Testing

/// A fix model advanced once a second with corrections that a test describes.
private struct Stepper {
  var model: FixModel
  var second = 0
  /// The baseline to the station of the corrections, metres; `nil` for no corrections.
  var baseline: Double? = 1000
  var station: UInt16 = 17
  var constellations = 4
  var lacksGLONASSBiases = false
  var problem: CorrectionProblem?
  var timeout = FixModel.Parameters.correctionTimeout
  var surroundings = AntennaSurroundings.open
  /// Whether new correction epochs arrive.
  var isArriving = true
  private var latest: UsableCorrections?

  init(seed: UInt64 = 1) {
    model = FixModel(generator: Xoshiro256(seed: seed, part: "test"))
  }

  mutating func step(_ count: Int = 1) {
    for _ in 0..<count {
      let now = Duration.seconds(second)
      if isArriving && baseline != nil { latest = usable(at: now - .milliseconds(300)) }
      let status = CorrectionStatus(
        latest: latest, problem: latest == nil ? problem ?? .nothingReceived : problem)
      model.advance(
        to: now, corrections: status, baseline: latest == nil ? nil : baseline,
        timeout: timeout, surroundings: surroundings)
      second += 1
    }
  }

  mutating func loseSky(_ count: Int) {
    for _ in 0..<count {
      model.loseSky(at: .seconds(second))
      second += 1
    }
  }

  /// Returns the seconds until a state is reached; `nil` beyond `limit`.
  mutating func seconds(to state: GNSSFix, within limit: Int = 600) -> Int? {
    let start = second
    while second - start < limit {
      step()
      if model.state == state { return second - start }
    }
    return nil
  }

  private func usable(at arrival: Duration) -> UsableCorrections {
    UsableCorrections(
      stationID: station, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20,
      constellations: constellations, lacksGLONASSBiases: lacksGLONASSBiases, arrival: arrival)
  }
}

/// Returns a percentile of values.
private func percentile(_ percent: Int, of values: [Int]) -> Int {
  values.sorted()[values.count * percent / 100]
}

@Suite("Fix model")
struct FixModelTests {
  @Test("climbs through every state in order, and says why in each")
  func climbs() {
    var stepper = Stepper()
    var states: [GNSSFix] = []
    for _ in 0..<200 {
      stepper.step()
      #expect(stepper.model.reason.sentence.hasPrefix(stepper.model.state.name))
      if states.last != stepper.model.state { states.append(stepper.model.state) }
    }
    #expect(states == [.threeD, .dgnss, .rtkFloat, .rtkFixed])
  }

  @Test("times from float to fixed are those of real receivers")
  func drawsTimes() {
    var fixing: [Int] = []
    for seed in 1...400 {
      var stepper = Stepper(seed: UInt64(seed))
      _ = stepper.seconds(to: .rtkFloat)
      fixing.append(stepper.seconds(to: .rtkFixed) ?? .max)
    }
    #expect((3...6).contains(percentile(50, of: fixing)))
    #expect((8...13).contains(percentile(95, of: fixing)))
  }

  @Test("a single constellation takes longer to fix, 95 % within half a minute or so")
  func fixesSingleConstellation() {
    let times = (1...200).map { seed in
      var stepper = Stepper(seed: UInt64(seed))
      stepper.constellations = 1
      _ = stepper.seconds(to: .rtkFloat)
      return stepper.seconds(to: .rtkFixed) ?? .max
    }
    #expect((9...16).contains(percentile(50, of: times)))
    #expect((20...40).contains(percentile(95, of: times)))
  }

  @Test("after a short loss of the sky, one or two constellations fix as fast as three")
  func fixesAgain() {
    func seconds(_ constellations: Int, _ seed: Int) -> Int {
      var stepper = Stepper(seed: UInt64(seed))
      stepper.constellations = constellations
      _ = stepper.seconds(to: .rtkFixed)
      stepper.loseSky(20)
      return stepper.seconds(to: .rtkFixed) ?? .max
    }
    let times = (1...3).map { constellations in (1...100).map { seconds(constellations, $0) } }
    #expect(times[1] == times[2])
    #expect(zip(times[0], times[1]).allSatisfy { $0 <= $1 })
  }

  @Test(
    "the baseline limits the state, and the reason names the distance",
    arguments: [
      (49_900, GNSSFix.rtkFixed, "49.9 km"),
      (50_100, .rtkFloat, "50.1 km"),
      (99_940, .rtkFloat, "99.9 km"), (100_000, .rtkFloat, "100 km"), (100_100, .dgnss, "100 km"),
      (999_000, .dgnss, "999 km"),
      (1_001_000, .threeD, "1001 km"),
      (12_034_000, .threeD, "12034 km"),
    ])
  func limitsByBaseline(metres: Int, highest: GNSSFix, distance: String) {
    var stepper = Stepper()
    stepper.baseline = Double(metres)
    stepper.step(400)
    #expect(stepper.model.state == highest)
    #expect(stepper.model.reason.sentence.contains(distance))
    #expect(stepper.model.reason.sentence.contains("--origin base") == (metres > 1_000_000))
  }

  @Test("GLONASS alone without its biases stays float")
  func staysFloatWithoutBiases() {
    var stepper = Stepper()
    stepper.constellations = 1
    stepper.lacksGLONASSBiases = true
    stepper.step(300)
    #expect(stepper.model.state == .rtkFloat)
    #expect(stepper.model.reason == .glonassBiasesMissing(station: 17))
    stepper.lacksGLONASSBiases = false
    stepper.step(300)
    #expect(stepper.model.state == .rtkFixed)
  }

  @Test("a fix is held until corrections are a minute old, then falls to 3D and climbs again")
  func survivesShortOutage() {
    var stepper = Stepper()
    stepper.step(200)
    stepper.isArriving = false
    stepper.step(59)
    #expect(stepper.model.state == .rtkFixed)
    #expect(stepper.model.reason.sentence.contains("held"))
    #expect(stepper.model.correctionAge == .milliseconds(59_300))
    stepper.step(1)
    #expect(stepper.model.state == .threeD)
    #expect(stepper.model.reason.sentence.contains("stopped"))
    #expect(stepper.model.correctionAge == nil)
    stepper.isArriving = true
    #expect(stepper.seconds(to: .dgnss) == 1)
    #expect(stepper.seconds(to: .rtkFloat, within: 3) != nil)
    #expect(stepper.seconds(to: .rtkFixed, within: 60) != nil)
  }

  @Test("another time-out drops corrections at another age")
  func obeysTimeout() {
    var stepper = Stepper()
    stepper.timeout = .seconds(5)
    stepper.step(200)
    stepper.isArriving = false
    stepper.step(4)
    #expect(stepper.model.state == .rtkFixed)
    stepper.step(1)
    #expect(stepper.model.state == .threeD)
  }

  @Test("ambiguities are not fixed with old corrections")
  func doesNotFixWithOldCorrections() {
    var stepper = Stepper()
    stepper.constellations = 1
    stepper.baseline = 45_000  // so that it takes half a minute
    _ = stepper.seconds(to: .rtkFloat)
    stepper.isArriving = false
    stepper.step(58)
    #expect(stepper.model.state == .rtkFloat)
    #expect(stepper.model.reason.sentence.contains("too old"))
  }

  @Test("another station begins a new float solution")
  func restartsForAnotherStation() {
    var stepper = Stepper()
    stepper.step(200)
    stepper.station = 18
    stepper.step()
    #expect(stepper.model.state == .rtkFloat)
    #expect(stepper.seconds(to: .rtkFixed, within: 60) != nil)
  }

  @Test(
    "without usable corrections it stays 3D, and names the problem",
    arguments: [
      (CorrectionProblem.nothingReceived, "no corrections"),
      (.inputDisabled, "CFG-I2CINPROT-RTCM3X"),
      (.noFrames, "no valid RTCM 3 frame"),
      (.noObservations, "no observations (MSM4 to MSM7, 1001 to 1004, 1009 to 1012)"),
      (.unused(UnusedCorrections(1030)), "network residuals (1030)"),
      (.positionMissing(station: 17), "1005 or 1006"),
      (.stationMismatch(observations: 17, position: 99), "99"),
      (.tooFewSatellites(station: 17, count: 0), "0 usable satellites"),
      (.notAdvancing(station: 17), "not newer"),
    ])
  func namesProblems(problem: CorrectionProblem, text: String) {
    var stepper = Stepper()
    stepper.baseline = nil
    stepper.problem = problem
    stepper.step(200)
    #expect(stepper.model.state == .threeD)
    #expect(stepper.model.reason == .unusable(problem))
    #expect(stepper.model.reason.sentence.contains(text))
  }

  @Test("the kind of a reason does not follow its numbers")
  func comparesKinds() {
    let fixed = FixReason.fixed(station: 1, satellites: 9, baseline: 1000, age: .seconds(1))
    #expect(fixed.isSameKind(as: .fixed(station: 1, satellites: 8, baseline: 900, age: .zero)))
    #expect(!fixed.isSameKind(as: .holding(station: 1, age: .seconds(9))))
    #expect(
      !FixReason.unusable(.noFrames).isSameKind(as: .unusable(.positionMissing(station: 1))))
    let problems: [CorrectionProblem] = [
      .nothingReceived, .inputDisabled, .noFrames, .noObservations, .positionMissing(station: 1),
      .stationMismatch(observations: 1, position: 2), .tooFewSatellites(station: 1, count: 3),
      .notAdvancing(station: 1), .unused(UnusedCorrections(1030)),
    ]
    let kinds: [FixReason] =
      [
        .acquiring, .firstPosition(station: 1), .stopped(station: 1, age: .zero),
        .outOfReach(station: 1, baseline: 0), .beyondFloat(station: 1, baseline: 0),
        .startingPhase(station: 1, baseline: 0), .beyondFixed(station: 1, baseline: 0),
        .glonassBiasesMissing(station: 1), .tooOldToFix(station: 1, age: .zero),
        .resolving(station: 1, satellites: 8, baseline: 0), fixed,
        .holding(station: 1, age: .zero), .outOfSight(satellites: 2),
        .hindered(station: 1, by: .fewSatellites(3)),
      ] + PhaseStrain.allCases.map { .strained(station: 1, satellites: 8, by: $0) }
      + problems.map { .unusable($0) }
    for (index, kind) in kinds.enumerated() {
      #expect(kinds.indices.filter { kinds[$0].isSameKind(as: kind) } == [index])
    }
    #expect(
      fixed.sentence
        == "rtk-fixed: station 1 with 9 satellites, baseline 1.0 km, corrections 1.0 s old")
  }

  @Test("two models with the same seed agree, two with different seeds do not")
  func followsSeed() {
    func fixTime(_ seed: UInt64) -> Int? {
      var stepper = Stepper(seed: seed)
      return stepper.seconds(to: .rtkFixed)
    }
    #expect(fixTime(5) == fixTime(5))
    #expect(Set((1...20).map { fixTime(UInt64($0)) }).count > 5)
  }
}
