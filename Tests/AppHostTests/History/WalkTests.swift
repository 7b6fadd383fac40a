import AirStatistics
@testable import AppHost
import AppServer
import AppStore
import BoardSimulation
import GNSSBasics
import Testing
import VirtualBoard

@Suite("walks")
struct WalkTests {
  private func instant(_ text: String) throws -> UnixTime { try #require(AirRow.instant(text)) }

  @Test(
    "a walk's corners are as far from each other as it goes while its rows are measured",
    arguments: [(Walk.Route.juvara, 870.0, 5.8), (.cittaStudi, 200, 1.6)])
  func lengths(route: Walk.Route, length: Double, speed: Double) {
    let corners = route.corners.map {
      SurfacePoint(latitude: $0.latitude, longitude: $0.longitude)
    }
    let legs = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }
    #expect(abs(legs.reduce(0, +) - length) < 0.03 * length, "\(legs)")
    #expect(route.speed == speed)
    #expect(abs(speed * Double(route.rowCount - 1) - length) < 0.03 * length)
    #expect(route.corners.allSatisfy { $0.height == 165 })
  }

  @Test(
    "summer time is from the last Sunday of March to that of October, at 01:00 UTC",
    arguments: [
      ("1960-03-27", "1960-10-30"), ("2020-03-29", "2020-10-25"), ("2021-03-28", "2021-10-31"),
      ("2022-03-27", "2022-10-30"), ("2023-03-26", "2023-10-29"), ("2024-03-31", "2024-10-27"),
      ("2026-03-29", "2026-10-25"),
    ])
  func summerTime(start: String, end: String) throws {
    for (text, hours) in [
      ("\(start.prefix(4))-01-01T00:00:00Z", 1), ("\(start)T00:59:59.999Z", 1),
      ("\(start)T01:00:00Z", 2), ("\(end)T00:59:59.999Z", 2), ("\(end)T01:00:00Z", 1),
    ] {
      #expect(RomeTime.offset(at: try instant(text)) == .seconds(3600 * hours), "\(text)")
    }
  }

  private func history(seed: UInt64) -> RowHistory {
    RowHistory(
      of: World(scenario: .standing, bootDate: ServedApp.date), from: ServedApp.date, seed: seed)
  }

  @Test("the rows are those of a board of the server's seed that was started two minutes before")
  func ofABoard() throws {
    let start = try instant("2026-11-17T14:00:00Z")
    let walk = Walk(start: start, route: .cittaStudi)
    let rows = try history(seed: 7).rows(of: walk)
    var options = BoardOptions()
    options.seed = 7
    options.bootDate = start.advanced(by: .seconds(-120))
    options.sampleInterval = .seconds(1)
    let wiring = try CorrectionSupply(.builtInBase, from: options.bootDate).wiring(of: options)
    let world = World(scenario: .standing, bootDate: ServedApp.date).walk(
      along: walk.route.corners, speed: 1.6, departure: .seconds(120),
      since: options.bootDate.duration(since: ServedApp.date))
    let board = try Board(options, world: world, link: wiring.link)
    for (second, row) in rows.prefix(5).enumerated() {
      board.run(until: .seconds(120 + second))
      #expect(row.time == start.advanced(by: .seconds(second)))
      #expect(row.posted.text == board.get("/").text)
    }
    board.stop()
  }

  @Test("a walk of which a store has the last row is not made, one beside other rows is")
  func partlyThere() async throws {
    let start = try instant("2026-11-17T14:00:00Z")
    let walk = Walk(start: start, route: .cittaStudi)
    for (second, count) in [(124, 0), (125, 125)] {
      let store = try SQLiteStore.inMemory()
      let row = PostedRow(values: [Double?](repeating: 1, count: 13), text: "")
      _ = try await store.append(row, owner: nil, at: start.advanced(by: .seconds(second)))
      #expect(try await history(seed: 1).add([walk], to: store, owner: nil) == count)
      await store.close()
    }
  }
}
