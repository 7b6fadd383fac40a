import GNSSBasics
import GNSSSimulation
import RTCMParser
import Testing

@testable import Positioning

/// Bases that are elsewhere, and places where a map has an edge.
@Suite("A receiver that solves, at places that are wrong or odd")
struct RTKEnginePlaceTests {
  /// The error of the place that a base tells, metres to the east, to the north and up.
  struct Offset: CustomTestStringConvertible, Sendable {
    var east = 0.0
    var north = 0.0
    var up = 0.0

    var testDescription: String { "\(east) m east, \(north) m north, \(up) m up" }
  }

  private static func solve(_ offset: Offset) throws -> (pair: SkyPair, solutions: [Solution]) {
    var pair = try SkyPair.standing(epochs: 10)
    let moved = GeodeticPosition(pair.basePosition)
      .moved(east: offset.east, north: offset.north, up: offset.up)
    pair.basePosition = ECEFPosition(moved)
    return (pair, pair.solve())
  }

  @Test(
    "a base that tells a place ten metres off, or a height a hundred, makes no fix, and is told",
    arguments: [
      Offset(east: 10), Offset(east: -10), Offset(north: 10), Offset(north: -10),
      Offset(east: 8, north: 8, up: 50), Offset(north: 1000),
      Offset(up: 100), Offset(up: -100), Offset(up: 1000),
    ])
  func farOff(offset: Offset) throws {
    let (pair, solutions) = try Self.solve(offset)
    let verdict = pair.judge(solutions)
    #expect(verdict.fixed == 0, "\(verdict)")
    for solution in solutions {
      #expect(solution.reason.hasPrefix("the base's codes put it"), "\(solution.reason)")
    }
  }

  @Test(
    "neither does one ten metres too high or too low", arguments: [Offset(up: 10), Offset(up: -10)])
  func smallHeight(offset: Offset) throws {
    let (pair, solutions) = try Self.solve(offset)
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
  }

  @Test(
    "a base whose position is no place is told",
    arguments: [0, .nan, .infinity, -.infinity, 1e300, 4e7] as [Double])
  func noPlace(value: Double) throws {
    for position in [
      ECEFPosition(x: value, y: value, z: value), ECEFPosition(x: value, y: 0, z: 0),
    ] {
      var pair = try SkyPair.standing(epochs: 5)
      pair.basePosition = position
      let solutions = pair.solve()
      let verdict = pair.judge(solutions)
      #expect(verdict.fixed == 0)
      for solution in solutions {
        #expect(solution.state == .single)
        #expect(solution.reason == "the base's position is not on Earth")
      }
    }
  }

  @Test("a base that is corrected inside a file is fixed from then on, and not before")
  func corrected() throws {
    var pair = try SkyPair.standing(epochs: 20)
    let right = pair.basePosition
    pair.basePosition = ECEFPosition(GeodeticPosition(right).moved(east: 0, north: -10))
    let solutions = pair.solve(before: { engine, index in
      if index == 10 { engine.basePosition = right }
    })
    let verdict = pair.judge(solutions)
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(solutions[..<10].allSatisfy { $0.state == .single })
    #expect(solutions[12...].allSatisfy { $0.state == .fixed })
  }

  @Test(
    "a pair near a pole, or where longitudes meet, is fixed as any other",
    arguments: [
      (89.99, 10), (-89.99, 170), (90, 0), (-90, 0), (0, 180), (0, -180), (0.0001, 179.9999),
      (-0.0001, -179.9999), (0, 0),
    ] as [(Double, Double)])
  func edge(latitude: Double, longitude: Double) throws {
    var plan = SkyPair.Plan()
    plan.epochs = 4
    plan.base = GeodeticPosition(latitude: latitude, longitude: longitude, height: 20)
    let pair = try SkyPair(plan)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.wrong.isEmpty, "\(verdict)")
    #expect(verdict.fixed >= 3, "\(verdict)")
  }

  @Test("a rover that is not near the Earth's surface has no position")
  func high() throws {
    var plan = SkyPair.Plan()
    plan.epochs = 3
    plan.path = .standing(plan.base.moved(east: 100, north: 0, up: 90_000))
    let solutions = try SkyPair(plan).solve()
    for solution in solutions {
      #expect(solution.state == .none && solution.reason == "the codes lead to no place on Earth")
    }
  }

  @Test("a rover that walks over the date line and the equator stays fixed")
  func crossing() throws {
    var plan = SkyPair.Plan()
    plan.epochs = 20
    plan.base = GeodeticPosition(latitude: 0.001, longitude: 179.999, height: 20)
    let (start, corner) = (plan.start, GeodeticPosition(latitude: 0, longitude: 180, height: 5))
    plan.path = .moving { time in
      let walked = 3 * (time.seconds(since: start) - 10)
      return corner.moved(east: walked, north: -walked)
    }
    let pair = try SkyPair(plan)
    #expect(pair.rover[0].position.longitude > 0 && pair.rover[19].position.longitude < 0)
    #expect(pair.rover[0].position.latitude > 0 && pair.rover[19].position.latitude < 0)
    let verdict = pair.judge(pair.solve())
    #expect(verdict.fixed >= 19 && verdict.wrong.isEmpty, "\(verdict)")
  }
}
