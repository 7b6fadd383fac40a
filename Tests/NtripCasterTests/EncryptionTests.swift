import Foundation
import NtripCaster
import NtripClient
import NtripMemory
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

@Suite("Encrypted connections", .compares(with: .openssl), .timeLimit(.minutes(5)))
struct EncryptionTests {
  private let made: TestCertificate
  private var folder: TemporaryFolder { made.folder }
  private var certificate: String { made.path }
  private var key: String { made.keyPath }

  init() throws { made = try TestCertificate() }

  private func serve(_ capture: [UInt8], speed: Double = 500) throws -> NtripCasterServer {
    let mountpoint = Mountpoint(name: "M", capture: capture, mode: .once)
    return try NtripCasterServer(
      port: 0, caster: SharedCaster(Caster([mountpoint], speed: speed), isDriven: false),
      encryption: CasterEncryption(port: 0, certificate: certificate, key: key))
  }

  @Test("curl reads a stream over TLS, and trusts no other certificate", .compares(with: .curl))
  func curl() throws {
    let bytes = try capture(epochs: 20)
    let server = try serve(bytes)
    let url = "https://127.0.0.1:\(try #require(server.tlsPort))/M"
    let options = ["-sS", "-H", "Ntrip-Version: Ntrip/2.0", url]
    let curl = try RunningProgram("curl", ["--cacert", certificate] + options)
    #expect(curl.readToEnd() == bytes)
    #expect(curl.waitForEnd() == 0)
    #expect(try RunningProgram("curl", options).waitForEnd() == 60)
  }

  @Test(
    "gnssntripclient reads either version over TLS", .compares(with: .gnssntripclient),
    arguments: ["1.0", "2.0"])
  func gnssntripclient(version: String) throws {
    let bytes = try MilanBase.capture
    // Slow enough for a client in Python beside other work: the caster leaves a reader that stays behind.
    let server = try serve(bytes, speed: 20)
    let client = try RunningProgram(
      "gnssntripclient",
      [
        "-S", "127.0.0.1", "-P", "\(try #require(server.tlsPort))", "-M", "M",
        "--ntripversion", version, "--https", "1", "--selfsign", "1", "--tlscrtpath", certificate,
        "--clioutput", "1", "--output", "/dev/stdout", "--verbosity", "-1",
      ])
    let read = client.read(20_000)
    #expect(read.count == 20_000)
    #expect(Data(bytes).range(of: Data(read)) != nil)
  }

  @Test("our client reads it too, with the certificate that it is told to trust")
  func ownClient() async throws {
    let bytes = try capture(epochs: 20)
    let server = try serve(bytes)
    let url = NtripURL(
      host: "127.0.0.1", port: Int(try #require(server.tlsPort)), mountpoint: "M", usesTLS: true)
    var read: [UInt8] = []
    do {
      let transport = NtripTransportOptions(trustedCertificates: certificate)
      for try await element in NtripStream(from: url, retry: nil, over: transport) {
        if case .data(let bytes) = element { read += bytes }
      }
    } catch { #expect(error.cause == .closed) }
    #expect(read == bytes)
  }

  @Test("a stream that ends arrives to its end, however close behind each other its parts go")
  func wholeStreams() async throws {
    let bytes = try capture(epochs: 20)
    let transport = NtripTransportOptions(trustedCertificates: certificate)
    for _ in 0..<60 {
      let server = try serve(bytes)
      let url = NtripURL(
        host: "127.0.0.1", port: Int(try #require(server.tlsPort)), mountpoint: "M", usesTLS: true)
      var read: [UInt8] = []
      do {
        for try await element in NtripStream(from: url, retry: nil, over: transport) {
          if case .data(let bytes) = element { read += bytes }
        }
      } catch { #expect(error.cause == .closed) }
      #expect(read == bytes)
      server.stop()
    }
  }

  @Test("nothing older than TLS 1.2 is spoken", arguments: ["-tls1_1", "-tls1_2", "-tls1_3"])
  func versions(option: String) throws {
    let server = try serve(try capture(epochs: 1))
    let client = try RunningProgram(
      "openssl",
      [
        "s_client", "-connect", "127.0.0.1:\(try #require(server.tlsPort))", option, "-brief",
        "-cipher", "DEFAULT@SECLEVEL=0",
      ])
    #expect((client.waitForEnd() == 0) == (option != "-tls1_1"))
  }

  @Test("words in the clear on this port, and encrypted ones on the other, end the connection")
  func mixedUp() throws {
    let server = try serve(try capture(epochs: 1))
    let clear = try TestSocket(port: try #require(server.tlsPort), saying: requestVersion1)
    #expect(!String(decoding: clear.readToEnd(), as: UTF8.self).contains("ICY"))
    let hello: [UInt8] = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xFC, 3, 3]
    let encrypted = try TestSocket(port: server.port)
    encrypted.say(hello)
    #expect(String(decoding: encrypted.readToEnd(), as: UTF8.self).hasPrefix("HTTP/1.0 400 "))
  }

  @Test("another certificate is used from now on")
  func change() throws {
    let server = try serve(try capture(epochs: 1))
    let other = try EncryptionTests()
    let port = try #require(server.tlsPort)
    server.change(
      try CasterEncryption(port: port, certificate: other.certificate, key: other.key))
    let curl = { (certificate: String) in
      try RunningProgram(
        "curl", ["-sS", "--http0.9", "--cacert", certificate, "https://127.0.0.1:\(port)/"]
      )
      .waitForEnd()
    }
    #expect(try curl(other.certificate) == 0)
    #expect(try curl(certificate) == 60)
  }

  @Test("files that cannot be used are named, with what is wrong")
  func badFiles() throws {
    let other = try EncryptionTests()
    for (certificate, key, words) in [
      ("/nowhere", key, "'/nowhere' is no certificate"),
      (certificate, "/nowhere", "'/nowhere' is no key of"),
      (certificate, other.key, "key values mismatch"), (key, key, "is no certificate"),
    ] {
      let error = #expect(throws: CasterEncryptionError.self) {
        try CasterEncryption(port: 0, certificate: certificate, key: key)
      }
      #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
    }
  }
}
