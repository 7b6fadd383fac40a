@testable import AppHost
import AppServer
import Foundation
import GNSSBasics
import Testing

@Suite("the courses on the server's page")
struct ViewSeriesTests {
  /// The hour before the tests' date, 2026-11-18T11:06:40Z.
  private static let hour = "from=2026-11-18T10:06:40Z&to=2026-11-18T11:06:40Z"

  @Test("spans are equally long, a gap is a missing one, and the last holds the end")
  func spans() async throws {
    let client = try ViewClient()
    // Four spans of 900 s: the first has 20 and 22, the second none, the third a row without a value.
    for (value, ago) in [(20.0, 3600), (22, 2701), (nil, 1000), (30, 900), (40, 0)] {
      try await client.add(value, secondsAgo: ago)
    }
    let answer = try await client.ask("series?field=temperature&points=4&\(Self.hour)")
    #expect(answer["rows"] as? Int == 5)
    #expect(answer["unit"] as? String == "°C" && answer["field"] as? String == "temperature")
    let series = try #require(answer.objects("series").first)
    #expect(answer.objects("series").count == 1)
    #expect(series["kind"] as? String == "board" && series["owner"] is NSNull)
    #expect(series["count"] as? Int == 4)
    #expect(
      series.objects("points").map { $0["time"] as? String } == [
        "2026-11-18T10:06:40.000Z", "2026-11-18T10:51:40.000Z",
      ])
    #expect(series.numbers("seconds", of: "points") == [900, 900])
    #expect(series.numbers("count", of: "points") == [2, 2])
    #expect(series.numbers("mean", of: "points") == [21, 35])
    #expect(series.numbers("min", of: "points") == [20, 30])
    #expect(series.numbers("max", of: "points") == [22, 40])
  }

  @Test("each owner has a course; rows of a deleted account are only in the course of all rows")
  func owners() async throws {
    let client = try ViewClient()
    let (ada, bob) = (try await client.account("Ada@x.org"), try await client.account("bob@x.org"))
    try await client.add(10, secondsAgo: 5, owner: ada)
    try await client.add(20, secondsAgo: 4, owner: bob)
    try await client.add(30, secondsAgo: 3, owner: bob)
    try await client.add(40, secondsAgo: 2)
    let both = try await client.ask("series?points=2&owner=bob@x.org,ada@X.org,nobody@x.org")
    #expect(
      both.objects("series").map { $0["owner"] as? String } == [
        "bob@x.org", "ada@X.org", "nobody@x.org",
      ])
    #expect(both.numbers("count", of: "series") == [2, 1, 0])
    #expect(both["rows"] as? Int == 3)
    _ = try await client.store.deleteAccount(bob?.id ?? 0)
    #expect(try await client.ask("series?owner=bob@x.org")["rows"] as? Int == 0)
    #expect(try await client.ask("series")["rows"] as? Int == 4)
  }

  @Test("a station's course has its own values in the same spans")
  func station() async throws {
    let client = try ViewClient()
    // Weather stations measure each ten minutes: 10:10 to 11:00 are six values, of which outages may miss.
    let answer = try await client.ask("series?points=2&sensor=5909,2001&\(Self.hour)")
    let stations = answer.objects("series").dropFirst()
    #expect(stations.map { $0["sensor"] as? Int } == [5909, 2001])
    #expect(stations.first?["name"] as? String == "Milano v.Juvara")
    for station in stations {
      let counts = station.numbers("count", of: "points").compactMap { $0 }
      #expect(counts.reduce(0, +) == station["count"] as? Double)
      #expect(counts.allSatisfy { $0 <= 3 })
    }
  }

  @Test("a reversed period, other centuries and the illuminance are answers without points")
  func empty() async throws {
    let client = try ViewClient()
    try await client.add(20, secondsAgo: 5)
    for period in [
      "from=2026-11-18T11:06:40Z&to=2026-11-18T10:06:40Z",
      "from=1700-01-01T00:00:00Z&to=1701-01-01T00:00:00Z",
      "from=2200-01-01T00:00:00Z&to=2262-01-01T00:00:00Z",
    ] {
      let answer = try await client.ask("series?sensor=5909&\(period)")
      #expect(answer["rows"] as? Int == 0)
      #expect(answer.objects("series").allSatisfy { $0.objects("points").isEmpty })
      #expect((answer["reversed"] as? Bool ?? false) == period.hasPrefix("from=2026"))
    }
    let light = try await client.ask("series?field=light")
    #expect(light["rows"] as? Int == 1 && light["unit"] as? String == "lx")
    #expect(light.objects("series").first?.objects("points").isEmpty == true)
    let all = try await client.ask("series?from=1678-01-01T00:00:00Z&to=2262-01-01T00:00:00Z")
    #expect(all["rows"] as? Int == 1, "a period of nearly all times")
  }

  @Test(
    "a bad question is refused with the parameter and the remedy",
    arguments: [
      ("series?field=smell", "field must be one of temperature, humidity"),
      ("series?field=latitude", "field must be one of"),
      ("series?from=yesterday", "from must be a date such as"),
      ("series?to=%3Cb%3E", "to must be a date such as 2026-11-22T00:00:00Z, not '<b>'"),
      ("series?points=1", "points must be a whole number from 2 to 5000, not '1'"),
      ("series?points=5001", "from 2 to 5000"),
      ("series?sensor=1", "there is no sensor '1'; /view/stations?field=temperature lists"),
      ("series?sensor=10273", "sensor 10273 measures PM10 (SM2005), not temperature"),
      ("series?sensor=5909,", "there is no sensor ''"),
      ("series?owner=a,b,c,d,e,f,g,h,i", "owner must be 1 to 8 e-mail addresses, not 9"),
      ("series?owner=,", "owner must be 1 to 8 e-mail addresses, not 0"),
      ("map?cells=0", "cells must be a whole number from 1 to 20000"),
      ("quartiles?sensor=5909,2001", "sensor must be at most 1 numbers"),
    ])
  func refusals(target: String, says: String) async throws {
    let refusal = try await ViewClient().refusal(of: target)
    #expect(refusal.contains(says), "\(refusal)")
  }
}
