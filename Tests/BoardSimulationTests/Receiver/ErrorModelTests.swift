import GNSSBasics
import Mathematics
import Testing

@testable import BoardSimulation

/// What 600 epochs of each of twenty seeds come to.
private struct Statistics {
  var horizontalMedian = 0.0
  var sigmaEast = 0.0
  var sigmaUp = 0.0
  var largestStep = 0.0
  var withinAccuracy = 0.0

  init(state: GNSSFix, baseline: Double, age: Duration = .seconds(1)) {
    var (distances, east, up, inside): ([Double], Double, Double, Double) = ([], 0, 0, 0)
    for seed in 1...20 {
      var model = ErrorModel(generator: Xoshiro256(seed: UInt64(seed), part: "test"))
      var last: ErrorModel.LocalVector?
      for second in 0..<600 {
        let sample = model.sample(
          at: .seconds(second), state: state, baseline: baseline, age: age)
        let error = sample.position
        let distance = (error.east * error.east + error.north * error.north).squareRoot()
        distances.append(distance)
        east += error.east * error.east
        up += error.up * error.up
        inside += distance <= sample.horizontalAccuracy ? 1 : 0
        if let last { largestStep = max(largestStep, abs(error.east - last.east)) }
        last = error
      }
    }
    let count = Double(distances.count)
    horizontalMedian = distances.sorted()[distances.count / 2]
    sigmaEast = (east / count).squareRoot()
    sigmaUp = (up / count).squareRoot()
    withinAccuracy = inside / count
  }
}

@Suite("Error model")
struct ErrorModelTests {
  @Test(
    "half of the horizontal errors lie within the CEP of the state",
    arguments: [
      (GNSSFix.threeD, 0, 1.5),
      (.dgnss, 1000, 0.4),
      (.rtkFloat, 1000, 0.24),
      (.rtkFixed, 0, 0.010),
      (.rtkFixed, 40_000, 0.050),
    ])
  func meetsCEP(state: GNSSFix, baseline: Int, expected: Double) {
    let statistics = Statistics(state: state, baseline: Double(baseline))
    #expect(abs(statistics.horizontalMedian / expected - 1) < 0.2)
  }

  @Test("up is one and a half to two times worse than level", arguments: GNSSFix.allCases)
  func isWorseUpwards(state: GNSSFix) {
    let statistics = Statistics(state: state, baseline: 1000)
    #expect((1.3...2.3).contains(statistics.sigmaUp / statistics.sigmaEast))
  }

  @Test(
    "the accuracy estimate holds about two thirds of the errors", arguments: GNSSFix.allCases
  )
  func estimatesAccuracy(state: GNSSFix) {
    let statistics = Statistics(state: state, baseline: 5000)
    #expect((0.52...0.76).contains(statistics.withinAccuracy))
  }

  @Test("a position does not jump within a state", arguments: GNSSFix.allCases)
  func isContinuous(state: GNSSFix) {
    let statistics = Statistics(state: state, baseline: 1000)
    #expect(statistics.largestStep < 5 * statistics.sigmaEast)
  }

  @Test("fixed positions wander over a minute or so, they are no white noise")
  func wanders() {
    var near = 0.0
    var far = 0.0
    for seed in 1...20 {
      var model = ErrorModel(generator: Xoshiro256(seed: UInt64(seed), part: "test"))
      let east = (0..<600).map {
        model.sample(at: .seconds($0), state: .rtkFixed, baseline: 0, age: .zero).position.east
      }
      near += (0..<300).reduce(0) { $0 + east[$1] * east[$1 + 5] }
      far += (0..<300).reduce(0) { $0 + east[$1] * east[$1 + 300] }
    }
    #expect(far.magnitude < 0.35 * near)
    #expect(near / (20 * 300) > 0.45 * 0.0085 * 0.0085)
  }

  @Test("errors grow by centimetres a minute while corrections age")
  func growsWithAge() {
    let fresh = Statistics(state: .rtkFixed, baseline: 0, age: .zero)
    let old = Statistics(state: .rtkFixed, baseline: 0, age: .seconds(60))
    #expect((0.02...0.04).contains(old.sigmaEast - fresh.sigmaEast))
  }

  @Test("the sequence depends on the seed and on nothing else")
  func followsSeed() {
    func errors(_ seed: UInt64) -> [ErrorModel.Sample] {
      var model = ErrorModel(generator: Xoshiro256(seed: seed, part: "test"))
      return (0..<10).map {
        model.sample(at: .seconds($0), state: .threeD, baseline: 0, age: .zero)
      }
    }
    #expect(errors(1) == errors(1))
    #expect(errors(1) != errors(2))
  }
}

@Suite("How widely errors are spread")
struct ErrorSpreadTests {
  @Test(
    "each state has its part that is fixed, one by distance and one by age",
    arguments: [
      (GNSSFix.none, 1.27, 0.0, 0.0, 1.8, 0.05, 120), (.threeD, 1.27, 0, 0, 1.8, 0.05, 120),
      (.dgnss, 0.34, 1, 0.03, 1.6, 0.05, 100), (.rtkFloat, 0.20, 1, 0.03, 1.6, 0.03, 60),
      (.rtkFixed, 0.0085, 0.85, 0.03, 1.75, 0.015, 80),
    ] as [(GNSSFix, Double, Double, Double, Double, Double, Double)])
  func spread(
    state: GNSSFix, metres: Double, partsPerMillion: Double, perMinute: Double, up: Double,
    speed: Double, time: Double
  ) {
    for (kilometres, minutes) in [(0.0, 0), (10, 0), (0, 2), (30, 1)] {
      let spread = ErrorModel.Spread(
        state: state, baseline: 1000 * kilometres, age: .seconds(60 * minutes))
      let expected =
        metres + partsPerMillion * kilometres / 1000 + perMinute * Double(minutes)
      #expect(abs(spread.horizontal - expected) < 1e-12)
      #expect(abs(spread.vertical - up * expected) < 1e-12)
      #expect((spread.speed, spread.correlationTime) == (speed, time))
    }
  }
}
