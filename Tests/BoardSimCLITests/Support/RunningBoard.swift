import Foundation
import TestSupport
import Testing

/// The command `boardsim run` on free ports, ready to be polled.
final class RunningBoard: Sendable {
  let process: BoardSimProcess
  /// The data port.
  let port: UInt16
  /// The control port.
  let controlPort: UInt16
  /// The URL of the caster; `nil` without one.
  let caster: String?
  /// The whole ready line.
  let readyLine: String

  /// Starts a board, and waits for its ready line.
  ///
  /// The sky, which takes half of a board's time, is off unless the arguments set it.
  init(_ arguments: String...) async throws {
    let sky = arguments.contains("--sky") ? [] : ["--sky", "off"]
    process = try BoardSimProcess(["run", "--port", "0", "--json"] + sky + arguments)
    let line = try #require(await process.nextLine())
    readyLine = line
    let ready = try JSONDocument(line)
    #expect(ready.text("event") == "ready")
    port = try #require(UInt16(text: ready.text("url")))
    controlPort = try #require(UInt16(text: ready.text("control")))
    caster = ready.text("caster")
  }

  func status() throws -> JSONDocument {
    try JSONDocument(HTTPAnswer.get("/api/v1/status", port: port).body)
  }

  /// Waits for words on standard error, which the status then shows.
  ///
  /// - Returns: The line with the words.
  func tells(_ words: String) async throws -> String {
    while let line = await process.nextErrorLine() {
      if line.contains(words) { return line }
    }
    throw Silence(words: words)
  }

  /// The failure that a board ended before it had written the words.
  struct Silence: Error {
    var words: String
  }

  /// Advances board time, with `--speed manual`.
  func advance(seconds: Int) throws {
    let answer = try HTTPAnswer.to(
      "POST", "/api/v1/clock/advance", port: controlPort, body: #"{"seconds": \#(seconds)}"#)
    #expect(answer.status == 200)
  }
}

/// The command `boardsim caster` on a free port.
final class RunningCaster: Sendable {
  let process: BoardSimProcess
  private let readyURL: String

  /// Starts a caster that offers the package's capture, and waits for its ready line.
  init(
    _ arguments: String..., file: String = "captures/milan-base.rtcm3",
    environment: [String: String] = [:]
  ) async throws {
    process = try BoardSimProcess(
      ["caster", "--port", "0", "--mount", "BASE=\(file)"] + arguments, environment: environment)
    let line = try #require(await process.nextLine())
    readyURL = try #require(line.split(separator: " ").last.map(String.init))
  }

  /// Returns the URL of a mountpoint, with a user's name and password when given.
  func url(mountpoint: String = "BASE", user: String? = nil) -> String {
    let url = readyURL.replacing("/BASE", with: "/\(mountpoint)")
    return user.map { url.replacing("ntrip://", with: "ntrip://\($0)@") } ?? url
  }
}

extension UInt16 {
  /// Creates the port of a URL such as `http://127.0.0.1:3000/`.
  init?(text: String?) {
    guard let text, let port = URL(string: text)?.port else { return nil }
    self.init(port)
  }
}
