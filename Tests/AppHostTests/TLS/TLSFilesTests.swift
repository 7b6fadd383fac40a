import AppHost
import HTTPServer
import TestSupport
import Testing

@Suite("Certificates and keys in files")
struct TLSFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func openssl(_ arguments: String...) throws {
    let result = try OutsideProgram(.openssl).run(arguments, in: folder.url)
    #expect(result.status == 0)
  }

  private func make(_ name: String) throws {
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
      "\(name)-key.pem", "-out", "\(name).pem", "-subj", "/CN=\(name)", "-days", "2")
  }

  private func refusal(_ certificate: String, _ key: String) throws -> String {
    let error = #expect(throws: TLSFileError.self) {
      try TLSIdentity(
        certificateFile: folder.path(certificate), keyFile: folder.path(key))
    }
    return "\(try #require(error))"
  }

  @Test("those that belong together are taken, from two files or one", .compares(with: .openssl))
  func good() throws {
    try make("a")
    let identity = try TLSIdentity(
      certificateFile: folder.path("a.pem"), keyFile: folder.path("a-key.pem"))
    #expect(identity.certificates == (try folder.text(of: "a.pem")))
    let both = try folder.bytes(of: "a.pem") + folder.bytes(of: "a-key.pem")
    let file = try folder.write(both, to: "both.pem")
    _ = try TLSIdentity(certificateFile: file, keyFile: file)
    try openssl("pkey", "-in", "a-key.pem", "-traditional", "-out", "old.pem")
    #expect(try folder.text(of: "old.pem").hasPrefix("-----BEGIN EC PRIVATE KEY"))
    _ = try TLSIdentity(certificateFile: file, keyFile: folder.path("old.pem"))
  }

  @Test("everything else is refused in a sentence that says which file", .compares(with: .openssl))
  func bad() throws {
    try make("a")
    try make("b")
    _ = try folder.write(Array("hello".utf8), to: "text")
    _ = try folder.write([], to: "empty")
    _ = try folder.write([0, 255, 0, 254], to: "bytes")
    try openssl("pkey", "-in", "a-key.pem", "-aes128", "-passout", "pass:x", "-out", "locked.pem")
    for name in ["text", "empty", "bytes", "a-key.pem"] {
      #expect(
        try refusal(name, "a-key.pem").hasPrefix("\(folder.path(name)): there is no certificate"))
    }
    for name in ["text", "empty", "bytes", "a.pem"] {
      #expect(try refusal("a.pem", name).hasPrefix("\(folder.path(name)): there is no private key"))
    }
    #expect(try refusal("a.pem", "locked.pem").contains("the key has a password"))
    #expect(try refusal("a.pem", "b-key.pem").contains("the key is not the first certificate's"))
    #expect(
      try refusal("none.pem", "a-key.pem")
        == "\(folder.path("none.pem")): cannot be read: No such file or directory")
    #expect(try refusal("a.pem", ".").hasSuffix("cannot be read: Is a directory"))
  }
}
