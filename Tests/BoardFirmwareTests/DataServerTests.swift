import BoardFirmware
import Foundation
import Testing

@Suite("The data port")
struct DataServerTests {
  private static func answer(
    _ method: HTTPMethod, _ path: String, from snapshot: BoardSnapshot = Samples.complete,
    at now: Duration = .seconds(101), dialect: DataServerConfiguration.Dialect = .moqa
  ) -> HTTPResponse {
    var page = LegacyPage()
    return DataServer.answer(
      to: HTTPRequest(method, path), from: snapshot, at: now,
      configuration: DataServerConfiguration(dialect: dialect), legacyPage: &page)
  }

  private static func object(at path: String, from snapshot: BoardSnapshot = Samples.complete)
    throws -> [String: Any]
  {
    let answer = answer(.get, path, from: snapshot)
    #expect(answer.status == 200)
    #expect(answer.field("Content-Type") == "application/json")
    let json = try JSONSerialization.jsonObject(with: Data(answer.body))
    return try #require(json as? [String: Any])
  }

  // MARK: Text

  @Test(
    "any path outside /api/ and /metrics gives the text",
    arguments: [
      "/", "", "/favicon.ico", "/x/y?z=1", "/apis", "/metrics/x", "//", "/?/api/v1/status",
    ])
  func textAnywhere(path: String) {
    for method in [HTTPMethod.get, .head] {
      let answer = Self.answer(method, path)
      #expect(answer.status == 200)
      #expect(answer.body == Self.answer(.get, "/").body)
      #expect(answer.field("Access-Control-Allow-Origin") == "*")
    }
  }

  @Test("POST is received as the reference simulator receives it")
  func post() {
    let answer = Self.answer(.post, "/anything")
    #expect(answer.status == 200)
    #expect(answer.body == Array("POST received".utf8))
    #expect(answer.field("Content-Type") == "text/plain")
  }

  @Test("OPTIONS lets browsers in", arguments: ["/", "/api/v1/status", "/metrics"])
  func preflight(path: String) throws {
    let answer = Self.answer(.options, path)
    #expect(answer.status == 204)
    #expect(answer.body.isEmpty)
    #expect(answer.field("Access-Control-Allow-Origin") == "*")
    let methods = try #require(answer.field("Access-Control-Allow-Methods"))
    #expect(methods.contains("GET"))
    #expect(methods.contains("POST") == (path == "/"))
  }

  @Test("a method that would change something gets the text, as from the reference simulator")
  func changingMethods() {
    for method in [HTTPMethod.put, .patch, .delete] {
      #expect(Self.answer(method, "/x") == Self.answer(.get, "/"))
      #expect(Self.answer(method, "/api/v1/status").status == 405)
    }
    #expect(HTTPMethod("PUT") == .put)
    #expect(HTTPMethod("PATCH") == .patch)
    #expect(HTTPMethod("DELETE") == .delete)
  }

  @Test("an error is a sentence and its status, in JSON")
  func errors() {
    for answer in [Self.answer(.other("BREW"), "/"), Self.answer(.get, "/api/v1/x")] {
      let start = #"{"error":""#
      #expect(String(decoding: answer.body, as: UTF8.self).hasPrefix(start))
      #expect(
        String(decoding: answer.body, as: UTF8.self).hasSuffix(#","status":\#(answer.status)}"#))
      #expect(answer.field("Content-Type") == "application/json")
      #expect(answer.field("Access-Control-Allow-Origin") == "*")
    }
  }

  @Test("another method is refused, with what to use instead")
  func otherMethods() {
    #expect(Self.answer(.other("BREW"), "/").status == 405)
    #expect(
      Self.answer(.other("BREW"), "/").field("Allow")
        == "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS")
    #expect(Self.answer(.post, "/api/v1/status").status == 405)
    #expect(Self.answer(.post, "/api/v1/status").field("Allow") == "GET, HEAD, OPTIONS")
    #expect(Self.answer(.post, "/metrics").status == 405)
  }

  @Test("a value that no part has delivered is an empty field")
  func emptyFields() {
    let nothing = BoardSnapshot(bootDate: Samples.bootDate)
    #expect(Self.answer(.get, "/", from: nothing).body == Array(";;;;;;;;;;;;".utf8))
    let eleven = Self.answer(.get, "/", from: nothing, dialect: .airQuality)
    #expect(eleven.body == Array(";;;;;;;;;;".utf8))
  }

  @Test("the apps' parsers read every field as a number")
  func appParsers() {
    let text = String(decoding: Self.answer(.get, "/").body, as: UTF8.self)
    let fields = text.components(separatedBy: ";")
    #expect(fields.count == 13)
    for field in fields {
      // JavaScript's Number() accepts no stray character, unit or comma; neither does Double().
      #expect(Double(field)?.isFinite == true)
      #expect(!field.contains("e"))
    }
    #expect(Double(fields[2]) == 100653.27)
  }

  @Test("only values older than two samples are named, with their ages")
  func staleAges() {
    var snapshot = Samples.complete
    #expect(Self.answer(.get, "/", at: .seconds(104)).field("X-Value-Age") == nil)
    let late = Self.answer(.get, "/", at: .milliseconds(104_001)).field("X-Value-Age")
    #expect(late?.split(separator: ",").count == 13 && late?.hasPrefix("temperature=4.0,") == true)
    snapshot.measurement.record(Samples.gas, at: .milliseconds(88_500))
    (snapshot.measurement[.latitude], snapshot.measurement[.longitude]) = (nil, nil)
    let answer = Self.answer(.get, "/", from: snapshot)
    #expect(answer.field("X-Value-Age") == "tvocs=12.5,eco2=12.5")
  }

  @Test("eleven fields name no age of a position")
  func staleAgesOfElevenFields() {
    var snapshot = Samples.complete
    snapshot.measurement.record(Samples.coordinates, at: .zero)
    #expect(
      Self.answer(.get, "/", from: snapshot).field("X-Value-Age")
        == "latitude=101.0,longitude=101.0")
    let eleven = Self.answer(.get, "/", from: snapshot, dialect: .airQuality)
    #expect(eleven.field("X-Value-Age") == nil)
  }

  // MARK: JSON

  @Test("the measurement in JSON has units, provenance and ages")
  func measurement() throws {
    let json = try Self.object(at: "/api/v1/measurement")
    #expect(json["board_time"] as? Double == 101)
    #expect(json["time_utc"] as? String == "2026-06-01T12:01:41.000Z")
    let fields = try #require(json["fields"] as? [[String: Any]])
    let names = fields.compactMap { $0["name"] as? String }
    #expect(
      names == [
        "temperature", "humidity", "pressure", "altitude", "tvocs", "eco2", "pm05", "pm1", "pm25",
        "pm4", "pm10", "latitude", "longitude", "pm05_number", "light",
      ])
    #expect(fields[6]["provenance"] as? String == "derived")
    #expect(fields[6]["value"] as? Double == 1.70)
    #expect(fields[6]["unit"] as? String == "µg/m³")
    #expect(fields[13]["value"] as? Double == 30.75)
    #expect(fields[13]["provenance"] as? String == "measured")
    #expect(fields[0]["age"] as? Double == 1)
    #expect(fields[14]["value"] is NSNull)
    #expect(fields[14]["age"] is NSNull)
  }

  @Test("the status of a board that just booted says so, with null for what is not known")
  func statusAtBoot() throws {
    let json = try Self.object(
      at: "/api/v1/status?pretty", from: BoardSnapshot(bootDate: Samples.bootDate))
    let gnss = try #require(json["gnss"] as? [String: Any])
    #expect(gnss["fix"] as? String == "none")
    for name in [
      "board_time", "reason", "latitude", "longitude", "height", "horizontal_accuracy",
      "satellites", "correction_age", "station_id", "baseline", "model",
    ] {
      #expect(gnss[name] is NSNull, "\(name)")
    }
    let ntrip = try #require(json["ntrip"] as? [String: Any])
    #expect(ntrip["state"] as? String == "off")
    #expect(ntrip["total_frames"] as? Int == 0)
    #expect((ntrip["frames"] as? [String: Int])?.isEmpty == true)
    let sensors = try #require(json["sensors"] as? [String: [String: Any]])
    #expect(Set(sensors.keys) == ["bme280", "ccs811", "sps30", "bh1750", "ublox"])
    #expect(sensors["bme280"]?["state"] as? String == "starting")
    #expect((json["card"] as? [String: Any])?["state"] as? String == "starting")
  }

  @Test("the status tells what the snapshot holds")
  func status() throws {
    let json = try Self.object(at: "/api/v1/status", from: Samples.fixed)
    let gnss = try #require(json["gnss"] as? [String: Any])
    #expect(gnss["fix"] as? String == "rtk-fixed")
    #expect(gnss["board_time"] as? Double == 100)
    #expect(gnss["latitude"] as? Double == 45.4781291)
    #expect(gnss["correction_age"] as? Double == 1.25)
    #expect(gnss["station_id"] as? Int == 2003)
    #expect(gnss["reason"] as? String == "a \"quoted\" reason")
    let ntrip = try #require(json["ntrip"] as? [String: Any])
    #expect(ntrip["state"] as? String == "streaming")
    #expect(ntrip["frames"] as? [String: Int] == ["1005": 1, "1077": 2])
    #expect(ntrip["total_frames"] as? Int == 3)
    #expect(ntrip["bytes_written"] as? Int == 590)
    let card = try #require(json["card"] as? [String: Any])
    #expect(card["error"] as? String == "the card is full; make room, or put in another")
  }

  @Test(
    "a path that is not there is told in JSON",
    arguments: ["/api", "/api/", "/api/v1/stat", "/api/v2/status"])
  func notFound(path: String) throws {
    let answer = Self.answer(.get, path)
    #expect(answer.status == 404)
    let json = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    #expect((json?["error"] as? String)?.contains(path) == true)
  }

  @Test("a path of any length and content is answered in few bytes")
  func hostilePath() throws {
    let long = "/api/" + String(repeating: "\"\\\u{0}é", count: 10_000)
    let answer = Self.answer(.get, long)
    #expect(answer.status == 404)
    #expect(answer.body.count < 300)
    _ = try JSONSerialization.jsonObject(with: Data(answer.body))
  }

  @Test(
    "a path of up to 100 bytes is repeated in its error", arguments: [(100, true), (101, false)])
  func pathInError(length: Int, isRepeated: Bool) {
    let path = "/api/" + String(repeating: "x", count: length - 5)
    let text = String(decoding: Self.answer(.get, path).body, as: UTF8.self)
    #expect(text.contains(path) == isRepeated)
    #expect(text.contains("this long path") != isRepeated)
  }

  // MARK: Description

  @Test("the OpenAPI document names every route, and its references lead somewhere")
  func openAPI() throws {
    let json = try Self.object(at: "/api/v1/openapi.json")
    #expect(json["openapi"] as? String == "3.1.0")
    let info = try #require(json["info"] as? [String: Any])
    #expect(info["title"] is String && info["version"] is String)
    let paths = try #require(json["paths"] as? [String: [String: Any]])
    #expect(
      Set(paths.keys) == [
        "/", "/api/v1/measurement", "/api/v1/status", "/api/v1/openapi.json", "/metrics",
      ])
    for (path, item) in paths {
      let get = try #require(item["get"] as? [String: Any])
      #expect(get["responses"] is [String: Any])
      #expect(Self.answer(.get, path).status == 200)
    }
    let allowed = try #require(Self.answer(.options, "/").field("Allow")).split(separator: ", ")
    #expect(
      Set(paths["/"]?.keys.map { $0 } ?? []).union(["head"])
        == Set(allowed.map { $0.lowercased() } + ["summary"]))
    for reference in Self.references(in: json) {
      var place: Any? = json
      for name in reference.dropFirst(2).split(separator: "/") {
        place = (place as? [String: Any])?[String(name)]
      }
      #expect(place != nil, "\(reference)")
    }
  }

  @Test("the OpenAPI document describes every member of the status and every field")
  func openAPICoversAnswers() throws {
    let document = try Self.object(at: "/api/v1/openapi.json")
    let components = try #require(document["components"] as? [String: [String: [String: Any]]])
    let status = try Self.object(at: "/api/v1/status")
    for (member, schema) in [("gnss", "GNSS"), ("ntrip", "Ntrip"), ("card", "Card")] {
      let told = try #require(status[member] as? [String: Any])
      let described = components["schemas"]?[schema]?["properties"] as? [String: Any]
      #expect(Set(told.keys) == Set(described?.keys.map { $0 } ?? []))
    }
    let fields = components["schemas"]?["Field"]?["properties"] as? [String: [String: Any]]
    #expect(fields?["name"]?["enum"] as? [String] == Quantity.allCases.map(\.name))
  }

  private static func references(in json: Any) -> [String] {
    switch json {
    case let object as [String: Any]:
      object.flatMap { key, value in
        key == "$ref" ? [value as? String ?? ""] : references(in: value)
      }
    case let array as [Any]: array.flatMap(references(in:))
    default: []
    }
  }

  // MARK: Metrics

  @Test("the metrics are in Prometheus' text format")
  func metrics() throws {
    let answer = Self.answer(.get, "/metrics", from: Samples.fixed)
    #expect(answer.field("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
    let text = String(decoding: answer.body, as: UTF8.self)
    #expect(text.hasSuffix("\n"))
    let sample = /[a-z_0-9]+(\{[a-z_]+="[^"\\\n]*"\})? -?[0-9]+(\.[0-9]+)?/
    var types: [String: String] = [:]
    var seen: Set<String> = []
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if line.hasPrefix("# TYPE ") { types[String(words[2])] = String(words[3]) }
      if line.hasPrefix("#") { continue }
      #expect(line.wholeMatch(of: sample) != nil, "\(line)")
      let name = String(line.prefix { $0 != "{" && $0 != " " })
      #expect(types[name] != nil, "\(name) has a type before its first sample")
      #expect(types[name] == (name.hasSuffix("_total") ? "counter" : "gauge"))
      #expect(seen.insert(String(line.prefix { $0 != " " })).inserted, "\(line) is there once")
    }
    #expect(text.contains("\nboardsim_temperature_celsius 23.41\n"))
    #expect(text.contains("\nboardsim_rtcm_frames_total{type=\"1077\"} 2\n"))
    #expect(text.contains("\nboardsim_gnss_fix 4\n"))
    #expect(!text.contains("boardsim_illuminance_lux"))
  }
}
