@testable import BoardHost
import TestSupport
import Testing

@Suite("The server of a recorded run")
struct RecordingServerTests {
  @Test("it has the page, what the page loads, and the recording, for this machine alone")
  func serves() throws {
    let server = try RecordingServer(Array("{\"recording\":1}\n".utf8), port: 0)
    func get(_ path: String, _ headers: [String: String?] = [:]) throws -> HTTPAnswer {
      try HTTPAnswer.to("GET", path, port: server.port, headers: headers)
    }
    #expect(try get("/").text.contains("/page/replay.js"))
    #expect(try get("/page/replay.js").status == 200)
    #expect(try get("/recording").text == "{\"recording\":1}\n")
    #expect(try get("/recording").headers["content-type"]?.hasPrefix("application/jsonl") == true)
    #expect(try get("/api/v1/truth").status == 404)
    #expect(try get("/recording", ["Host": "evil.example"]).status == 421)
    let post = try HTTPAnswer.to("POST", "/recording", port: server.port, body: "{}")
    #expect(post.status == 405)
    server.stop()
  }
}
