import Foundation
import NtripClient
import TestSupport
import Testing

@Suite("Transport options", .timeLimit(.minutes(5)))
struct TransportTests {
  @Test("a proxy that is named is gone through, whatever the environment says")
  func proxy() async throws {
    let (requests, tell) = AsyncStream<String>.makeStream()
    let proxy = try LocalListener { connection in
      tell.yield(connection.receiveRequest())
      connection.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
      tell.yield(connection.receiveRequest())
      connection.waitForEnd()
    }
    defer { proxy.close() }
    let caster = NtripURL(host: "caster.invalid", port: 2101, mountpoint: "M")
    let transport = NtripTransportOptions(proxy: "http://127.0.0.1:\(proxy.port)")
    let link = NtripLink(to: caster, over: transport)
    var starts = ["CONNECT caster.invalid:2101 ", "GET /M "][...]
    for await request in requests {
      #expect(request.hasPrefix(starts.removeFirst()))
      if starts.isEmpty { break }
    }
    link.stop()
  }

  @Test("a proxy that refuses is told by its answer")
  func refusingProxy() async throws {
    let proxy = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8))
      connection.waitForEnd()
    }
    defer { proxy.close() }
    let transport = NtripTransportOptions(proxy: "http://127.0.0.1:\(proxy.port)")
    let caster = NtripURL(host: "caster.invalid", mountpoint: "M")
    let got = await Following(NtripStream(from: caster, retry: nil, over: transport))
    #expect(got.failure?.description.contains("403") == true)
  }
}

@Suite("Certificates", .compares(with: .openssl), .timeLimit(.minutes(5)))
struct CertificateTests {
  /// A self-signed certificate, and an OpenSSL caster that streams a file to its holders, or to all clients.
  private final class Caster {
    let folder: TemporaryFolder
    let port: Int
    private let program: RunningProgram

    init(named name: String = "IP:127.0.0.1", wantsCertificate: Bool = true) throws {
      folder = try TestCertificate(for: name).folder
      _ = try folder.write(QuirkCaster.frame, to: "M")
      program = try RunningProgram(
        "sh",
        [
          "-c",
          "cd '\(folder.path)' && exec openssl s_server -accept 127.0.0.1:0 -cert cert.pem -key key.pem "
            + "-CAfile cert.pem \(wantsCertificate ? "-Verify 1 -verify_return_error " : "")-WWW",
        ])
      var line = program.nextLine()
      for _ in 0..<20 where !line.hasPrefix("ACCEPT ") { line = program.nextLine() }
      port = try #require(line.split(separator: ":").last.flatMap { Int($0) })
    }

    deinit { program.end() }

    func follow(_ transport: NtripTransportOptions) async -> Following {
      let url = NtripURL.local(port, "M", usesTLS: true)
      return await Following(NtripStream(from: url, retry: nil, over: transport)) {
        $0.data.count >= QuirkCaster.frame.count
      }
    }
  }

  @Test(
    "a caster that wants one is shown one, and is trusted by its authority, or by nobody's leave")
  func shown() async throws {
    let caster = try Caster()
    let (certificate, key) = (caster.folder.path("cert.pem"), caster.folder.path("key.pem"))
    let trusting = NtripTransportOptions(
      trustedCertificates: certificate, certificate: certificate, key: key)
    #expect(await caster.follow(trusting).data == QuirkCaster.frame)
    let careless = NtripTransportOptions(
      certificate: certificate, key: key, verifiesCaster: false)
    #expect(await caster.follow(careless).data == QuirkCaster.frame)
    let untrusting = NtripTransportOptions(certificate: certificate, key: key)
    guard case .transport(.tls) = await caster.follow(untrusting).failure?.cause else {
      Issue.record("a certificate that nobody vouches for was trusted")
      return
    }
    let bare = await caster.follow(NtripTransportOptions(trustedCertificates: certificate))
    #expect(bare.failure != nil && bare.data.isEmpty)
  }

  @Test("a caster that is not who its certificate says is trusted by nobody's leave only")
  func otherName() async throws {
    let caster = try Caster(named: "DNS:other.invalid")
    let (certificate, key) = (caster.folder.path("cert.pem"), caster.folder.path("key.pem"))
    var transport = NtripTransportOptions(
      trustedCertificates: certificate, certificate: certificate, key: key)
    guard case .transport(.tls) = await caster.follow(transport).failure?.cause else {
      Issue.record("a certificate for another name was trusted")
      return
    }
    transport.verifiesCaster = false
    #expect(await caster.follow(transport).data == QuirkCaster.frame)
  }

  @Test("a document of the web is read over TLS from whom a given file vouches for")
  func document() throws {
    let caster = try Caster(wantsCertificate: false)
    let address = "https://127.0.0.1:\(caster.port)/M"
    var bytes: [UInt8] = []
    try WebDocument.read(address, limit: 1000, trusting: caster.folder.path("cert.pem")) {
      bytes += $0
    }
    #expect(bytes == QuirkCaster.frame)
    #expect(throws: WebDocumentError.self) {
      try WebDocument.read(address, limit: 1000) { _ in }
    }
  }

  @Test("a file that holds none is told as a matter of TLS")
  func unreadable() async throws {
    let caster = try Caster()
    let nonsense = try caster.folder.write([1, 2, 3], to: "x.pem")
    let got = await caster.follow(NtripTransportOptions(trustedCertificates: nonsense))
    guard case .transport(.tls) = got.failure?.cause else {
      Issue.record("unexpected \(String(describing: got.failure))")
      return
    }
  }
}
