import AppHost
import AppServer
import AppStore
import Foundation
import GNSSBasics
import TestSupport
import Testing

@Suite("what rows add up to")
struct StatisticsTests {
  /// Returns a server with rows of 21, 22 … 25 °C, a second apart, all but the last at via Juvara.
  private func served() async throws -> ServedApp {
    let store = try SQLiteStore.inMemory()
    for (index, temperature) in [21.0, 22, 23, 24, 25].enumerated() {
      var values = [Double?](repeating: 1, count: 13)
      values[0] = temperature
      values[11] = index == 4 ? nil : 45.4737 + 0.002 * Double(index)
      values[12] = index == 4 ? nil : 9.2180
      _ = try await store.append(
        PostedRow(values: values, text: ""), owner: nil,
        at: ServedApp.date.advanced(by: .seconds(index - 10)))
    }
    return try await ServedApp(store: store)
  }

  private func ask(_ app: ServedApp, _ target: String) async throws -> AppReply {
    AppReply(try await HTTPAnswer.asking("GET", target, port: app.adminPort))
  }

  @Test("clusters as they are, and as one of the apps computes them")
  func clusters() async throws {
    let app = try await served()
    let reply = try await ask(app, "/api/v1/clusters?radius=250")
    let honest = try #require(reply.object["clusters"] as? [[String: Any]])
    // The rows are 222 m apart: the second is near the first, the third opens a new cluster.
    #expect(honest.map { $0["count"] as? Int } == [2, 2])
    let means = honest.first?["means"] as? [String: Double]
    #expect(means?["temperature"] == 21.5)
    let app250 = try #require(reply.object["as_air_quality"] as? [[String: Any]])
    // A row without a position lies at 0° N 0° E, in the Gulf of Guinea.
    #expect(app250.map { $0["count"] as? Int } == [2, 2, 1])
    #expect(app250.last?["latitude"] as? Double == 0)
    let app200 = try await ask(app, "/api/v1/clusters?radius=200").object["clusters"]
    #expect((app200 as? [[String: Any]])?.count == 4)
  }

  @Test("quartiles as they are, and as the other app prints them")
  func quartiles() async throws {
    let app = try await served()
    let reply = try await ask(app, "/api/v1/quartiles?field=temperature")
    let honest = reply.object["quartiles"] as? [String: Any]
    #expect(honest?["board"] as? [Double] == [21, 23, 24])
    #expect(honest?["station"] is NSNull)
    let printed = reply.object["as_moqa"] as? [String: Any]
    #expect(printed?["station"] as? [Double] == [0, 0, 0])
    let both = try await ask(
      app,
      "/api/v1/quartiles?field=temperature&station=Milano%20v.Juvara"
        + "&from=2026-11-18T00:00:00Z&to=2026-11-18T11:06:40Z")
    let merged = both.object["as_moqa"] as? [String: [Double]]
    let asIs = both.object["quartiles"] as? [String: [Double]]
    #expect(asIs?["station"]?.count == 3)
    // The board has no value before its first: the merge inserts zeros, which count.
    #expect(merged?["board"]?[0] == 0)
  }

  @Test("rows near each station stand beside its own values")
  func stations() async throws {
    let app = try await served()
    let reply = try await ask(
      app, "/api/v1/stations/statistics?radius=500&field=temperature&from=2026-11-18T00:00:00Z")
    let stations = try #require(reply.object["stations"] as? [[String: Any]])
    let juvara = try #require(
      stations.first { ($0["station"] as? String)?.contains("Juvara") == true })
    let measured = try #require(juvara["measured"] as? [String: Any])
    #expect(measured["count"] as? Int ?? 0 > 50)
    #expect(stations.count > 10)
    let counts = stations.compactMap { ($0["rows"] as? [String: Any])?["count"] as? Int }
    #expect(counts.reduce(0, +) > 0)
  }

  @Test(
    "a question that is none is told what is wrong",
    arguments: [
      ("/api/v1/clusters?radius=0", "radius must be metres"),
      ("/api/v1/clusters?from=today", "from must be a date"),
      (
        "/api/v1/clusters?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
        "from must not be after to"
      ),
      ("/api/v1/quartiles?field=smell", "field must be one of temperature"),
      ("/api/v1/quartiles?field=tvocs&station=Milano", "no station 'Milano' measured tvocs"),
    ])
  func badQuestions(target: String, says: String) async throws {
    let app = try await served()
    let reply = try await ask(app, target)
    #expect(reply.status == 400)
    #expect((reply.object["error"] as? String)?.contains(says) == true, "\(reply.text)")
  }
}
