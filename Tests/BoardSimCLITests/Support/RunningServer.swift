import TestSupport
import Testing

/// The command `boardsim server` on free ports, ready for requests.
final class RunningServer: Sendable {
  let process: BoardSimProcess
  /// The apps' port.
  let port: UInt16
  /// The port for programs on this machine.
  let adminPort: UInt16

  /// Starts a server without rows, and waits for its ready line.
  init(_ arguments: String..., environment: [String: String] = [:]) async throws {
    process = try BoardSimProcess(
      ["server", "--port", "0", "--json", "--history", "none"] + arguments,
      environment: environment)
    let line = try #require(await process.nextLine())
    let ready = try JSONDocument(line)
    #expect(ready.text("event") == "ready")
    port = try #require(UInt16(text: ready.text("url")))
    adminPort = try #require(UInt16(text: ready.text("admin")))
  }

  /// Logs in, and returns the token.
  func token(
    _ email: String = "admin@dimaproject.it", _ password: String = "passwordSegret@130"
  ) throws -> String {
    let answer = try HTTPAnswer.to(
      "POST", "/api/user/login", port: port,
      body: #"{"email":"\#(email)","password":"\#(password)"}"#)
    return try #require(try JSONDocument(answer.body).text("token"), "\(answer.text)")
  }

  /// Posts a board's text.
  func post(_ text: String, _ token: String) throws -> HTTPAnswer {
    try HTTPAnswer.to(
      "POST", "/api/data", port: port, headers: ["Authorization": "Bearer \(token)"],
      body: #"{"data":"\#(text)"}"#)
  }
}
