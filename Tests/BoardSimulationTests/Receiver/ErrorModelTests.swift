import GNSSBasics
import Mathematics
import Testing

@testable import BoardSimulation

/// Statistics of the errors of twenty seeds.
private struct Statistics {
  var horizontalMedian = 0.0
  var sigmaEast = 0.0
  var sigmaUp = 0.0
  var withinAccuracy = 0.0

  init(state: GNSSFix, baseline: Double, age: Duration = .seconds(1), seeds: Int = 20) {
    var (distances, east, up, inside): ([Double], Double, Double, Double) = ([], 0, 0, 0)
    for seed in 1...seeds {
      // Samples are half a minute apart, so that the slow part varies enough.
      for sample in samples(
        state, seed: seed, every: 30, count: 600, baseline: baseline, age: age)
      {
        let error = sample.position
        let distance = (error.east * error.east + error.north * error.north).squareRoot()
        distances.append(distance)
        east += error.east * error.east
        up += error.up * error.up
        inside += distance <= sample.horizontalAccuracy ? 1 : 0
      }
    }
    let count = Double(distances.count)
    horizontalMedian = distances.sorted()[distances.count / 2]
    sigmaEast = (east / count).squareRoot()
    sigmaUp = (up / count).squareRoot()
    withinAccuracy = inside / count
  }
}

/// Returns the errors of a state at equal intervals.
private func samples(
  _ state: GNSSFix, seed: Int, every seconds: Int = 1, count: Int, baseline: Double = 1000,
  age: Duration = .seconds(1)
) -> [ErrorModel.Sample] {
  var model = ErrorModel(generator: Xoshiro256(seed: UInt64(seed), part: "test"))
  return (0..<count).map {
    model.sample(at: .seconds(seconds * $0), state: state, baseline: baseline, age: age)
  }
}

/// Returns the RMS movements, horizontal and vertical, of positions over a time.
private func motion(_ state: GNSSFix, over seconds: Int) -> (level: Double, up: Double) {
  var (level, up, count) = (0.0, 0.0, 0.0)
  for seed in 1...10 {
    let places = samples(state, seed: seed, count: 600).map(\.position)
    for (one, other) in zip(places, places.dropFirst(seconds)) {
      let (east, north) = (other.east - one.east, other.north - one.north)
      level += east * east + north * north
      up += (other.up - one.up) * (other.up - one.up)
      count += 1
    }
  }
  return ((level / count).squareRoot(), (up / count).squareRoot())
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

  @Test(
    "without corrections, half of a day's positions lie 1 to 2.5 m from the truth", arguments: 1...5
  )
  func day(seed: Int) {
    let distances = samples(.threeD, seed: seed, every: 10, count: 8640).map {
      ($0.position.east * $0.position.east + $0.position.north * $0.position.north).squareRoot()
    }
    #expect((1...2.5).contains(distances.sorted()[4320]))
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
    #expect((0.55...0.72).contains(statistics.withinAccuracy))
  }

  /// Arguments: the state, a time in seconds, and the recorded horizontal and vertical movements in metres.
  ///
  /// The recording is pair A of the captures, a NEO-M8P's GGA of 4 October 2018: 76 s of quality 1, 1121 s of
  /// quality 4.
  @Test(
    "a standing receiver's positions move as those of a recorded one",
    arguments: [
      (GNSSFix.threeD, 1, 0.020, 0.045), (.threeD, 10, 0.160, 0.198), (.threeD, 30, 0.450, 0.566),
      (.rtkFixed, 1, 0.0082, 0.0104), (.rtkFixed, 10, 0.0138, 0.0141),
      (.rtkFixed, 60, 0.0147, 0.0144), (.rtkFixed, 300, 0.0180, 0.0116),
    ])
  func movesAsRecorded(state: GNSSFix, seconds: Int, level: Double, up: Double) {
    let ours = motion(state, over: seconds)
    #expect((0.6...1.4).contains(ours.level / level), "\(ours)")
    // The minutes of a single receiver say less about the height.
    #expect((0.4...2.4).contains(ours.up / up), "\(ours)")
  }

  @Test(
    "from second to second a position moves by centimetres at most", arguments: GNSSFix.allCases)
  func isSmooth(state: GNSSFix) {
    let ours = motion(state, over: 1)
    #expect((ours.level * ours.level + ours.up * ours.up).squareRoot() <= 0.05, "\(ours)")
  }

  @Test("velocity is how the position moves, to the noise of both", arguments: GNSSFix.allCases)
  func velocityAgrees(state: GNSSFix) {
    var (moved, missed, count) = (0.0, 0.0, 0.0)
    for seed in 1...10 {
      let errors = samples(state, seed: seed, count: 600)
      for start in stride(from: 0, to: 590, by: 10) {
        let way = errors[start + 10].position.east - errors[start].position.east
        let integral = (start..<start + 10).reduce(0) {
          $0 + (errors[$1].velocity.east + errors[$1 + 1].velocity.east) / 2
        }
        moved += way * way
        missed += (way - integral) * (way - integral)
        count += 1
      }
    }
    // The error consists of ten seconds of Doppler noise, white noise at both ends, and the multipath of a
    // fixed position, which is faster than the epochs.
    #expect((missed / count).squareRoot() < 0.045)
    if state <= .dgnss { #expect(missed < 0.5 * moved) }
  }

  @Test("the speed's estimate holds about two thirds of its errors", arguments: GNSSFix.allCases)
  func estimatesSpeed(state: GNSSFix) {
    let errors = (1...20).flatMap { samples(state, seed: $0, count: 300) }
    let inside = errors.count {
      ($0.velocity.east * $0.velocity.east + $0.velocity.north * $0.velocity.north).squareRoot()
        <= $0.speedAccuracy
    }
    #expect((0.55...0.72).contains(Double(inside) / Double(errors.count)))
  }

  @Test("errors grow by centimetres a minute while corrections age")
  func growsWithAge() {
    let fresh = Statistics(state: .rtkFixed, baseline: 0, age: .zero)
    let old = Statistics(state: .rtkFixed, baseline: 0, age: .seconds(60))
    #expect((0.02...0.04).contains(old.sigmaEast - fresh.sigmaEast))
  }

  @Test(
    "a worse state comes over a position slowly, a better one at once, and the estimate with it")
  func changesState() {
    for seed in 1...20 {
      var model = ErrorModel(generator: Xoshiro256(seed: UInt64(seed), part: "test"))
      func sample(_ second: Int, _ state: GNSSFix) -> ErrorModel.Sample {
        model.sample(at: .seconds(second), state: state, baseline: 0, age: .zero)
      }
      var last = sample(0, .rtkFixed)
      for second in 1...60 {
        let next = sample(second, .threeD)
        #expect(abs(next.position.east - last.position.east) < 0.5)
        #expect(next.horizontalAccuracy > last.horizontalAccuracy)
        last = next
      }
      #expect((1.7...1.8).contains(last.horizontalAccuracy))
      #expect(sample(61, .rtkFixed).horizontalAccuracy < 0.013)
    }
  }

  @Test("surroundings widen errors and estimates")
  func widens() {
    func sample(_ factor: Double) -> ErrorModel.Sample {
      var model = ErrorModel(generator: Xoshiro256(seed: 1, part: "test"))
      return model.sample(
        at: .zero, state: .threeD, baseline: 0, age: .zero, widenedBy: factor)
    }
    let (one, three) = (sample(1), sample(3))
    #expect(abs(three.position.east - 3 * one.position.east) < 1e-9)
    #expect(abs(three.verticalAccuracy - 3 * one.verticalAccuracy) < 1e-9)
  }

  @Test("the sequence depends on the seed and on nothing else")
  func followsSeed() {
    #expect(samples(.threeD, seed: 1, count: 10) == samples(.threeD, seed: 1, count: 10))
    #expect(samples(.threeD, seed: 1, count: 10) != samples(.threeD, seed: 2, count: 10))
  }
}

@Suite("Smooth wandering")
struct SmoothWanderTests {
  @Test(
    "has unit variance and its autocorrelation, however long the steps are", arguments: [0.1, 1, 7])
  func autocorrelation(step: Double) {
    let time = 5.0
    var chance = Xoshiro256(seed: 3, part: "test")
    var wander = SmoothWander(from: &chance)
    let places = (0..<40_000).map { _ in
      wander.advance(by: step, correlatedOver: time, &chance)
      return wander.place
    }
    for lag in [0, 1, 3] {
      let products = zip(places, places.dropFirst(lag)).map { ($0 * $1).sum() / 3 }
      let elapsed = Double(lag) * step / time
      let expected = (1 + elapsed) * Math.exponential(-elapsed)
      // The mean is less certain when the samples span fewer correlation times.
      let tolerance = 4 * (2 * time / (step * 3 * 40_000)).squareRoot() + 0.02
      #expect(abs(products.reduce(0, +) / Double(products.count) - expected) < tolerance)
    }
  }

  @Test("its velocity is that of its place")
  func velocity() {
    var chance = Xoshiro256(seed: 3, part: "test")
    var wander = SmoothWander(from: &chance)
    wander.advance(by: 1, correlatedOver: 10, &chance)
    for _ in 0..<100 {
      let before = (wander.place, wander.velocity)
      wander.advance(by: 1e-4, correlatedOver: 10, &chance)
      let rate = (wander.place - before.0) / 1e-4
      #expect(abs(rate.x - before.1.x) < 1e-2)
    }
  }
}

@Suite("How widely errors are spread")
struct ErrorSpreadTests {
  @Test(
    "each state has its part that is fixed, one by distance and one by age",
    arguments: [
      (GNSSFix.none, 1.27, 0.0, 0.0, 1.8), (.threeD, 1.27, 0, 0, 1.8), (.dgnss, 0.34, 1, 0.03, 1.6),
      (.rtkFloat, 0.20, 1, 0.03, 1.6), (.rtkFixed, 0.0085, 0.85, 0.03, 1.75),
    ] as [(GNSSFix, Double, Double, Double, Double)])
  func spread(
    state: GNSSFix, metres: Double, partsPerMillion: Double, perMinute: Double, up: Double
  ) {
    for (kilometres, minutes) in [(0.0, 0), (10, 0), (0, 2), (30, 1)] {
      let spread = ErrorModel.Spread(
        state: state, baseline: 1000 * kilometres, age: .seconds(60 * minutes))
      let expected =
        metres + partsPerMillion * kilometres / 1000 + perMinute * Double(minutes)
      #expect(abs(spread.horizontal - expected) < 1e-12)
      #expect(abs(spread.vertical - up * expected) < 1e-12)
    }
  }
}
