import BoardSimulation
import Foundation
import GNSSBasics
import HTTPMessages
import OpenData
import Testing

@Suite("Open data server")
struct OpenDataServerTests {
  private let portal = Portal()

  private func text(_ response: HTTPResponse) -> String {
    String(decoding: response.body, as: UTF8.self)
  }

  @Test(
    "both apps' queries, literally",
    arguments: [
      ("/resource/nf78-nj6b.geojson", "FeatureCollection", []),
      ("/resource/647i-nhxk.json?idsensore=5909", "valore", [OpenDataFinding.defaultLimitCut]),
      ("/resource/647i-nhxk.json", "valore", [.defaultLimitCut, .allRows]),
      ("/resource/ib47-atvt.geojson", "FeatureCollection", []),
      ("/resource/nicp-bhqi.json?idsensore=10273", "valore", []),
      (
        "/resource/ib47-atvt.json?%24limit=5000&%24%24app_token=NI5Itf0JX8xWz5ZUNXuorqbaG",
        "idstazione", []
      ),
      (
        "/resource/nicp-bhqi.json?%24limit=8570&%24%24app_token=NI5Itf0JX8xWz5ZUNXuorqbaG",
        "valore", [.allRows]
      ),
    ])
  func apps(target: String, part: String, findings: [OpenDataFinding]) throws {
    let answer = portal.answer(target)
    #expect(answer.response.status == 200 && text(answer.response).contains(part))
    #expect(answer.findings == findings)
    #expect(throws: Never.self) {
      try JSONSerialization.jsonObject(with: Data(answer.response.body))
    }
  }

  @Test("all values of JSON are strings, points apart, and what is not there is left out")
  func strings() throws {
    let body = portal.get("/resource/ib47-atvt.json").body
    let rows = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [[String: Any]])
    for row in rows {
      for (name, value) in row where name != "location" { #expect(value is String) }
      let point = try #require(row["location"] as? [String: Any])
      #expect(point["type"] as? String == "Point")
      let coordinates = try #require(point["coordinates"] as? [Double])
      #expect(coordinates.map { "\($0)" } == [row["lng"] as? String, row["lat"] as? String])
      #expect((row["datastop"] == nil) == (row["storico"] as? String == "N"))
    }
  }

  @Test("GeoJSON has the place as geometry, and every other column as a property")
  func geojson() throws {
    let body = portal.get("/resource/ib47-atvt.geojson?idsensore=10273").body
    let object = try #require(try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any])
    let feature = try #require((object["features"] as? [[String: Any]])?.first)
    let properties = try #require(feature["properties"] as? [String: Any])
    #expect(properties["idsensore"] as? String == "10273" && properties["datastop"] is NSNull)
    #expect(properties.count == 15)
    let geometry = try #require(feature["geometry"] as? [String: Any])
    #expect(geometry["coordinates"] as? [Double] == [9.2315, 45.4784])
    let plain = text(portal.get("/resource/nicp-bhqi.geojson?idsensore=10273&$limit=1"))
    #expect(plain.contains(#""geometry":null"#))
  }

  @Test("CSV has a header, quotes, doubled quotes and lines ended by CR LF")
  func csv() {
    let response = portal.get(
      "/resource/ib47-atvt.csv?$select=nomestazione,quota,datastop,location&idsensore=10273")
    #expect(
      text(response) == "\"nomestazione\",\"quota\",\"datastop\",\"location\"\r\n"
        + "\"Milano Pascal Città Studi\",\"122\",,\"POINT (9.2315 45.4784)\"\r\n")
    #expect(response.field("Content-Type") == "text/csv;charset=utf-8")
    let empty = portal.get("/resource/ib47-atvt.csv?idsensore=1")
    #expect(text(empty).split(separator: "\r\n").count == 1)
  }

  @Test("fields and types of the columns are told, and any origin may ask")
  func head() {
    let response = portal.get("/resource/nicp-bhqi.json?idsensore=10273")
    #expect(
      response.field("X-SODA2-Fields") == #"["idsensore","data","valore","stato","idoperatore"]"#)
    #expect(
      response.field("X-SODA2-Types")
        == #"["text","floating_timestamp","number","text","text"]"#)
    #expect(response.field("Access-Control-Allow-Origin") == "*")
    #expect(response.field("Content-Type") == "application/json;charset=utf-8")
    let preflight = portal.server.answer(
      HTTPRequest(.options, "/resource/nicp-bhqi.json"), at: portal.now)
    #expect(preflight.response.status == 204)
    #expect(preflight.response.field("Access-Control-Allow-Methods") == "GET, HEAD, OPTIONS")
    #expect(portal.get("/resource/nope").field("Access-Control-Allow-Origin") == "*")
  }

  @Test("a client that has the content is told so; another time, another content")
  func entityTags() throws {
    let target = "/resource/647i-nhxk.json?idsensore=5909"
    let tag = try #require(portal.get(target).field("ETag"))
    for known in [tag, "W/\(tag)", "\"other\", \(tag) , \"x\"", "*"] {
      let answer = portal.answer(target, fields: [HTTPField("if-none-match", known)]).response
      #expect(answer.status == 304 && answer.body.isEmpty && answer.field("ETag") == tag)
    }
    let other = portal.answer(target, fields: [HTTPField("If-None-Match", "\"other\"")]).response
    #expect(other.status == 200)
    var later = portal
    later.now = portal.now.advanced(by: .seconds(600))
    #expect(later.get(target).field("ETag") != tag)
    later.now = portal.now.advanced(by: .seconds(60))
    #expect(later.get(target).field("ETag") == tag, "no new row within the ten minutes")
    #expect(portal.get("/resource/647i-nhxk.csv?idsensore=5909").field("ETag") != tag)
  }

  @Test(
    "what is not there is told with what is",
    arguments: [
      (HTTPMethod.get, "/resource/abcd-1234.json", 404, "dataset.missing", "nf78-nj6b, 647i-nhxk"),
      (.get, "/resource/", 404, "dataset.missing", "there are"),
      (.get, "/elsewhere", 404, "not_found", "/resource/NAME.json"),
      (.get, "/resource/nicp-bhqi.xml", 406, "not_acceptable", "json, geojson and csv"),
      (.post, "/resource/nicp-bhqi.json", 405, "method_not_allowed", "use GET"),
      (.other("BREW"), "/resource/nicp-bhqi.json", 405, "method_not_allowed", "BREW"),
    ])
  func missing(method: HTTPMethod, path: String, status: Int, code: String, part: String) {
    let answer = portal.server.answer(HTTPRequest(method, path), at: portal.now)
    #expect(answer.response.status == status)
    #expect(text(answer.response).hasPrefix(#"{"code":"\#(code)","error":true,"message":""#))
    #expect(text(answer.response).contains(part))
    #expect((answer.response.field("Allow") == "GET, HEAD, OPTIONS") == (status == 405))
  }

  @Test("HEAD gets what GET does, and a path without an ending is JSON")
  func head2() {
    let target = "/resource/nicp-bhqi.json?idsensore=10273"
    let head = portal.server.answer(HTTPRequest(.head, target), at: portal.now)
    #expect(head.response == portal.get(target))
    #expect(portal.get("/resource/nicp-bhqi?idsensore=10273") == portal.get(target))
  }

  @Test("findings name what the real service would do otherwise")
  func findings() {
    #expect(
      portal.answer("/resource/nf78-nj6b.json?$group=x").findings == [.unsupportedClause("$group")])
    #expect(
      portal.answer("/resource/nf78-nj6b.json?$where=upper(comune)='X'").findings
        == [.unsupportedClause("upper(…)")])
    #expect(portal.answer("/resource/nf78-nj6b.json?nowhere=x").findings.isEmpty, "a plain mistake")
    #expect(portal.answer("/resource/nicp-bhqi.json?$limit=9").findings == [.allRows])
    // The first of the 1,000 rows, ten minutes apart, that end at 13:30; and the row before the first.
    for (first, findings) in [
      ("2026-06-03T15:00:00", []), ("2026-06-03T14:50:00", [OpenDataFinding.defaultLimitCut]),
    ] {
      let target = "/resource/647i-nhxk.json?idsensore=5909&$where=data%3E='\(first)'"
      #expect(portal.answer(target).findings == findings, "\(first)")
    }
    #expect(portal.answer("/resource/nicp-bhqi.json?$limit=9&idsensore=10273").findings.isEmpty)
    #expect(
      [
        OpenDataFinding.defaultLimitCut, .allRows, .unsupportedClause("x"), .weatherWithoutKey,
        .ignoredParameter(name: "x", value: "y"),
      ].map(\.id) == [
        "arpa.default-limit-cut", "arpa.all-rows", "arpa.unsupported-clause", "weather.no-key",
        "weather.ignored-parameter",
      ])
  }

  @Test(
    "what is crafted is answered with an error that says why, and repeats little of it",
    arguments: [
      "/resource/nicp-bhqi.json?$where=" + String(repeating: "%28", count: 8000),
      "/resource/nicp-bhqi.json?$where=" + String(repeating: "NOT+", count: 2000),
      "/resource/nicp-bhqi.json?$where=" + String(repeating: "a", count: 100_000),
      "/resource/nicp-bhqi.json?" + String(repeating: "x", count: 100_000) + "=1",
      "/resource/nicp-bhqi.json?x=1%0D%0ASet-Cookie:%20a=b", "/resource/nicp-bhqi.json?%1B[2J=1",
      "/resource/nicp-bhqi.json?$where=%FF%FE%00",
      "/resource/nicp-bhqi.json?$where=idsensore='%00'%00",
      "/resource/nicp-bhqi.json?$where=1e999=1", "/resource/nicp-bhqi.json?$limit=1e3",
      "/resource/nicp-bhqi.json?$where=idsensore='1'%20OR%201=1--",
      "/resource/nicp-bhqi.json?$where=idsensore='1';DROP%20TABLE%20x",
      "/resource/nicp-bhqi.json?$select=%3Cscript%3E", "/resource/%2e%2e/%2e%2e/etc/passwd",
      "/resource/nicp-bhqi.json.json", "/resource/nicp-bhqi.",
      "/resource/" + String(repeating: "z", count: 50_000),
      "/resource/nicp-bhqi.json?$order="
        + Array(repeating: "data", count: 3000).joined(separator: ","),
    ])
  func hostile(target: String) {
    let response = portal.get(target)
    #expect((400...406).contains(response.status))
    #expect(response.body.count < 700, "it repeats no more than it must")
    #expect(response.body.allSatisfy { $0 >= 0x20 })
    #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(response.body)) }
  }

  @Test("a world that changes by hand changes the stations' air from then on, and not before")
  func heldWorld() throws {
    var held = portal
    held.server.world.hold(
      .temperature, at: -12.3,
      from: portal.now.duration(since: World.defaultBootDate) - .seconds(3600))
    let rows = try held.rows("647i-nhxk.json?idsensore=5909&$limit=12")
    let before = try portal.rows("647i-nhxk.json?idsensore=5909&$limit=12")
    let valid = zip(rows, before).filter { $0.0["stato"] == "VA" }
    #expect(valid.prefix(6).allSatisfy { $0.0["valore"] == "-12.3" })
    #expect(valid.dropFirst(6).allSatisfy { $0.0 == $0.1 })
  }
}
