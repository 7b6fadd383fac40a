import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Epochs that are late, lost, doubled or swapped, and clocks that are off.
@Suite("A receiver that solves, with times that are wrong")
struct RTKEngineTimeTests {
  /// The receivers whose epochs are lost.
  enum Side: CaseIterable {
    case rover, base, both
  }

  @Test(
    "epochs that are lost are bridged, and it is fixed again at once", arguments: [5, 29, 31],
    Side.allCases)
  func lost(seconds: Int, side: Side) throws {
    var pair = try SkyPair.standing(epochs: 50)
    if side != .base { pair.rover.removeSubrange(10..<10 + seconds) }
    if side != .rover { pair.base.removeSubrange(10..<10 + seconds) }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == solutions.count && verdict.wrong.isEmpty, "\(verdict)")
    let age = solutions[min(9 + seconds, solutions.count - 1)].age
    #expect((age - (side == .base ? Double(seconds) : 0)).magnitude < 1e-9, "\(age)")
  }

  @Test(
    "a slip in the gap that no lock time tells is found",
    arguments: [5, 28], [1.0, -0.5])
  func slipInGap(seconds: Int, cycles: Double) throws {
    var pair = try SkyPair.standing(epochs: 50)
    let signal = try pair.signal(of: .gps, band: 1)
    pair.changeRover(10 + seconds..<50) { observation in
      if observation.isOf(signal) { observation.slip(cycles) }
    }
    pair.rover.removeSubrange(10..<10 + seconds)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed == 50 - seconds && verdict.wrong.isEmpty, "\(verdict)")
  }

  @Test("doubled and swapped epochs of the rover are told, and those of the base pass unnoticed")
  func order() throws {
    var pair = try SkyPair.standing(epochs: 30)
    pair.rover.insert(pair.rover[10], at: 11)
    pair.rover.swapAt(20, 21)
    pair.base.insert(pair.base[5], at: 6)
    pair.base.swapAt(15, 16)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 29 && verdict.wrong.isEmpty, "\(verdict)")
    for index in [11, 21] {
      #expect(solutions[index].state == .none)
      #expect(solutions[index].reason == "the epoch is not later than the one before")
    }
  }

  @Test("an epoch whose time is a year off costs the base, and not the epochs after it")
  func strayTime() throws {
    var pair = try SkyPair.standing(epochs: 20)
    pair.rover[10].observations.time = GPSTime(week: 2300, secondsOfWeek: 0)
    let solutions = pair.solve()
    #expect(solutions[10].state == .none)
    #expect(solutions[11...].allSatisfy { $0.state == .fixed })
  }

  @Test("times at the ends of what can be counted make no position", arguments: [Int64.min, .max])
  func endOfTime(nanoseconds: Int64) throws {
    var pair = try SkyPair.standing(epochs: 10)
    pair.rover[9].observations.time = GPSTime(nanoseconds: nanoseconds)
    let solutions = pair.solve()
    #expect(solutions[8].state == .fixed && solutions[9].state == .none)
    _ = pair.judge(solutions)
  }

  /// The times of an epoch by a clock that is ahead, which codes and phases show too.
  private static func advance(_ epoch: inout ObservationEpoch, by seconds: Double) {
    epoch.time = epoch.time.advanced(byNanoseconds: Int64(seconds * 1e9))
    epoch.change { observation in
      observation.pseudorange? += seconds * WGS84.speedOfLight
      observation.phaserange? += seconds * WGS84.speedOfLight
    }
  }

  @Test("a clock half a second off changes nothing", arguments: [0.5, -0.5], [false, true])
  func clocks(seconds: Double, isAtBase: Bool) throws {
    var pair = try SkyPair.standing(epochs: 20)
    if isAtBase {
      for index in pair.base.indices { Self.advance(&pair.base[index], by: seconds) }
    } else {
      for index in pair.rover.indices {
        Self.advance(&pair.rover[index].observations, by: seconds)
      }
    }
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    // The first epoch may come before the base's.
    #expect(verdict.fixed >= 19 && verdict.wrong.isEmpty, "\(verdict)")
    #expect(verdict.worst < 0.02, "\(verdict)")
  }

  @Test("a jump of the rover's clock by a millisecond inside a fix changes nothing")
  func jump() throws {
    var pair = try SkyPair.standing(epochs: 20)
    for index in 10..<20 { Self.advance(&pair.rover[index].observations, by: 0.001) }
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed == 20 && verdict.worst < 0.01, "\(verdict)")
  }

  @Test("the end of a GPS week inside the file changes nothing")
  func weekEnd() throws {
    var plan = SkyPair.Plan()
    plan.start = GPSTime(week: 2421, secondsOfWeek: 604_770)
    let pair = try SkyPair(plan)
    #expect(pair.rover[29].observations.time.week == 2421)
    #expect(pair.rover[30].observations.time.week == 2422)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed == 60 && verdict.wrong.isEmpty, "\(verdict)")
  }
}
