internal import CGnuTLS

/// A private key, as a GnuTLS object.
///
/// Sound throughout: the key has one owner, which frees it once.
@safe struct PrivateKey: ~Copyable {
  let raw: gnutls_x509_privkey_t

  private init() throws(GnuTLSError) {
    var key: gnutls_x509_privkey_t?
    try GnuTLSError.check(unsafe gnutls_x509_privkey_init(&key))
    guard let key = unsafe key else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR) }
    unsafe raw = key
  }

  deinit { unsafe gnutls_x509_privkey_deinit(raw) }

  /// Creates a key on the curve P-256.
  static func make() throws(GnuTLSError) -> PrivateKey {
    let key = try PrivateKey()
    try GnuTLSError.check(
      unsafe gnutls_x509_privkey_generate(key.raw, GNUTLS_PK_ECDSA, boardsim_gnutls_p256(), 0))
    return key
  }

  /// Reads the first key in a PEM text.
  static func read(_ pem: String) throws(GnuTLSError) -> PrivateKey {
    let key = try PrivateKey()
    let raw = unsafe key.raw
    try GnuTLSError.check(
      unsafe Datum.lend(pem.utf8) { text in
        unsafe gnutls_x509_privkey_import2(raw, text, GNUTLS_X509_FMT_PEM, nil, 0)
      })
    return key
  }

  /// The key as PEM text (PKCS #8).
  var pem: String {
    get throws(GnuTLSError) {
      let raw = unsafe raw
      return try unsafe Datum.text { text in
        unsafe gnutls_x509_privkey_export2_pkcs8(
          raw, GNUTLS_X509_FMT_PEM, nil, UInt32(GNUTLS_PKCS_PLAIN.rawValue), text)
      }
    }
  }
}
