internal import CGnuTLS

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// An X.509 version 3 certificate, as a GnuTLS object.
///
/// Sound throughout: the certificate has one owner, which frees it once. Memory passed to a call outlives
/// the call and is passed with its length.
@safe struct Certificate: ~Copyable {
  private let raw: gnutls_x509_crt_t

  /// The content of a certificate.
  struct Contents {
    /// The common name of the subject.
    var commonName: String
    /// The start of validity, seconds since 1970.
    var begins: Int64
    /// The end of validity, seconds since 1970.
    var ends: Int64
    /// The names and addresses of a server; empty for an authority.
    var names: [String] = []
  }

  private init() throws(GnuTLSError) {
    var certificate: gnutls_x509_crt_t?
    try GnuTLSError.check(unsafe gnutls_x509_crt_init(&certificate))
    guard let certificate = unsafe certificate else {
      throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR)
    }
    unsafe raw = certificate
  }

  deinit { unsafe gnutls_x509_crt_deinit(raw) }

  /// Reads the first certificate in a PEM text.
  static func read(_ pem: String) throws(GnuTLSError) -> Certificate {
    let new = try Certificate()
    let raw = unsafe new.raw
    try GnuTLSError.check(
      unsafe Datum.lend(pem.utf8) { text in
        unsafe gnutls_x509_crt_import(raw, text, GNUTLS_X509_FMT_PEM)
      })
    return new
  }

  /// The certificate as PEM text.
  var pem: String {
    get throws(GnuTLSError) {
      let raw = unsafe raw
      return try unsafe Datum.text { unsafe gnutls_x509_crt_export2(raw, GNUTLS_X509_FMT_PEM, $0) }
    }
  }

  /// The end of validity, seconds since 1970.
  var ends: Int64 { unsafe Int64(gnutls_x509_crt_get_expiration_time(raw)) }

  /// Returns whether the certificate is valid for a server with a name or address.
  func names(_ name: String) -> Bool { unsafe gnutls_x509_crt_check_hostname(raw, name) != 0 }

  /// Returns whether an authority has signed the certificate; the time of validity is not checked.
  func isSigned(by authority: borrowing Certificate) -> Bool {
    var status: UInt32 = 0
    var issuer: gnutls_x509_crt_t? = unsafe authority.raw
    let flags = GNUTLS_VERIFY_DISABLE_TIME_CHECKS.rawValue
    return unsafe gnutls_x509_crt_verify(raw, &issuer, 1, UInt32(flags), &status) == 0
      && status == 0
  }
}

// MARK: Creation

extension Certificate {
  /// Creates the certificate of an authority, signed by itself.
  static func authority(
    _ contents: Contents, key: borrowing PrivateKey
  ) throws(GnuTLSError) -> Certificate {
    let new = try unsigned(contents, key: key)
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_basic_constraints(new.raw, 1, 0))
    try new.limitToPrivateNetworks()
    try new.allow(UInt32(GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN))
    try new.sign(by: new, key)
    return new
  }

  /// Creates the certificate of a server, signed by an authority.
  static func server(
    _ contents: Contents, key: borrowing PrivateKey, authority: borrowing Certificate,
    authorityKey: borrowing PrivateKey
  ) throws(GnuTLSError) -> Certificate {
    let new = try unsigned(contents, key: key)
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_basic_constraints(new.raw, 0, -1))
    try new.allow(UInt32(GNUTLS_KEY_DIGITAL_SIGNATURE))
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_key_purpose_oid(new.raw, GNUTLS_KP_TLS_WWW_SERVER, 0))
    for name in contents.names { try new.add(name) }
    try new.sign(by: authority, authorityKey)
    return new
  }

  private static func unsigned(
    _ contents: Contents, key: borrowing PrivateKey
  ) throws(GnuTLSError) -> Certificate {
    let new = try Certificate()
    let raw = unsafe new.raw
    let serial = newSerial()
    let name = Array(contents.commonName.utf8)
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_version(raw, 3))
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_serial(raw, serial, serial.count))
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_dn_by_oid(
        raw, GNUTLS_OID_X520_COMMON_NAME, 0, name, UInt32(name.count)))
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_activation_time(raw, time_t(contents.begins)))
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_expiration_time(raw, time_t(contents.ends)))
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_key(raw, key.raw))
    let id = try new.keyIdentifier
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_subject_key_id(raw, id, id.count))
    return new
  }

  /// Returns a random serial number: positive, 16 bytes.
  static func newSerial() -> [UInt8] {
    var serial = (0..<16).map { _ in UInt8.random(in: 0...255) }
    serial[0] = serial[0] & 0x3F | 0x40
    return serial
  }

  func setConstraints(_ set: (gnutls_x509_crt_t) -> Int32) throws(GnuTLSError) {
    try GnuTLSError.check(unsafe set(raw))
  }

  /// Whether an authority's certificate has name constraints.
  var isLimited: Bool {
    var made: gnutls_x509_name_constraints_t?
    guard unsafe gnutls_x509_name_constraints_init(&made) == 0, let constraints = unsafe made else {
      return false
    }
    defer { unsafe gnutls_x509_name_constraints_deinit(constraints) }
    var isCritical: UInt32 = 0
    return unsafe gnutls_x509_crt_get_name_constraints(raw, constraints, 0, &isCritical) == 0
  }

  private func allow(_ uses: UInt32) throws(GnuTLSError) {
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_key_usage(raw, uses))
  }

  private func add(_ name: String) throws(GnuTLSError) {
    let address = Self.address(name)
    let bytes = address ?? Array(name.utf8)
    let kind = address == nil ? GNUTLS_SAN_DNSNAME : GNUTLS_SAN_IPADDRESS
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_set_subject_alt_name(
        raw, kind, bytes, UInt32(bytes.count), UInt32(GNUTLS_FSAN_APPEND)))
  }

  /// Returns the bytes of an IPv4 or IPv6 address; `nil` for a name.
  static func address(_ text: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 16)
    if unsafe inet_pton(AF_INET, text, &bytes) == 1 { return Array(bytes.prefix(4)) }
    return unsafe inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
  }

  private var keyIdentifier: [UInt8] {
    get throws(GnuTLSError) {
      var id = [UInt8](repeating: 0, count: 64)
      var count = id.count
      try GnuTLSError.check(unsafe gnutls_x509_crt_get_key_id(raw, 0, &id, &count))
      return Array(id.prefix(count))
    }
  }

  private func sign(
    by authority: borrowing Certificate, _ key: borrowing PrivateKey
  ) throws(GnuTLSError) {
    let id = try authority.keyIdentifier
    try GnuTLSError.check(unsafe gnutls_x509_crt_set_authority_key_id(raw, id, id.count))
    try GnuTLSError.check(
      unsafe gnutls_x509_crt_sign2(raw, authority.raw, key.raw, GNUTLS_DIG_SHA256, 0))
  }
}
