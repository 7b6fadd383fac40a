import Testing

/// A certificate that vouches for itself, with its key, in a folder that goes with its owner.
public struct TestCertificate: Sendable {
  /// Where the two are, as `cert.pem` and `key.pem`.
  public let folder: TemporaryFolder

  /// Has OpenSSL make both, for `localhost` and the names that are given.
  ///
  /// - Parameter names: As OpenSSL writes them, such as `DNS:board` or `IP:127.0.0.1`.
  /// - Throws: What the system says where OpenSSL is not installed.
  public init(for names: String = "DNS:localhost,IP:127.0.0.1") throws {
    folder = try TemporaryFolder()
    let openssl = try RunningProgram(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
        folder.path("key.pem"), "-out", folder.path("cert.pem"), "-subj", "/CN=localhost",
        "-addext", "subjectAltName=\(names)", "-days", "2",
      ])
    try #require(openssl.waitForEnd() == 0)
  }

  /// The path of the certificate, in PEM form.
  public var path: String { folder.path("cert.pem") }

  /// The path of its key, in PEM form.
  public var keyPath: String { folder.path("key.pem") }
}
