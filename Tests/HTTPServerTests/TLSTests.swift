import Foundation
import HTTPMessages
import HTTPServer
import TestSupport
import Testing

@Suite("HTTP listener under TLS", .compares(with: .openssl, .curl))
struct TLSTests {
  private let folder: TemporaryFolder
  private let identity: TLSIdentity

  init() throws {
    folder = try TestCertificate().folder
    identity = try TLSIdentity(
      certificates: folder.text(of: "cert.pem"), key: folder.text(of: "key.pem"))
  }

  private func curl(_ server: Served, _ arguments: String...) async throws -> (Int32, String) {
    let program = try OutsideProgram(.curl)
    let all = ["-sS", "--cacert", "cert.pem", "https://127.0.0.1:\(server.port)/"] + arguments
    return await onThread { (try? program.run(all, in: folder.url)) ?? (-1, "") }
  }

  /// Sends a text over TLS, and returns the answer and openssl's status.
  ///
  /// The answer runs until the server ends the connection; the status is 0 when the server announces the
  /// end.
  private func say(_ text: String, to server: Served) async throws -> (Int32, String) {
    let program = try OutsideProgram(.openssl)
    _ = try folder.write(Array(text.utf8), to: "request")
    let arguments = ["s_client", "-quiet", "-connect", "127.0.0.1:\(server.port)"]
    let input = folder.url.appending(path: "request")
    return await onThread {
      (try? program.run(arguments, in: folder.url, input: input)) ?? (-1, "")
    }
  }

  @Test("curl gets its answers, on one connection, by TLS 1.2 and 1.3 and nothing older")
  func answers() async throws {
    let server = try Served(tls: identity) {
      .now(HTTPResponse(status: 200, fields: [], body: $0.body))
    }
    let url = "https://127.0.0.1:\(server.port)/"
    let first = try await curl(server, "-d", "one", url, "-w", "%{num_connects}")
    #expect(first == (0, "one1one0"))
    for (versions, status) in [("1.2", 0), ("1.1", 35)] as [(String, Int32)] {
      let answer = try await curl(
        server, "--tls-max", versions, "--tlsv1.0", "--ciphers", "DEFAULT@SECLEVEL=0", "-d", "two")
      #expect(answer == (status, status == 0 ? "two" : ""))
    }
    #expect(try await curl(server, "--tlsv1.3", "-d", "three") == (0, "three"))
    for (ciphers, status) in [("ECDHE+AESGCM", 0), ("ECDHE+CHACHA20", 0), ("ECDHE+AES+SHA1", 35)] {
      let answer = try await curl(server, "--tls-max", "1.2", "--ciphers", ciphers, "-d", "four")
      #expect(answer.0 == Int32(status), "\(ciphers)")
    }
  }

  @Test("a length that is none is refused once, and nothing goes past the encryption")
  func malformedLength() async throws {
    let server = try Served(tls: identity)
    for length in ["many", "-5", ""] {
      let head = "POST / HTTP/1.1\r\nHost: b\r\nContent-Length: \(length)\r\n\r\n"
      let (status, answer) = try await say(head, to: server)
      #expect(status == 0)
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
      #expect(answer.ranges(of: "HTTP/1.1").count == 1)
      #expect(answer.hasSuffix(#""status":400}"#))
    }
    #expect(try await curl(server) == (0, Served.text))
  }

  @Test(
    "a handshake that does not come to its end is cut off", arguments: ["", "\u{16}\u{3}\u{1}"])
  func slowHandshake(beginning: String) throws {
    var limits = HTTPLimits()
    limits.head = .milliseconds(50)
    let server = try Served(limits: limits, tls: identity)
    let connection = try server.connect()
    try connection.send(beginning)
    #expect(try connection.readToEnd().isEmpty)
  }

  @Test("what cannot be used together is refused by what is wrong with it")
  func unusable() throws {
    let program = try OutsideProgram(.openssl)
    for arguments in [
      ["genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "other.pem"],
      ["pkey", "-in", "key.pem", "-aes128", "-passout", "pass:x", "-out", "locked.pem"],
    ] { #expect(try program.run(arguments, in: folder.url).status == 0) }
    let (certificate, key) = (identity.certificates, identity.key)
    #expect(try TLSIdentity(certificates: certificate + certificate, key: key).key == key)
    for (certificates, key, error) in [
      ("", key, .noCertificate), ("hello", key, .noCertificate), (key, key, .noCertificate),
      (certificate, "", .noKey), (certificate, "hello", .noKey), (certificate, certificate, .noKey),
      (certificate, try folder.text(of: "other.pem"), .otherKey),
      (certificate, try folder.text(of: "locked.pem"), .lockedKey),
    ] as [(String, String, TLSIdentityError)] {
      #expect(throws: error) { try TLSIdentity(certificates: certificates, key: key) }
    }
  }

  @Test("the key stands in no text of it")
  func noKey() {
    var dumped = "\(identity) \(String(reflecting: identity)) "
    dump(identity, to: &dumped)
    #expect(dumped.contains("BEGIN CERTIFICATE"))
    #expect(!dumped.contains("PRIVATE"))
  }

  @Test("who speaks plain HTTP is told nothing of HTTP, and holds up nobody")
  func plain() async throws {
    let server = try Served(tls: identity)
    let connection = try server.connect()
    try connection.send("GET / HTTP/1.1\r\nHost: b\r\n\r\n")
    let answer = try connection.readToEnd()
    #expect(!String(decoding: answer, as: UTF8.self).contains("HTTP"))
    #expect(try await curl(server) == (0, Served.text))
  }

  @Test("a stream goes at its reader's pace, and arrives whole")
  func stream() async throws {
    let piece = [UInt8](repeating: 120, count: 50_000)
    let server = try Served(tls: identity) { _ in
      .stream(HTTPResponse(status: 200, fields: [], body: [])) { stream in
        Task {
          for _ in 0..<100 { _ = await stream.sendWhenThereIsRoom(piece) }
          stream.end()
        }
      }
    }
    let answer = try await curl(server)
    #expect(answer.0 == 0)
    #expect(answer.1.utf8.count == 100 * piece.count)
  }

  @Test("an answer that comes later comes")
  func later() async throws {
    let server = try Served(tls: identity) { _ in
      .later { whenDone in Task { whenDone(.now(Served.response("later"))) } }
    }
    #expect(try await curl(server) == (0, "later"))
  }
}
