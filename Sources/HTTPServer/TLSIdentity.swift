internal import CGnuTLS
internal import CMicroHTTPD

/// A certificate and its private key, for TLS at a listener.
package struct TLSIdentity: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
  /// The server's certificate, followed by the chain to a certificate that clients trust; PEM.
  package let certificates: String
  /// The private key; PEM.
  package let key: String

  /// Creates an identity from a certificate and its key.
  ///
  /// - Throws: ``TLSIdentityError`` when one of them is unreadable, or the key does not belong to the
  ///   certificate.
  package init(certificates: String, key: String) throws(TLSIdentityError) {
    self.certificates = certificates
    self.key = key
    try check()
  }

  /// A description without the key, which must not appear in logs.
  package var description: String { "a certificate and its key" }

  /// The mirror, also without the key.
  package var customMirror: Mirror { Mirror(self, children: ["certificates": certificates]) }

  /// Loads certificate and key in the same way as a listener.
  private func check() throws(TLSIdentityError) {
    var credentials: gnutls_certificate_credentials_t?
    // Sound, to the end: the credentials that the library allocates are freed once. The library reads the
    // texts only during the calls, within their lengths.
    guard unsafe gnutls_certificate_allocate_credentials(&credentials) == 0 else {
      throw .unreadable("no memory")
    }
    defer { unsafe gnutls_certificate_free_credentials(credentials) }
    guard Self.hasCertificate(certificates) else { throw .noCertificate }
    let result = unsafe withDatum(certificates) { certificates in
      unsafe withDatum(key) { key in
        unsafe gnutls_certificate_set_x509_key_mem(
          credentials, certificates, key, GNUTLS_X509_FMT_PEM)
      }
    }
    guard result < 0 else { return }
    throw TLSIdentityError(result)
  }

  private static func hasCertificate(_ text: String) -> Bool {
    var certificate: gnutls_x509_crt_t?
    // Sound: as above.
    guard unsafe gnutls_x509_crt_init(&certificate) == 0 else { return false }
    defer { unsafe gnutls_x509_crt_deinit(certificate) }
    return unsafe withDatum(text) { text in
      unsafe gnutls_x509_crt_import(certificate, text, GNUTLS_X509_FMT_PEM)
    } == 0
  }

  /// Calls a function with the daemon's TLS options.
  func withOptions<Result>(_ body: ([MHD_OptionItem]) -> Result) -> Result {
    // Sound: the texts end with a NUL, and are lent for the duration of the call.
    unsafe certificates.withCString { certificates in
      unsafe key.withCString { key in
        unsafe Self.versions.withCString { versions in
          unsafe body([
            Self.option(.HTTPS_MEM_CERT, certificates), Self.option(.HTTPS_MEM_KEY, key),
            Self.option(.HTTPS_PRIORITIES, versions),
          ])
        }
      }
    }
  }

  /// TLS 1.2 and newer with authenticated encryption only, without CBC and SHA-1.
  private static let versions =
    "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-CIPHER-ALL:"
    + "+AES-256-GCM:+AES-128-GCM:+CHACHA20-POLY1305:-MAC-ALL:+AEAD"

  private static func option(
    _ option: MHD_OPTION, _ text: UnsafePointer<CChar>
  ) -> MHD_OptionItem {
    // Sound: libmicrohttpd only reads the text.
    unsafe MHD_OptionItem(
      option: option, value: 0, ptr_value: UnsafeMutableRawPointer(mutating: text))
  }
}

/// Calls a function with a text in GnuTLS's form.
///
/// Sound: the text outlives the call, which only reads it.
private func withDatum(
  _ text: String, _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
) -> Int32 {
  var bytes = Array(text.utf8)
  return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
    var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
    return unsafe body(&datum)
  }
}

/// An unusable certificate or key of a TLS server.
package enum TLSIdentityError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The certificate's text contains no PEM certificate.
  case noCertificate
  /// The key's text contains no PEM private key.
  case noKey
  /// The key is protected by a password.
  case lockedKey
  /// The key belongs to another certificate.
  case otherKey
  /// Another error, with the library's text.
  case unreadable(String)

  init(_ code: Int32) {
    switch code {
    case GNUTLS_E_CERTIFICATE_KEY_MISMATCH: self = .otherKey
    case GNUTLS_E_DECRYPTION_FAILED: self = .lockedKey
    case GNUTLS_E_BASE64_DECODING_ERROR, GNUTLS_E_BASE64_UNEXPECTED_HEADER_ERROR,
      GNUTLS_E_ASN1_DER_ERROR, GNUTLS_E_ASN1_TAG_ERROR, GNUTLS_E_REQUESTED_DATA_NOT_AVAILABLE:
      self = .noKey
    // Sound: the library's text is constant.
    default: self = .unreadable(unsafe String(cString: gnutls_strerror(code)))
    }
  }

  /// The fault and its remedy.
  package var description: String {
    switch self {
    case .noCertificate: "there is no certificate in PEM ('-----BEGIN CERTIFICATE-----')"
    case .noKey: "there is no private key in PEM ('-----BEGIN PRIVATE KEY-----')"
    case .lockedKey: "the key has a password; take it off with 'openssl pkey -in KEY -out NEW'"
    case .otherKey: "the key is not the first certificate's; give the two that belong together"
    case .unreadable(let text): "TLS cannot use them: \(text)"
    }
  }
}
