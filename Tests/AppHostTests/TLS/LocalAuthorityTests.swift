import AppHost
import Foundation
import HTTPMessages
import HTTPServer
import Platform
import TestSupport
import Testing

@Suite("A local certificate authority")
struct LocalAuthorityTests {
  private static let now = Int64(Date().timeIntervalSince1970)
  private static let day: Int64 = 86_400

  private let folder: TemporaryFolder
  private let authority: LocalAuthority

  init() throws {
    folder = try TemporaryFolder()
    authority = LocalAuthority(folder: folder.path("tls"))
  }

  private func openssl(_ arguments: String...) throws -> (status: Int32, output: String) {
    try OutsideProgram(.openssl).run(arguments, in: folder.url)
  }

  @Test("openssl finds in the certificates what they are for", .compares(with: .openssl))
  func contents() throws {
    let made = try authority.identity(for: ["192.168.1.20", "desk.local"], at: Self.now)
    #expect(made.isNewAuthority && made.isNewCertificate)
    let verified = try openssl(
      "verify", "-x509_strict", "-purpose", "sslserver", "-CAfile", made.authorityPath,
      "tls/server.pem")
    #expect(verified.output == "tls/server.pem: OK\n")
    let server = try openssl("x509", "-in", "tls/server.pem", "-noout", "-text").output
    #expect(
      server.contains(
        "DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1, IP Address:192.168.1.20, "
          + "DNS:desk.local"))
    #expect(made.identity.certificates.ranges(of: "-----BEGIN CERTIFICATE").count == 2)
    #expect(server.contains("NIST CURVE: P-256"))
    #expect(server.contains("Version: 3 (0x2)"))
    #expect(!server.contains("Extended Key Usage: critical"))
    #expect(server.contains(/CN ?= ?boardsim\n/))
    #expect(server.contains("CA:FALSE"))
    #expect(server.contains("TLS Web Server Authentication"))
    let root = try openssl("x509", "-in", made.authorityPath, "-noout", "-text").output
    #expect(root.contains("CA:TRUE, pathlen:0"))
    #expect(root.contains("Certificate Sign, CRL Sign"))
    let (of, by) = (keys(in: server), keys(in: root))
    #expect(of.count == 2 && by.count == 2, "its own, and that of who has signed it")
    #expect(Set(of + by).count == 2 && of.last == by.first && by.first == by.last)
    for name in ["localhost", "desk.local"] {
      let status = try openssl("x509", "-in", "tls/server.pem", "-noout", "-checkhost", name).output
      #expect(status.contains("does match"), "\(name)")
    }
  }

  @Test(
    "whoever steals the authority's key can sign for private networks alone",
    .compares(with: .openssl))
  func limits() throws {
    let made = try authority.identity(for: ["desk.local"], at: Self.now)
    for (name, isGood) in [
      ("DNS:phone.local", true), ("IP:192.168.7.7", true), ("IP:fd00::1", true),
      ("IP:127.0.0.1", true),
      ("DNS:bank.example", false), ("DNS:local.example", false), ("IP:8.8.8.8", false),
      ("IP:172.32.0.1", false), ("IP:2001:db8::1", false),
    ] {
      _ = try openssl(
        "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        "key.pem", "-out",
        "request.pem", "-subj", "/CN=x", "-addext", "subjectAltName=\(name)")
      let signed = try openssl(
        "x509", "-req", "-in", "request.pem", "-CA", "tls/authority.pem", "-CAkey",
        "tls/authority.pem",
        "-copy_extensions", "copyall", "-out", "stolen.pem")
      #expect(signed.status == 0)
      let verified = try openssl("verify", "-CAfile", made.authorityPath, "stolen.pem")
      #expect((verified.status == 0) == isGood, "\(name)")
      #expect(
        LocalAuthority.maySign(for: String(name.split(separator: ":", maxSplits: 1)[1])) == isGood,
        "\(name)")
    }
  }

  @Test(
    "an address that the authority may not sign for is left out, and spoils nothing",
    .compares(with: .openssl))
  func publicAddress() throws {
    let made = try authority.identity(for: ["203.0.113.7", "10.0.0.9"], at: Self.now)
    let verified = try openssl("verify", "-CAfile", made.authorityPath, "tls/server.pem")
    #expect(verified.status == 0)
    let server = try openssl("x509", "-in", "tls/server.pem", "-noout", "-text").output
    #expect(server.contains("IP Address:10.0.0.9") && !server.contains("203.0.113.7"))
  }

  /// Returns the key identifiers in a certificate's text form.
  private func keys(in text: String) -> [Substring] {
    text.matches(of: /Key Identifier: *\n *((?:[0-9A-F]{2}:){19}[0-9A-F]{2})\n/).map(\.output.1)
  }

  @Test("keys are for their owner alone, the authority's certificate for everybody")
  func permissions() throws {
    _ = try authority.identity(for: [], at: Self.now)
    let modes = try ["authority.crt", "authority.pem", "server.pem"].map { name in
      try FileManager.default.attributesOfItem(atPath: folder.path("tls/\(name)"))[
        .posixPermissions] as? Int
    }
    #expect(modes == [0o644, 0o600, 0o600])
    #expect(try !folder.text(of: "tls/authority.crt").contains("PRIVATE"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("tls")).count == 3)
  }

  @Test("curl trusts the server by the authority, and not without", .compares(with: .curl))
  func curl() async throws {
    let made = try authority.identity(for: [], at: Self.now)
    let socket = try ListeningSocket(host: "127.0.0.1", port: 0)
    let port = socket.port
    let listener = try HTTPListener(on: socket, tls: made.identity) { _ in
      .now(HTTPResponse(status: 200, fields: [], body: Array("hello".utf8)))
    }
    for host in ["localhost", "127.0.0.1"] {
      let url = "https://\(host):\(port)/"
      let trusting = try run("curl", ["-sS", "--cacert", made.authorityPath, url])
      #expect(trusting.status == 0 && trusting.output == "hello")
      #expect(try run("curl", ["-sS", url]).status == 60)
    }
    listener.stop()
  }

  private func run(_ name: String, _ arguments: [String]) throws -> (status: Int32, output: String)
  {
    try OutsideProgram(.curl).run(arguments, in: folder.url)
  }

  @Test("what is there is used again, for as long as it is good")
  func keeping() throws {
    let first = try authority.identity(for: ["10.0.0.1"], at: Self.now)
    let root = try folder.bytes(of: "tls/authority.crt")
    let again = try authority.identity(for: ["10.0.0.1"], at: Self.now + 300 * Self.day)
    #expect(again.identity == first.identity)
    #expect(!again.isNewAuthority && !again.isNewCertificate)
    let fewer = try authority.identity(for: [], at: Self.now)
    #expect(fewer.identity == first.identity)
    let moved = try authority.identity(for: ["10.0.0.2"], at: Self.now)
    #expect(moved.identity != first.identity)
    #expect(!moved.isNewAuthority && moved.isNewCertificate)
    let kept = try authority.identity(for: ["10.0.0.2"], at: Self.now)
    #expect(kept.identity == moved.identity)
    let later = try authority.identity(for: ["10.0.0.2"], at: Self.now + 368 * Self.day)
    #expect(later.isNewCertificate && !later.isNewAuthority)
    #expect(try folder.bytes(of: "tls/authority.crt") == root)
    let muchLater = try authority.identity(for: ["10.0.0.2"], at: Self.now + 3630 * Self.day)
    #expect(muchLater.isNewCertificate && muchLater.isNewAuthority)
    #expect(try folder.bytes(of: "tls/authority.crt") != root)
  }

  @Test("a month before the end a certificate is made anew, and not a second earlier")
  func margins() throws {
    func made(after days: Int64, _ seconds: Int64 = 0) throws -> LocalIdentity {
      try authority.identity(for: [], at: Self.now + days * Self.day + seconds)
    }
    #expect(try made(after: 0).isNewCertificate)
    #expect(try !made(after: 367, -1).isNewCertificate)
    #expect(try made(after: 367).isNewCertificate)
    #expect(try !made(after: 3623, -1).isNewAuthority)
    #expect(try made(after: 3623).isNewAuthority)
  }

  @Test("what is published already is not written again")
  func published() throws {
    func number() throws -> Int? {
      let path = folder.path("tls/authority.crt")
      return try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    }
    _ = try authority.identity(for: [], at: Self.now)
    let first = try #require(try number())
    // The link keeps the file's number in use, so that no new file gets it.
    try FileManager.default.linkItem(
      atPath: folder.path("tls/authority.crt"), toPath: folder.path("link"))
    _ = try authority.identity(for: [], at: Self.now)
    #expect(try number() == first)
  }

  @Test("a server's certificate of another authority, or that cannot be read, is made anew")
  func foreignServer() throws {
    let first = try authority.identity(for: [], at: Self.now)
    _ = try folder.write(Array("nothing".utf8), to: "tls/server.pem")
    let second = try authority.identity(for: [], at: Self.now)
    #expect(second.isNewCertificate && !second.isNewAuthority)
    #expect(second.identity != first.identity)
    let other = LocalAuthority(folder: folder.path("other"))
    _ = try other.identity(for: [], at: Self.now)
    _ = try folder.write(try folder.bytes(of: "other/server.pem"), to: "tls/server.pem")
    #expect(try authority.identity(for: [], at: Self.now).isNewCertificate)
    try folder.remove("tls/authority.crt")
    #expect(try !authority.identity(for: [], at: Self.now).isNewCertificate)
    #expect(try folder.text(of: "tls/authority.crt").hasPrefix("-----BEGIN CERTIFICATE"))
  }

  @Test("an authority that cannot be read is not replaced, but told")
  func damagedAuthority() throws {
    _ = try authority.identity(for: [], at: Self.now)
    _ = try folder.write(Array("nothing".utf8), to: "tls/authority.pem")
    let error = #expect(throws: LocalAuthorityError.self) {
      try authority.identity(for: [], at: Self.now)
    }
    #expect(
      "\(try #require(error))".hasPrefix("\(folder.path("tls/authority.pem")) is no authority"))
    #expect(try folder.text(of: "tls/authority.pem") == "nothing")
  }

  @Test("an authority that cannot be read at all is told, and not replaced")
  func unreadableAuthority() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("tls/authority.pem"), withIntermediateDirectories: true)
    let error = #expect(throws: LocalAuthorityError.self) {
      try authority.identity(for: [], at: Self.now)
    }
    let path = folder.path("tls/authority.pem")
    #expect("\(try #require(error))".hasPrefix("\(path) cannot be read: "))
  }

  @Test("a folder that cannot be is told")
  func noFolder() throws {
    let file = try folder.write([], to: "file")
    for path in ["\(file)/tls", file, "\(file)/a/b", "/dev/null/a"] {
      let error = #expect(throws: LocalAuthorityError.self) {
        try LocalAuthority(folder: path).identity(for: [], at: Self.now)
      }
      #expect("\(try #require(error))".hasPrefix(path))
    }
  }

  @Test("a folder is made with those it is in")
  func deepFolder() throws {
    let authority = LocalAuthority(folder: folder.path("share/boardsim/tls"))
    #expect(try authority.identity(for: [], at: Self.now).isNewAuthority)
    #expect(try folder.text(of: "share/boardsim/tls/authority.crt").hasPrefix("-----BEGIN"))
  }

  @Test("servers that begin at once have one authority")
  func atOnce() async throws {
    let authority = authority
    let made = try await withThrowingTaskGroup(of: LocalIdentity.self) { group in
      for _ in 0..<8 { group.addTask { try authority.identity(for: [], at: Self.now) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(made.count { $0.isNewAuthority } == 1)
    let roots = Set(made.map { $0.identity.certificates.split(separator: "-----BEGIN").last })
    #expect(roots.count == 1)
  }
}
