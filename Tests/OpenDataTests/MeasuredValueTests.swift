import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import Testing

@testable import OpenData

@Suite("Measured values")
struct MeasuredValueTests {
  private let portal = Portal()

  private static let oneOfEach: [(OpenDataStation, OpenDataStation.Sensor)] =
    OpenDataQuantity.allCases.compactMap { quantity in
      for station in OpenDataStation.weather + OpenDataStation.air {
        for sensor in station.sensors where sensor.quantity == quantity && sensor.stop == nil {
          return (station, sensor)
        }
      }
      return nil
    }

  @Test("every quantity has a sensor that measures")
  func allMeasured() { #expect(Self.oneOfEach.count == OpenDataQuantity.allCases.count) }

  @Test(
    "rows are of the region's solar time, newest first, at their cadence, none of the future",
    arguments: [
      // The local time is 13:34:56.
      ("647i-nhxk", 5909, "2026-06-10T13:30:00.000", 600),
      ("nicp-bhqi", 907002, "2026-06-10T13:00:00.000", 3600),
      ("nicp-bhqi", 10283, "2026-06-09T00:00:00.000", 86_400),
      // A sensor that MOQA pins.
      ("nicp-bhqi", 10273, "2026-06-10T00:00:00.000", 86_400),
    ])
  func cadence(dataSet: String, id: Int, newest: String, step: Int64) throws {
    let rows = try portal.rows("\(dataSet).json?idsensore=\(id)")
    #expect(rows.first?["data"] == newest)
    let times = try rows.map { try #require(SoQLLiteral.timestamp($0["data"] ?? "")) }
    for (later, earlier) in zip(times, times.dropFirst()) {
      #expect(later - earlier == step * 1000)
    }
    #expect(rows.allSatisfy { $0["idsensore"] == "\(id)" })
  }

  @Test("a thousand rows of a sensor are 6.9 days of ten minutes, or 41 of hours")
  func depth() throws {
    for (target, days) in [
      ("647i-nhxk.json?idsensore=5909", 6.9), ("nicp-bhqi.json?idsensore=907002", 41),
    ] {
      let rows = try portal.rows(target)
      #expect(rows.count == 1000)
      let last = try #require(SoQLLiteral.timestamp(rows.last?["data"] ?? ""))
      let first = try #require(SoQLLiteral.timestamp(rows.first?["data"] ?? ""))
      #expect(Double(first - last) / 86_400_000 > days)
    }
  }

  @Test("Air Quality's 8,570 rows hold more than five days of every sensor in Milan")
  func airQuality() throws {
    let rows = try portal.rows("nicp-bhqi.json?%24limit=8570&%24%24app_token=x")
    #expect(rows.count == 8570)
    let first = try #require(SoQLLiteral.timestamp(rows.first?["data"] ?? ""))
    let last = try #require(SoQLLiteral.timestamp(rows.last?["data"] ?? ""))
    #expect(Double(first - last) / 86_400_000 > 5.5)
    let milan = try portal.rows("ib47-atvt.json?comune=Milano").filter { $0["datastop"] == nil }
    let valid = Set(rows.filter { $0["stato"] == "VA" }.compactMap { $0["idsensore"] })
    #expect(valid.isSuperset(of: milan.compactMap { $0["idsensore"] }))
  }

  @Test("values are the world's at the station, to the last digit", arguments: oneOfEach.indices)
  func values(index: Int) throws {
    let (station, sensor) = Self.oneOfEach[index]
    let quantity = sensor.quantity
    let dataSet = station.network == .weather ? "647i-nhxk" : "nicp-bhqi"
    let rows = try portal.rows("\(dataSet).json?idsensore=\(sensor.id)&$limit=40")
    for row in rows where row["stato"] == "VA" {
      let local = try #require(SoQLLiteral.timestamp(row["data"] ?? "")) / 1000
      // The expected value comes directly from the world: hours and days are means of samples every ten
      // minutes.
      let span: (first: Int64, count: Int64) =
        switch quantity {
        case .pm10, .pm25: (local + 300, 144)
        case _ where station.network == .air: (local - 3300, 6)
        default: (local, 1)
        }
      var sum = 0.0
      for number in 0..<span.count {
        let unix = UnixTime(seconds: span.first + 600 * number - 3600)
        let state = portal.server.world.air(
          at: station.position, time: unix.duration(since: World.defaultBootDate))
        sum += quantity.value(in: state)
      }
      let value = try #require(Double(row["valore"] ?? ""))
      #expect(abs(value - sum / Double(span.count)) <= quantity.resolution * 0.501, "\(quantity)")
    }
  }

  @Test(
    "nearly all values of June are within Air Quality's bars, all sensors through the whole data set"
  )
  func bars() throws {
    let bars: [OpenDataQuantity: Double] = [
      .ozone: 120, .sulphurDioxide: 125, .nitrogenDioxide: 200, .nitrogenOxides: 200,
      .carbonMonoxide: 10, .pm25: 40, .pm10: 50, .ammonia: 200, .benzene: 5, .blackCarbon: 10,
    ]
    let quantities = Dictionary(
      uniqueKeysWithValues: OpenDataStation.air.flatMap(\.sensors).map { ("\($0.id)", $0.quantity) }
    )
    let rows = try portal.rows("nicp-bhqi.json?$limit=8570")
    var beyond = 0
    for row in rows where row["stato"] == "VA" {
      let quantity = try #require(quantities[row["idsensore"] ?? ""])
      let value = try #require(Double(row["valore"] ?? ""))
      let bar = bars[quantity] ?? 0
      // A bar ends at a limit value; on a hot afternoon, ozone exceeds it, as in the real city.
      #expect(value >= 0 && value <= 1.6 * bar, "\(quantity)")
      if value > bar { beyond += 1 }
    }
    #expect(rows.count > 8000 && beyond < rows.count / 50)
  }

  @Test("it rains at the stations as it does in the world, on some days and not on others")
  func rain() throws {
    let station = try #require(OpenDataStation.weather.first { $0.name == "Milano v.Juvara" })
    let sensor = try #require(station.sensors.first { $0.quantity == .precipitation })
    var server = portal.server
    // With this seed, rain falls in the first days of June.
    server.world = World(scenario: .standing, seed: 3)
    let now = World.defaultBootDate.advanced(by: .seconds(30 * 86_400))
    let rows = try Portal(server: server, now: now)
      .rows("647i-nhxk.json?idsensore=\(sensor.id)&$limit=5000")
      .filter { $0["stato"] == "VA" }
    let values = rows.compactMap { Double($0["valore"] ?? "") }
    #expect(values.contains { $0 > 0.1 } && values.count { $0 == 0 } > values.count / 2)
    #expect((10...400).contains(values.reduce(0, +)), "mm in a month")
  }

  @Test("about one row in a hundred is not valid and says -9999, for hours on end")
  func outages() throws {
    let rows = try portal.rows("nicp-bhqi.json?$limit=50000")
    let invalid = rows.filter { $0["stato"] == "NA" }
    #expect(invalid.allSatisfy { $0["valore"] == "-9999" })
    #expect(rows.allSatisfy { ($0["valore"] == "-9999") == ($0["stato"] == "NA") })
    let share = Double(invalid.count) / Double(rows.count)
    #expect((0.006...0.015).contains(share), "\(share)")
    var other = portal
    other.server.seed = 2
    let elsewhere = try other.rows("nicp-bhqi.json?$limit=50000").filter { $0["stato"] == "NA" }
    #expect(elsewhere != invalid && !elsewhere.isEmpty)
  }

  @Test("a closed sensor has no rows, and one that nobody has none either")
  func closed() throws {
    let list = try portal.rows("ib47-atvt.json?storico=S")
    let id = try #require(list.first?["idsensore"])
    #expect(try portal.rows("nicp-bhqi.json?idsensore=\(id)").isEmpty)
    #expect(try portal.rows("nicp-bhqi.json?idsensore=1").isEmpty)
  }

  @Test("what was told stays as it was, whatever is asked before and however late it is")
  func isPure() throws {
    let early = try portal.rows("647i-nhxk.json?idsensore=5909&$limit=20")
    var later = portal
    later.now = portal.now.advanced(by: .seconds(3600))
    let again = try later.rows("647i-nhxk.json?idsensore=5909&$limit=26")
    #expect(Array(again.dropFirst(6)) == early)
    let all = try portal.rows("647i-nhxk.json?$limit=5000").filter { $0["idsensore"] == "5909" }
    #expect(Array(all.prefix(20)) == Array(early.prefix(20)))
  }

  @Test("a period may have more values than a client gets without asking for more")
  func manyValues() {
    let ever = UnixTime(seconds: .min)...UnixTime(seconds: .max)
    #expect(portal.server.values(of: 5909, in: ever, at: portal.now).count > 1500)
  }

  @Test("wind, rain and radiation are the world's")
  func quantities() {
    let state = portal.server.world.air(
      at: OpenDataStation.weather[0].position, time: .seconds(7 * 3600))
    #expect(OpenDataQuantity.precipitation.value(in: state) == 0)
    #expect(OpenDataQuantity.radiation.value(in: state) * 120 == state.illuminance)
    #expect(state.illuminance > 0)
    let wind = World.wind
    let speed = (wind.east * wind.east + wind.north * wind.north).squareRoot()
    #expect(abs(OpenDataQuantity.windSpeed.value(in: state) - speed) < 1e-9)
    let origin = OpenDataQuantity.windDirection.value(in: state) * .pi / 180
    #expect(abs(sin(origin) * speed + wind.east) < 1e-9, "where it comes from")
    #expect(abs(cos(origin) * speed + wind.north) < 1e-9)
    #expect(OpenDataQuantity.radiation.resolution == 1 && OpenDataQuantity.pm10.resolution == 0.1)
  }

  @Test(
    "what is told of a world stays the same, byte for byte",
    arguments: [
      ("nf78-nj6b.csv", "b45ca30c8203b6e7-3763"), ("ib47-atvt.csv", "e96b9cbce743f6f3-8110"),
      ("nicp-bhqi.csv?$where=stato='NA'&$limit=50000", "3c1f00e9f093274e-985a"),
      ("647i-nhxk.csv?$where=stato='NA'&$limit=50000", "f7f172aa24611537-16bbe"),
      (
        "nicp-bhqi.csv?$where=idsensore%20IN%20('10273','907002')&$limit=60", "ff63822c955cba5b-c5b"
      ),
      ("647i-nhxk.csv?$where=data='2026-06-09T12:00:00'", "1afefd1f46de7988-1041"),
    ])
  func versions(target: String, tag: String) {
    #expect(portal.get("/resource/" + target).field("ETag") == "\"\(tag)\"")
  }

  @Test("two portals of one world and seed give the same bytes")
  func sameBytes() {
    for target in [
      "nicp-bhqi.json?%24limit=8570", "647i-nhxk.csv?idsensore=2001", "nf78-nj6b.geojson",
      "ib47-atvt.json", "nicp-bhqi.json?$order=valore%20DESC&$limit=99",
    ] {
      #expect(Portal().get("/resource/" + target) == portal.get("/resource/" + target))
    }
  }

  @Test("a sensor's values in a period are those of its valid rows, both ends included")
  func valuesInPeriod() throws {
    let last = portal.now.advanced(by: .seconds(-4 * 60 - 56))  // 13:30:00 there
    let first = last.advanced(by: .seconds(-50 * 600))
    let rows = try portal.rows(
      "647i-nhxk", where: "idsensore='5909' AND stato='VA' AND data >= '2026-06-10T05:10:00'")
    let values = portal.server.values(of: 5909, in: first...last, at: portal.now)
    #expect(values.map(\.value) == rows.reversed().compactMap { Double($0["valore"] ?? "") })
    #expect(values.count > 40 && values.map(\.time) == values.map(\.time).sorted())
    let within = first.advanced(by: .milliseconds(1))...last.advanced(by: .milliseconds(-1))
    let fewer = portal.server.values(of: 5909, in: within, at: portal.now)
    #expect(fewer == values.filter { within.contains($0.time) })
    #expect(portal.server.values(of: 1, in: first...last, at: portal.now).isEmpty)
    let ever = UnixTime(seconds: .min)...UnixTime(seconds: .max)
    let days = portal.server.values(of: 10273, in: ever, at: portal.now)
    #expect((40...46).contains(days.count))
  }

  @Test("places differ: a ring road has more nitrogen dioxide than a park")
  func placesDiffer() throws {
    func mean(_ station: String) throws -> Double {
      let sensor = try portal.rows("ib47-atvt.json").first {
        $0["nomestazione"] == station && $0["nometiposensore"] == "Biossido di Azoto"
          && $0["datastop"] == nil
      }
      let rows = try portal.rows("nicp-bhqi.json?stato=VA&idsensore=\(sensor?["idsensore"] ?? "")")
      return rows.compactMap { Double($0["valore"] ?? "") }.reduce(0, +) / Double(rows.count)
    }
    #expect(try mean("Milano viale Marche") > 1.5 * mean("Milano Parco Lambro"))
  }

  @Test("dates at both ends of the calendar have rows, or none, and nothing else happens")
  func extremes() {
    for seconds in [Int64.min, -9_000_000_000, 0, 9_223_372_036, .max] {
      var other = portal
      other.now = UnixTime(seconds: seconds)
      #expect(other.get("/resource/647i-nhxk.json?idsensore=5909").status == 200)
      #expect(other.get("/resource/nicp-bhqi.json").status == 200)
    }
  }
}
