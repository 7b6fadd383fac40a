import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Pairs under a synthetic sky whose ionosphere has waves; RTKLIB 2.4.3 b34 fixes no epoch of such a pair 15 km
/// apart with the ionosphere as an unknown (`pos1-ionoopt = est-stec`).
@Suite("Receivers far from each other")
struct LongBaselineTests {
  private static func pair(kilometres: Double, epochs: Int) throws -> SkyPair {
    var plan = SkyPair.Plan()
    plan.epochs = epochs
    plan.path = .standing(plan.base.moved(east: 0, north: kilometres * 1000, up: -30))
    return try SkyPair(plan)
  }

  @Test("are solved with the ionosphere as an unknown, a centimetre from the truth")
  func tenKilometres() throws {
    let pair = try Self.pair(kilometres: 9, epochs: 50)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed >= 40 && verdict.worst < 0.03, "\(verdict)")
    #expect(verdict.wrong.isEmpty)
  }

  @Test("with the troposphere too, and are not called fixed before they are")
  func thirtyKilometres() throws {
    let pair = try Self.pair(kilometres: 30, epochs: 30)
    let solutions = pair.solve()
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    for solution in solutions.dropFirst() { #expect(solution.state >= .float) }
    // What is estimated shows in the deviation of the position.
    let near = try SkyPair.standing(epochs: 30).solve()
    let (far, other) = (solutions[29].covariance, near[29].covariance)
    #expect(far[0] + far[1] + far[2] > 2 * (other[0] + other[1] + other[2]))
  }

  @Test("delays are parameters where the baseline is long, and end when it is short")
  func limits() throws {
    let pair = try Self.pair(kilometres: 6, epochs: 2)
    func kinds(_ pair: SkyPair) -> (ionosphere: Int, troposphere: Int) {
      var last: RTKEngine?
      _ = pair.solve(before: { engine, index in if index == 1 { last = engine } })
      let delays = last.map { Array($0.model.keys) } ?? []
      return (
        delays.count { if case .ionosphere = $0 { true } else { false } },
        delays.count { $0 == .troposphere }
      )
    }
    let six = kinds(pair)
    #expect(six.ionosphere > 20 && six.troposphere == 0)
    let near = kinds(try SkyPair.standing(epochs: 2))
    #expect(near.ionosphere == 0 && near.troposphere == 0)
    let thirty = kinds(try Self.pair(kilometres: 30, epochs: 2))
    #expect(thirty.ionosphere > 20 && thirty.troposphere == 1)
  }
}

/// A rover that stands still, and what one tells of its velocity.
@Suite("A rover's motion")
struct MotionTests {
  @Test("who stands still is known the better the longer")
  func standing() throws {
    let pair = try SkyPair.standing()
    var options = RTKOptions()
    options.isStatic = true
    let solutions = pair.solve(options)
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 60 && verdict.worst < 0.02, "\(verdict)")
    // Of noise alone a mean of some twelve independent epochs moves by less than a third of what one does.
    func steps(_ solutions: [Solution]) -> Double {
      zip(solutions.dropFirst(30), solutions.dropFirst(31)).map {
        $0.position.distance(to: $1.position)
      }.reduce(0, +)
    }
    let moving = pair.solve()
    #expect(steps(solutions) < steps(moving) / 3)
    let (last, free) = (solutions[59].covariance, moving[59].covariance)
    #expect(last[0] + last[1] + last[2] < free[0] + free[1] + free[2])
  }

  @Test("float positions of who stands still keep to one place too")
  func standingFloat() throws {
    let pair = try SkyPair.standing(epochs: 40)
    var options = RTKOptions()
    (options.isStatic, options.mode) = (true, .float)
    let solutions = pair.solve(options)
    #expect(solutions.allSatisfy { $0.state == .float })
    let step = solutions[38].position.distance(to: solutions[39].position)
    #expect(step < 0.01, "\(step)")
    #expect(solutions[39].position.distance(to: ECEFPosition(pair.rover[39].position)) < 0.5)
  }

  private static func speed(_ solution: Solution) throws -> Double {
    let velocity = try #require(solution.velocity)
    return (velocity.x * velocity.x + velocity.y * velocity.y + velocity.z * velocity.z)
      .squareRoot()
  }

  @Test("velocities are told by phases within a centimetre a second, without Doppler shifts too")
  func velocity() throws {
    var pair = try SkyPair.standing(epochs: 20)
    for solution in pair.solve().dropFirst() { #expect(try Self.speed(solution) < 0.01) }
    pair.changeRover(0..<20) { $0.phaserangeRate = nil }
    let solutions = pair.solve()
    #expect(solutions[0].velocity == nil)
    for solution in solutions.dropFirst() { #expect(try Self.speed(solution) < 0.01) }
  }

  @Test("a slip that a lock time tells, and one that none tells, do not make velocities")
  func velocityWithSlips() throws {
    var pair = try SkyPair.standing(epochs: 12)
    let told = try pair.signal(of: .gps, band: 1)
    let untold = try pair.signal(of: .galileo, band: 1)
    pair.changeRover(6..<12) {
      if $0.isOf(told) {
        $0.slip(1e6)
        $0.minimumLockTimeMilliseconds = 0
      }
      if $0.isOf(untold) { $0.slip(3) }
    }
    for solution in pair.solve().dropFirst() { #expect(try Self.speed(solution) < 0.01) }
  }
}
