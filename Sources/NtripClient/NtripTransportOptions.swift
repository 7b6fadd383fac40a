/// The options of a connection to a caster: its proxy and its certificates.
///
/// By default the system's certificates are trusted, and the environment names the proxy (`http_proxy`,
/// `https_proxy`, `no_proxy`).
public struct NtripTransportOptions: Hashable, Sendable {
  /// The path of a PEM file of certificates to trust instead of the system's.
  public var trustedCertificates: String?
  /// The path of a PEM file with the client's certificate; the same file may hold its key.
  public var certificate: String?
  /// The path of a PEM file with the key of the client's certificate.
  public var key: String?
  /// Whether the caster must have a trusted certificate for its name.
  ///
  /// Without this check anybody on the way to the caster can read the password.
  public var verifiesCaster: Bool
  /// The proxy's URL, `http://`, `https://` or `socks5h://`; empty for no proxy, whatever the environment
  /// says.
  public var proxy: String?

  /// Creates options.
  public init(
    trustedCertificates: String? = nil, certificate: String? = nil, key: String? = nil,
    verifiesCaster: Bool = true, proxy: String? = nil
  ) {
    self.trustedCertificates = trustedCertificates
    self.certificate = certificate
    self.key = key
    self.verifiesCaster = verifiesCaster
    self.proxy = proxy
  }
}
