import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("What a caster says of passwords", .timeLimit(.minutes(5)))
struct CasterSecretTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The right and wrong passwords: as they are, as tokens of HTTP and as a hash.
  private static let secrets = [
    "plain-pw-1", "push-pw-2", "hashed-pw-3", "relay-pw-4", "wrong-pw-5",
    "cm92ZXI6cGxhaW4tcHctMQ==",
    "c3RhdGlvbjpwdXNoLXB3LTI=", "aGFzaGVkOmhhc2hlZC1wdy0z", "cm92ZXI6d3JvbmctcHctNQ==", hash,
  ]
  private static let hash =
    "$6$abcdefgh$g5Do9AGIlb4Cc4TMQsd6oSnC5axMdCKQLPueQ0wRUVt1NfbPnpSzSXQQYnrcLJaMrCpiotnYL4IoI2kAUXpzG/"
  private static let two = "HTTP/1.1\r\nNtrip-Version: Ntrip/2.0\r\nAuthorization: Basic"
  private static let users = """
    rover:plain-pw-1:BASE:read
    station:push-pw-2:FIELD:write
    hashed:\(hash):BASE:read

    """

  @Test(
    "a list of users that others of this machine may read is told, and no other",
    arguments: [(0o600, false), (0o700, false), (0o640, true), (0o604, true), (0o610, true)])
  func openToOthers(permissions: Int, isTold: Bool) throws {
    let file = try folder.write(Array("hashed:\(Self.hash):BASE:read\n".utf8), to: "users.txt")
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file)
    let transcript = Console.Transcript()
    let users = try Console.$transcript.withValue(transcript) {
      try CasterLogin(users: file).access(isQuiet: false)
    }
    let warning = "warning: other users of this machine may read '\(file)'; chmod 600 keeps it\n"
    #expect(users != nil)
    #expect(String(decoding: transcript.errors, as: UTF8.self) == (isTold ? warning : ""))
  }

  @Test("nothing, in answers and tables, to its operator, in its log, and when its files are wrong")
  func tellsNothing() async throws {
    let file = try folder.write(Array(Self.users.utf8), to: "users.txt")
    let relay = try HeldPort()
    let process = try BoardSimProcess([
      "caster", "--port", "0", "--admin-port", "0", "--users", file,
      "--mount", "BASE=captures/milan-base.rtcm3", "--source", "FIELD",
      "--mount", "FAR=ntrip://user:relay-pw-4@127.0.0.1:\(relay.port)/X",
    ])
    var (told, ports) = ("", [UInt16]())
    while ports.count < 4, let line = await process.nextLine() {
      told += line + "\n"
      ports.append(try #require(UInt16(text: line.split(separator: " ").last.map(String.init))))
    }
    let (port, admin) = (ports[0], ports[3])
    told += try Self.conversations(with: port)
    // The caster's output about a connected source and about refused clients.
    let source = try TCPConnection(port: port)
    try source.send("SOURCE push-pw-2 /FIELD\r\nSource-Agent: NTRIP x\r\n\r\n")
    told += String(decoding: try source.read(14), as: UTF8.self)
    told += try Self.conversations(
      with: port, and: "POST /FIELD \(Self.two) c3RhdGlvbjpwdXNoLXB3LTI=")
    for path in ["/api/v1/status", "/metrics", "/healthz", "/nothing"] {
      let operatorConnection = try TCPConnection(port: admin)
      try operatorConnection.send("GET \(path) HTTP/1.0\r\nHost: 127.0.0.1:\(admin)\r\n\r\n")
      told += String(decoding: try operatorConnection.readToEnd(), as: UTF8.self)
    }
    _ = try folder.write(Array((Self.users + "rover:wrong-pw-5:BASE:reed\n").utf8), to: "users.txt")
    process.hangUp()
    while let line = await process.nextErrorLine() {
      told += line + "\n"
      if line.contains("not read again") { break }
    }
    process.terminate()
    let outcome = await process.end()
    told += outcome.text + String(decoding: outcome.errors, as: UTF8.self)
    #expect(outcome.status == 0 && told.contains("not read again") && told.contains("ICY 200 OK"))
    #expect(told.contains("Bad Password") && told.contains("409 Conflict") && told.contains("FAR"))
    for secret in Self.secrets { #expect(!told.contains(secret), "\(secret)") }
  }

  /// Returns the answers to requests with right and wrong passwords, in wrong places too.
  private static func conversations(with port: UInt16, and more: String...) throws -> String {
    let requests = [
      "GET / \(Self.two) cm92ZXI6cGxhaW4tcHctMQ==",
      "GET /?auth&STR; \(two) cm92ZXI6cGxhaW4tcHctMQ==",
      "GET /BASE \(Self.two) cm92ZXI6d3JvbmctcHctNQ==", "GET /NONE \(two) cm92ZXI6cGxhaW4tcHctMQ==",
      "GET /BASE HTTP/1.0\r\nAuthorization: Basic cm92ZXI6d3JvbmctcHctNQ==",
      "GET /BASE \(Self.two) aGFzaGVkOndyb25nLXB3LTU=",
      "GET /FIELD \(two) cm92ZXI6cGxhaW4tcHctMQ==",
      "GET /BASE HTTP/1.1\r\nAuthorization plain-pw-1", "GET /BASE \(Self.two) plain-pw-1",
      "SOURCE wrong-pw-5 /FIELD", "SOURCE push-pw-2 /NONE", "SOURCE push-pw-2",
      "SOURCE push-pw-2 \u{1}",
      "POST /FIELD \(Self.two) cm92ZXI6d3JvbmctcHctNQ==",
      "POST /NONE \(two) c3RhdGlvbjpwdXNoLXB3LTI=",
      "PUT /FIELD \(Self.two) c3RhdGlvbjpwdXNoLXB3LTI=",
    ]
    var told = ""
    for request in requests + more {
      let connection = try TCPConnection(port: port)
      try connection.send(request + "\r\n\r\n")
      told += String(decoding: try connection.readToEnd(), as: UTF8.self)
    }
    // The streams of accepted clients are endless, so only their beginnings are read.
    for token in ["cm92ZXI6cGxhaW4tcHctMQ==", "aGFzaGVkOmhhc2hlZC1wdy0z"] {
      let connection = try TCPConnection(port: port)
      try connection.send("GET /BASE HTTP/1.0\r\nAuthorization: Basic \(token)\r\n\r\n")
      told += String(decoding: try connection.read(200), as: UTF8.self)
    }
    return told
  }
}
