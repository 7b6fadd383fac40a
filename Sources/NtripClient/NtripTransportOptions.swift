/// The options of a connection to a caster: its proxy, and the authorities it trusts.
///
/// Without any of it the system's certificates decide, and the proxy that the environment names (`http_proxy`,
/// `https_proxy`, `no_proxy`).
public struct NtripTransportOptions: Hashable, Sendable {
  /// A file of certificates, in PEM form, to trust instead of the system's.
  public var trustedCertificates: String?
  /// A file with the certificate, in PEM form, that the client shows; its key may be in the same file.
  public var certificate: String?
  /// A file with the certificate's key, in PEM form.
  public var key: String?
  /// Whether the caster must have a trusted certificate for its name; without it anybody in between can read
  /// the password.
  public var verifiesCaster: Bool
  /// A proxy's URL, `http://`, `https://` or `socks5h://`; empty for none, whatever the environment says.
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
