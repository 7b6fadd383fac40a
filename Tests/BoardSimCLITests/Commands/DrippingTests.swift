import Foundation
import TestSupport
import Testing

/// A port that a command opens.
struct OpenPort: Sendable, CustomTestStringConvertible {
  var testDescription: String
  /// The words of the command.
  var words: [String]
  /// The member of the command's ready line that names the port.
  var member: String
  /// A request, in which `PORT` stands for the port, and the beginning of its answer.
  var request: (text: String, answer: String)

  private static func http(_ path: String) -> (text: String, answer: String) {
    ("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n", "HTTP/1.1 200 OK\r\n")
  }

  private static let run = ["run", "--port", "0", "--sky", "off", "--json"]
  private static let server = ["server", "--port", "0", "--history", "none", "--json"]
  private static let caster = [
    "caster", "--port", "0", "--admin-port", "0", "--mount", "BASE=captures/milan-base.rtcm3",
    "--json",
  ]
  private static let stream = (
    text: "GET /BASE HTTP/1.0\r\nUser-Agent: NTRIP t\r\n\r\n", answer: "ICY 200 OK\r\n"
  )

  /// All ports that commands open.
  static let all = [
    OpenPort(
      testDescription: "data", words: run, member: "url", request: http("/api/v1/status")),
    OpenPort(
      testDescription: "control", words: run, member: "control", request: http("/api/v1/truth")),
    OpenPort(testDescription: "server", words: server, member: "url", request: http("/healthz")),
    OpenPort(testDescription: "admin", words: server, member: "admin", request: http("/healthz")),
    OpenPort(testDescription: "caster", words: caster, member: "caster", request: stream),
    OpenPort(
      testDescription: "caster's admin", words: caster, member: "admin", request: http("/healthz")),
    OpenPort(
      testDescription: "board's caster",
      words: run + ["--caster-port", "0"], member: "caster", request: stream),
    OpenPort(
      testDescription: "bus", words: ["bus", "--port", "0", "--json"], member: "bus",
      request: ("NOW\n", "OK 200000\n")),
  ]

  /// Returns the port's number from the command's ready line.
  func number(in readyLine: String) throws -> UInt16 {
    let text = try #require(try JSONDocument(readyLine).text(member))
    return try #require(UInt16(text: text.contains("://") ? text : "tcp://\(text)"))
  }
}

@Suite("Clients that drip", .serialized)
struct DrippingTests {
  /// The number of connections, more than the command has descriptors for.
  private static let count = 300

  @Test(
    "hold nobody up at any port: who asks in full is answered while they are held",
    arguments: OpenPort.all)
  func answersNewcomers(port: OpenPort) async throws {
    let process = try BoardSimProcess(port.words, descriptorLimit: 256)
    let number = try port.number(in: try #require(await process.nextLine()))
    let dripping = try (0..<Self.count).map { _ in
      let connection = try TCPConnection(port: number)
      // The command has closed some of the connections by now.
      try? connection.send("G")
      return connection
    }
    for _ in 0..<10 {
      let newcomer = try TCPConnection(port: number)
      try newcomer.send(port.request.text.replacing("PORT", with: "\(number)"))
      let start = try newcomer.read(port.request.answer.utf8.count)
      #expect(String(decoding: start, as: UTF8.self) == port.request.answer)
    }
    #expect(try dripping[0].readToEnd().isEmpty, "the first one made room")
    process.terminate()
    _ = await process.end()
    withExtendedLifetime(dripping) {}
  }
}
