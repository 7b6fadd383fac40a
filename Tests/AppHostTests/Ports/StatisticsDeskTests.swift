@testable import AppHost
import AppServer
import AppStore
import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import OpenData
import Testing

@Suite("the desk that tells what rows add up to")
struct StatisticsDeskTests {
  private static let openData = OpenDataServer(
    world: World(scenario: .standing, bootDate: ServedApp.date), bootDate: ServedApp.date)
  private static let measured = [
    "temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1", "pm25",
    "pm4", "pm10",
  ]

  private func desk(rows count: Int = 1, limit: Int? = nil) async throws -> StatisticsDesk {
    let store = try SQLiteStore.inMemory()
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask {
          let values = [Double?](repeating: Double(number), count: 11) + [45.4737, 9.218]
          let row = PostedRow(values: values, text: "")
          _ = try await store.append(row, owner: nil, at: ServedApp.date)
        }
      }
      try await group.waitForAll()
    }
    var desk = StatisticsDesk(store: store, openData: Self.openData, now: ServedApp.date)
    #expect(desk.rowLimit == 200_000)
    if let limit { desk.rowLimit = limit }
    return desk
  }

  private func ask(
    _ desk: StatisticsDesk, _ question: StatisticsDesk.Question, _ query: String = ""
  ) async -> (status: Int, text: String, object: [String: Any]) {
    let response = await desk.answer(question, HTTPRequest(.get, "/?\(query)"))
    let text = String(decoding: response.body, as: UTF8.self)
    let object = try? JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any]
    return (response.status, text, object ?? [:])
  }

  @Test("all rows of a period are looked at, page by page", arguments: [0, 999, 1000, 1001])
  func pages(count: Int) async throws {
    let told = await ask(try await desk(rows: count), .clusters)
    #expect(told.status == 200)
    #expect(told.object["rows"] as? Int == count)
    let clusters = told.object["clusters"] as? [[String: Any]]
    #expect(clusters?.first?["count"] as? Int == (count == 0 ? nil : count))
  }

  @Test("so many rows are looked at, and of more a shorter period is to be asked for")
  func limit() async throws {
    #expect(await ask(try await desk(rows: 3, limit: 3), .clusters).status == 200)
    let refused = await ask(try await desk(rows: 4, limit: 3), .clusters)
    #expect(refused.status == 400)
    #expect(refused.text.contains("there are more than 3 rows in this period"))
  }

  @Test("unless it is told the period is the last day, and may be one instant")
  func period() async throws {
    let desk = try await desk()
    let day = await ask(desk, .clusters).object
    #expect(day["from"] as? String == "2026-11-17T11:06:40.000Z")
    #expect(day["to"] as? String == "2026-11-18T11:06:40.000Z")
    let now = "2026-11-18T11:06:40Z"
    let instant = await ask(desk, .clusters, "from=\(now)&to=\(now)")
    #expect(instant.status == 200)
    #expect(instant.object["rows"] as? Int == 1)
  }

  @Test("the radius is 250 m unless it is told, and 1 m to 100 km")
  func radius() async throws {
    let desk = try await desk()
    for question in [StatisticsDesk.Question.clusters, .stations] {
      #expect(await ask(desk, question).text.contains(#""radius":250.0,"#))
      #expect(await ask(desk, question, "radius=1").text.contains(#""radius":1.0,"#))
      #expect(await ask(desk, question, "radius=100000").status == 200)
      for radius in ["0.99", "100000.1", "nan", "x"] {
        #expect(await ask(desk, question, "radius=\(radius)").status == 400, "\(radius)")
      }
    }
  }

  @Test("what is measured has means, the position has none")
  func means() async throws {
    let desk = try await desk(rows: 3)
    let told = await ask(desk, .clusters).object
    for name in ["clusters", "as_air_quality"] {
      let clusters = try #require(told[name] as? [[String: Any]])
      #expect(clusters.count == 1)
      let cluster = try #require(clusters.first)
      #expect(abs((cluster["latitude"] as? Double ?? 0) - 45.4737) < 1e-9)
      #expect(abs((cluster["longitude"] as? Double ?? 0) - 9.218) < 1e-9)
      let means = try #require(cluster["means"] as? [String: Double])
      #expect(Set(means.keys) == Set(Self.measured))
      #expect(means.values.allSatisfy { $0 == 1 })
    }
    for field in ["latitude", "longitude"] {
      #expect(await ask(desk, .quartiles, "field=\(field)").status == 400)
    }
    for field in Self.measured {
      let quartiles = await ask(desk, .quartiles, "field=\(field)")
      #expect(quartiles.object["field"] as? String == field)
    }
  }

  @Test(
    "stations are told with what their own sensors measured, if they did",
    arguments: [
      ("temperature", OpenDataQuantity.temperature), ("humidity", .humidity), ("pm25", .pm25),
      ("pm10", .pm10),
    ])
  func stations(field: String, quantity: OpenDataQuantity) async throws {
    let desk = try await desk(rows: 3)
    let told = await ask(desk, .stations, "field=\(field)&from=2026-11-08T00:00:00Z").object
    #expect(told["field"] as? String == field)
    let stations = try #require(told["stations"] as? [[String: Any]])
    let start = try #require(AirRow.instant("2026-11-08T00:00:00Z"))
    var expected: [(station: OpenDataStation, values: [Double])] = []
    for station in OpenDataStation.weather + OpenDataStation.air {
      for sensor in station.sensors where sensor.quantity == quantity {
        let values = Self.openData.values(
          of: sensor.id, in: start...ServedApp.date, at: ServedApp.date)
        if !values.isEmpty { expected.append((station, values.map(\.value))) }
      }
    }
    #expect(!expected.isEmpty)
    try #require(stations.map { $0["station"] as? String } == expected.map(\.station.name))
    for (told, (station, values)) in zip(stations, expected) {
      #expect(abs((told["latitude"] as? Double ?? 0) - station.position.latitude) < 1e-9)
      #expect(abs((told["longitude"] as? Double ?? 0) - station.position.longitude) < 1e-9)
      let measured = try #require(told["measured"] as? [String: Any])
      #expect(measured["count"] as? Int == values.count)
      let mean = values.reduce(0, +) / Double(values.count)
      #expect(abs((measured["mean"] as? Double ?? .nan) - mean) < 1e-6)
      #expect((measured["quartiles"] as? [Double])?.count == 3)
      let rows = try #require(told["rows"] as? [String: Any])
      #expect(Set(rows.keys) == ["count", "mean", "quartiles"])
    }
  }

  @Test("where nothing measures a field there is no station")
  func noStation() async throws {
    let told = await ask(try await desk(), .stations, "field=tvocs")
    #expect((told.object["stations"] as? [Any])?.isEmpty == true)
    let closed = OpenDataStation.weather.flatMap { station in
      station.sensors.filter { $0.quantity == .temperature && $0.stop != nil }.map { _ in station }
    }
    for station in closed where station.sensors.count(where: { $0.quantity == .temperature }) == 1 {
      let name = station.name.replacing(" ", with: "%20")
      let asked = await ask(try await desk(), .quartiles, "field=temperature&station=\(name)")
      #expect(asked.status == 400)
    }
  }

  @Test("a store that is closed is said to be")
  func noStore() async throws {
    let desk = try await desk()
    await desk.store.close()
    let told = await ask(desk, .clusters)
    #expect(told.status == 503)
    #expect((told.object["error"] as? String)?.contains("closed") == true)
  }
}
