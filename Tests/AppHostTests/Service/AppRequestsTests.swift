import Foundation
import TestSupport
import Testing

@Suite("what both apps send, in JavaScript")
struct AppRequestsTests {
  @Test(
    "each request of both apps, as a phone sends it, is answered so that the app goes on",
    .compares(with: .node))
  func replay() async throws {
    let app = try await ServedApp()
    let script = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/app_requests.mjs")
    let folder = try TemporaryFolder()
    let node = try OutsideProgram(.node)
    let words = [
      script.path, "http://127.0.0.1:\(app.port)",
      "21.53;48.2;100214.33;92.5;27;576;3.15;8.92;11.29;12.5;15.57;45.473699942;9.218000036",
      "2026-11-18",
    ]
    let (status, output) = try await onThread {
      Result { try node.run(words, in: folder.url) }
    }.get()
    #expect(status == 0)
    let lines = output.split(separator: "\n")
    #expect(lines.count == 32)
    for line in lines where !line.contains(#""goesOn":true"#) { Issue.record("\(line)") }
  }
}
