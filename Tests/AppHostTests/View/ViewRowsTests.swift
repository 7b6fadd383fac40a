@testable import AppHost
import AppServer
import AppStore
import Foundation
import GNSSBasics
import HTTPMessages
import TestSupport
import Testing

@Suite("the rows and the neighbourhoods on the server's page")
struct ViewRowsTests {
  @Test("rows come page by page with their seals, which are right")
  func pages() async throws {
    let client = try ViewClient()
    let ada = try await client.account("ada@x.org")
    for index in 0..<5 {
      try await client.add(Double(index), secondsAgo: 10 - index, owner: index == 3 ? nil : ada)
    }
    var (after, ids) = ("", [Int]())
    repeat {
      let page = try await client.ask("rows?limit=2\(after)")
      #expect(page["count"] as? Int == 5)
      #expect(page.objects("rows").allSatisfy { $0["sealed"] as? Bool == true })
      ids += page.objects("rows").compactMap { $0["id"] as? Int }
      after = (page["next"] as? Int).map { "&after=\($0)" } ?? ""
    } while !after.isEmpty
    #expect(ids == [1, 2, 3, 4, 5])
    let row = try #require(try await client.ask("rows").objects("rows").first)
    let seal = try await client.store.sealedRows(after: 0, limit: 1)[0].seal
    let digits = seal.prefix(8).map { String(format: "%02x", $0) }.joined()
    #expect(row["seal"] as? String == digits && row["email"] as? String == "ada@x.org")
    #expect(row["temperature"] as? Double == 0 && row["latitude"] as? Double == 45.4737)
    #expect(row["time"] as? String == "2026-11-18T11:06:30.000Z")
    let own = try await client.ask("rows?owner=ADA@x.org")
    #expect(own["count"] as? Int == 4)
    #expect(own.objects("rows").map { $0["id"] as? Int } == [1, 2, 3, 5])
    #expect(own.objects("rows").allSatisfy { $0["sealed"] as? Bool == true })
    #expect(try await client.refusal(of: "rows?after=9").contains("there is no row 9"))
    #expect(try await client.refusal(of: "rows?after=0").contains("after must be a whole number"))
    #expect(try await client.refusal(of: "rows?limit=501").contains("from 1 to 500"))
    #expect(try await client.refusal(of: "rows?as=xml").contains("as must be csv, geojson or json"))
  }

  @Test("a row that was altered in the database is told as not sealed, and no other row is")
  func altered() async throws {
    let client = try ViewClient(store: AlteredStore(base: SQLiteStore.inMemory(), id: 2))
    for index in 0..<4 { try await client.add(1, secondsAgo: 10 - index) }
    let rows = try await client.ask("rows").objects("rows")
    #expect(rows.map { $0["sealed"] as? Bool } == [true, false, true, true])
  }

  @Test("owners are told with their rows, the most first")
  func owners() async throws {
    let client = try ViewClient()
    let ada = try await client.account("<b>ada</b>@x.org")
    for index in 0..<3 { try await client.add(1, secondsAgo: index, owner: index > 0 ? ada : nil) }
    let owners = try await client.ask("owners").objects("owners")
    #expect(owners.map { $0["email"] as? String } == ["<b>ada</b>@x.org", nil])
    #expect(owners.map { $0["count"] as? Int } == [2, 1])
    let none = try await client.ask("owners?from=2026-11-19T00:00:00Z&to=2026-11-18T00:00:00Z")
    #expect(none.objects("owners").isEmpty && none["reversed"] as? Bool == true)
  }

  @Test("rows near a station stand beside its values, day by day of the region's time")
  func near() async throws {
    let client = try ViewClient()
    // v.Juvara is at 45.4737 N 9.2210 E. 43,620 s ago it was 2026-11-17T23:59:40+01:00.
    for (value, ago) in [(10.0, 43_620), (20, 39_000), (30, 5)] {
      try await client.add(value, secondsAgo: ago, longitude: 9.2211)
    }
    try await client.add(99, secondsAgo: 5, latitude: nil)
    try await client.add(99, secondsAgo: 5, latitude: 45.48)
    let answer = try await client.ask("near?by=day&from=2026-11-17T12:00:00Z")
    let periods = answer.objects("periods")
    #expect(
      periods.map { $0["from"] as? String } == [
        "2026-11-17T12:00:00.000Z", "2026-11-17T23:00:00.000Z",
      ])
    #expect(periods.first?["to"] as? String == "2026-11-17T22:59:59.999Z")
    let rows = periods.map { period in
      period.objects("stations").first { $0["sensor"] as? Int == 5909 }?.object("rows") ?? [:]
    }
    #expect(rows.map { $0["count"] as? Int } == [1, 2])
    #expect(rows[0]["mean"] as? Double == 10)
    #expect(rows[1]["mean"] as? Double == 25 && rows[1]["quartiles"] as? [Double] == [20, 20, 30])
    let measured = periods.last?.objects("stations").first?.object("measured")
    #expect(measured?["count"] as? Int ?? 0 > 0)
    #expect(try await client.ask("near?field=tvocs").objects("periods").count == 1)
    #expect(
      try await client.refusal(of: "near?by=hour").contains("by must be all, day, week or month"))
    let long = "from=2026-01-01T00:00:00Z"
    #expect(try await client.refusal(of: "near?by=day&\(long)").contains("more than 62 periods"))
    #expect(try await client.ask("near?by=month&\(long)").objects("periods").count == 11)
  }

  @Test("the rows of a period are a file of CSV, JSON or GeoJSON, also of many rows and of none")
  func files() async throws {
    let app = try await ServedApp()
    let token = try await app.token()
    let client = try ViewClient(store: app.store)
    for index in 0..<1001 {
      try await client.add(Double(index), secondsAgo: 2000 - index, latitude: index == 0 ? nil : 45)
    }
    func file(_ query: String) async throws -> HTTPAnswer {
      try await HTTPAnswer.asking(
        "GET", "/view/rows?\(query)", port: app.port, headers: ["Authorization": "Bearer \(token)"])
    }
    let csv = try await file("as=csv")
    #expect(
      csv.headers["content-disposition"]
        == #"attachment; filename="rows-2026-11-17.2026-11-18.csv""#)
    let lines = csv.text.split(separator: "\r\n")
    #expect(lines.count == 1002 && lines[0].hasPrefix("id,timestamp,email,temperature"))
    #expect(lines[1001].hasPrefix("1001,2026-11-18T10:50:00.000Z,,1000.0,"))
    let json = AppReply(try await file("as=json")).list
    #expect(json.compactMap { $0["id"] as? Int } == Array(1...1001))
    let map = AppReply(try await file("as=geojson")).object
    let features = map["features"] as? [[String: Any]] ?? []
    #expect(map["type"] as? String == "FeatureCollection" && features.count == 1001)
    #expect(features[0]["geometry"] is NSNull)
    #expect(features[1].object("geometry")["coordinates"] as? [Double] == [9.218, 45])
    #expect(features[1].object("properties")["temperature"] as? Double == 1)
    let none = "from=2026-11-19T00:00:00Z&to=2026-11-18T00:00:00Z"
    #expect(try await file("as=csv&\(none)").text.split(separator: "\r\n").count == 1)
    #expect(try await file("as=json&\(none)").text == "[]\n")
    #expect(AppReply(try await file("as=geojson&\(none)")).object.objects("features").isEmpty)
  }
}

@Suite("periods of the region's time")
struct LocalPeriodsTests {
  private func starts(_ from: String, _ to: String, _ unit: LocalPeriods.Unit) throws -> [String]? {
    let (first, last) = (try #require(AirRow.instant(from)), try #require(AirRow.instant(to)))
    let parts = LocalPeriods.divide(first...last, by: unit, atMost: 62)
    #expect(parts?.last?.upperBound == (parts == nil ? nil : last))
    return parts?.map { AirRow.timestamp($0.lowerBound) }
  }

  @Test("a day of a clock change has 23 or 25 hours")
  func clockChange() throws {
    // Directive 2000/84/EC: the last Sundays of March and October, 01:00 UTC; in 2026 the 29th and the 25th.
    #expect(
      try starts("2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z", .day) == [
        "2026-03-28T12:00:00.000Z", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z",
      ])
    #expect(
      try starts("2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z", .day) == [
        "2026-10-24T12:00:00.000Z", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z",
      ])
  }

  @Test("weeks begin on Mondays, months on the first, and all is one period")
  func units() throws {
    // 2026-11-16 was a Monday.
    #expect(
      try starts("2026-11-10T00:00:00Z", "2026-11-18T00:00:00Z", .week)
        == ["2026-11-10T00:00:00.000Z", "2026-11-15T23:00:00.000Z"])
    #expect(
      try starts("2026-11-30T23:00:00Z", "2027-01-01T00:00:00Z", .month)
        == ["2026-11-30T23:00:00.000Z", "2026-12-31T23:00:00.000Z"])
    #expect(
      try starts("1678-01-01T00:00:00Z", "2262-01-01T00:00:00Z", .all) == [
        "1678-01-01T00:00:00.000Z"
      ])
  }

  @Test("62 days are answered and 63 are not")
  func limit() throws {
    #expect(try starts("2026-01-01T00:00:00Z", "2026-03-02T12:00:00Z", .day)?.count == 61)
    #expect(try starts("2026-01-01T00:00:00Z", "2026-03-03T12:00:00Z", .day)?.count == 62)
    #expect(try starts("2026-01-01T00:00:00Z", "2026-03-04T12:00:00Z", .day) == nil)
    #expect(try starts("2262-04-01T00:00:00Z", "2262-04-11T23:00:00Z", .day)?.count == 11)
  }
}
