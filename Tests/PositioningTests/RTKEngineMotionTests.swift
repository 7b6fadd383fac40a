import GNSSBasics
import GNSSSimulation
import Mathematics
import RTCMParser
import SatelliteOrbits
import Testing

@testable import Positioning

/// A rover on a circle of 200 m at 5 m/s, 4.2 km from its base, whose phases slip.
@Suite("A receiver that solves while it moves")
struct RTKEngineMotionTests {
  private static let pair = Result {
    var plan = SkyPair.Plan()
    plan.epochs = 300
    let centre = plan.base.moved(east: 3000, north: 2940, up: -20)
    let start = plan.start
    plan.path = .moving { time in
      let angle = 5 * time.seconds(since: start) / 200
      return centre.moved(east: 200 * Math.cosine(angle), north: 200 * Math.sine(angle))
    }
    return try SkyPair(plan)
  }

  /// Lets the phases of a stream slip by one to twenty cycles, and returns how many have.
  private static func slip(
    _ epochs: inout [ObservationEpoch], with probability: Double, areTold: Bool,
    _ generator: inout Xoshiro256
  ) -> Int {
    var arcs: [SkyPair.Signal: (cycles: Double, since: GPSTime?)] = [:]
    var count = 0
    for number in epochs.indices {
      let time = epochs[number].time
      epochs[number].change { observation in
        guard let code = observation.code else { return }
        let signal = SkyPair.Signal(satellite: observation.satellite, code: code)
        if number > 0, generator.strikes(with: probability) {
          let cycles = Double(1 + generator.next() % 20) * (generator.next() % 2 == 0 ? 1 : -1)
          arcs[signal, default: (0, nil)].cycles += cycles
          arcs[signal]?.since = time
          count += 1
        }
        guard let arc = arcs[signal] else { return }
        observation.slip(arc.cycles)
        if areTold, let since = arc.since {
          observation.minimumLockTimeMilliseconds = Int(time.seconds(since: since) * 1000)
        }
      }
    }
    return count
  }

  /// A probability of 1e-4 a signal and epoch, and thirty times as many.
  @Test(
    "is fixed, and rightly, while phases slip and tell it or not",
    arguments: [(1e-4, true), (1e-4, false), (3e-3, true), (3e-3, false)])
  func slips(probability: Double, areTold: Bool) throws {
    var pair = try Self.pair.get()
    var generator = Xoshiro256(seed: 11, part: "slips")
    var observations = pair.rover.map(\.observations)
    var count = Self.slip(&observations, with: probability, areTold: areTold, &generator)
    count += Self.slip(&pair.base, with: probability, areTold: areTold, &generator)
    for index in observations.indices { pair.rover[index].observations = observations[index] }
    let signals = observations.reduce(0) { $0 + $1.observations.count }
    #expect(Double(count) > probability * Double(signals))
    let verdict = pair.judge(pair.solve())
    #expect(verdict.rate >= 0.99 && verdict.wrong.isEmpty, "\(count) slips: \(verdict)")
  }

  @Test("has the speed of the circle by Doppler shifts")
  func speed() throws {
    let pair = try Self.pair.get()
    let solutions = pair.solve()
    let speeds = try solutions.map { solution in
      let velocity = try #require(solution.velocity)
      return SIMD3(velocity).length
    }
    let mean = speeds.reduce(0, +) / Double(speeds.count)
    #expect((mean - 5).magnitude < 0.05, "\(mean)")
    #expect(speeds.allSatisfy { ($0 - 5).magnitude < 0.5 }, "\(speeds.max() ?? 0)")
  }
}
