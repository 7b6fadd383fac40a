import EventLoop
import TestSupport
import Testing

@Suite("A server's certificate and key", .compares(with: .openssl))
struct TLSIdentityTests {
  private func error(_ certificate: String, _ key: String) -> TLSIdentityError? {
    #expect(throws: TLSIdentityError.self) { try TLSIdentity(certificate: certificate, key: key) }
  }

  @Test("what cannot be used is told, with the file and OpenSSL's own reason for this one")
  func refusals() throws {
    let (made, other) = (try TestCertificate(), try TestCertificate())
    _ = try TLSIdentity(certificate: made.path, key: made.keyPath)
    let missing = try #require(error(made.folder.path("none.pem"), made.keyPath))
    #expect(missing.file == made.folder.path("none.pem"))
    #expect(missing.reason == "is no certificate in PEM form (No such file or directory)")
    let text = try made.folder.write(Array("text".utf8), to: "text.pem")
    #expect(
      try #require(error(text, made.keyPath)).reason
        == "is no certificate in PEM form (no start line)")
    let foreign = try #require(error(made.path, other.keyPath))
    #expect(foreign.file == other.keyPath)
    #expect(
      foreign.reason == "is no key of '\(made.path)' in PEM form (key values mismatch)")
    #expect(foreign.description == "'\(foreign.file)' \(foreign.reason)")
  }
}
