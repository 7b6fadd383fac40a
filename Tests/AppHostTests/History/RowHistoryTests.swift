import AirStatistics
import AppHost
import AppServer
import AppStore
import BoardSimulation
import GNSSBasics
import Testing

@Suite("rows from the start")
struct RowHistoryTests {
  private func instant(_ text: String) throws -> UnixTime { try #require(AirRow.instant(text)) }

  @Test("two walks on each of the last 14 days and on this one, as far as it has gone")
  func relative() throws {
    let walks = HistoryPlan.relative.walks(until: try instant("2026-11-22T13:00:00Z"))
    #expect(walks.count == 29)
    #expect(AirRow.timestamp(try #require(walks.first).start) == "2026-11-08T11:00:00.000Z")
    #expect(AirRow.timestamp(try #require(walks.last).start) == "2026-11-22T11:00:00.000Z")
    let later = HistoryPlan.relative.walks(until: try instant("2026-11-22T14:02:05Z"))
    #expect(later.count == 30)
    #expect(HistoryPlan.relative.walks(until: try instant("2026-11-22T14:02:04Z")).count == 29)
  }

  @Test("walks begin at noon and at three by Milan's clocks, in summer and in winter")
  func localTime() throws {
    let walks = HistoryPlan.relative.walks(until: try instant("2026-10-26T20:00:00Z"))
    let starts = walks.map { AirRow.timestamp($0.start) }
    #expect(starts.contains("2026-10-24T10:00:00.000Z"))
    #expect(starts.contains("2026-10-25T11:00:00.000Z"))
    #expect(starts.contains("2026-10-25T14:00:00.000Z"))
  }

  @Test("the original's dates are ten days of June 2020")
  func referenceDates() throws {
    let walks = HistoryPlan.referenceDates.walks(until: try instant("2026-11-22T13:00:00Z"))
    #expect(walks.count == 20)
    #expect(walks.reduce(0) { $0 + $1.route.rowCount } == 2760)
    #expect(AirRow.timestamp(try #require(walks.first).start) == "2020-06-01T10:00:00.000Z")
    #expect(HistoryPlan.none.walks(until: try instant("2026-11-22T13:00:00Z")).isEmpty)
  }

  private var history: RowHistory {
    RowHistory(
      of: World(scenario: .standing, bootDate: ServedApp.date), from: ServedApp.date, seed: 1)
  }

  @Test(
    "a walk's rows are what a whole board answers, second by second, at its place to centimetres")
  func rows() throws {
    let walk = Walk(start: try instant("2026-11-17T14:00:00Z"), route: .cittaStudi)
    let rows = try history.rows(of: walk)
    #expect(rows.count == 125)
    #expect(rows.map(\.time).last == walk.start.advanced(by: .seconds(124)))
    #expect(rows.allSatisfy { row in row.posted.values.allSatisfy { $0 != nil } })
    let first = try #require(rows.first?.posted.values)
    let start = SurfacePoint(latitude: 45.4773, longitude: 9.2352)
    let place = SurfacePoint(latitude: first[11] ?? 0, longitude: first[12] ?? 0)
    #expect(start.distance(to: place) < 0.1)
    let again = try history.rows(of: walk)
    #expect(rows.map(\.posted) == again.map(\.posted))
  }

  @Test(
    "by via Juvara there are three clusters, at Città Studi one, with both of the apps' radii",
    arguments: [(Walk.Route.juvara, 3), (.cittaStudi, 1)])
  func clusters(route: Walk.Route, count: Int) throws {
    let rows = try history.rows(of: Walk(start: try instant("2026-11-17T11:00:00Z"), route: route))
    let samples = rows.map { row in
      PlacedSample(
        time: row.time, latitude: row.posted.values[11], longitude: row.posted.values[12],
        values: Array(row.posted.values.prefix(11)))
    }
    for radius in [200.0, 250.0] {
      #expect(SampleCluster.asAirQuality(samples, radius: radius).count == count)
    }
  }

  @Test("walks that a store has are not made again")
  func again() async throws {
    let store = try SQLiteStore.inMemory()
    let walks = [Walk(start: try instant("2026-11-17T14:00:00Z"), route: .cittaStudi)]
    #expect(try await history.add(walks, to: store, owner: nil) == 125)
    #expect(try await history.add(walks, to: store, owner: nil) == 0)
    #expect(try await history.add(walks, to: store, owner: nil) { _ in false } == 0)
    #expect(try await store.rows(offset: 0, limit: 500).count == 125)
    await store.close()
  }

  @Test("a board's air on a walk is the air of the server's world at that place and time")
  func sameWorld() throws {
    let world = World(scenario: .standing, bootDate: ServedApp.date)
    let walk = Walk(start: try instant("2026-11-17T14:00:00Z"), route: .cittaStudi)
    let rows = try history.rows(of: walk)
    let row = try #require(rows.last)
    let (latitude, longitude) = (row.posted.values[11] ?? 0, row.posted.values[12] ?? 0)
    let air = world.air(
      at: GeodeticPosition(latitude: latitude, longitude: longitude, height: 165),
      time: row.time.duration(since: ServedApp.date))
    // The sensor lags behind the air, and has a tolerance.
    #expect(abs((row.posted.values[0] ?? 0) - air.temperature) < 1.5)
    #expect(abs((row.posted.values[1] ?? 0) - air.humidity) < 6)
  }
}
