internal import CGnuTLS

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The names and addresses that a local authority may sign for: this machine, private networks, and
/// `.local`.
///
/// A stolen authority key can impersonate only these names to phones that trust the authority, and no bank.
enum PrivateNetworks {
  /// The permitted names, each including all names below it (RFC 5280, section 4.2.1.10).
  static let names = ["localhost", "local"]
  /// The permitted networks: RFC 1918, 6598, 3927, loopback; RFC 4193, link-local, loopback.
  static let networks = [
    "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "169.254.0.0/16",
    "127.0.0.0/8", "::1/128", "fc00::/7", "fe80::/10",
  ]

  /// Returns whether the authority may sign for a name or an address.
  static func contain(_ name: String) -> Bool {
    guard let address = Certificate.address(name) else {
      return names.contains { name == $0 || name.hasSuffix(".\($0)") }
    }
    return networks.contains { network in
      let (prefix, mask) = halves(of: network)
      return prefix.count == address.count
        && zip(address, mask).map({ $0 & $1 }).elementsEqual(prefix)
    }
  }

  /// Returns the bytes of a network's address and of its mask.
  static func halves(of network: String) -> (address: [UInt8], mask: [UInt8]) {
    let parts = network.split(separator: "/")
    let address = Certificate.address(String(parts[0])) ?? []
    let length = Int(parts[1]) ?? 0
    let mask = address.indices.map { index in
      UInt8(truncatingIfNeeded: 0xFF00 >> min(max(length - 8 * index, 0), 8))
    }
    return (address, mask)
  }
}

extension Certificate {
  /// Limits an authority to ``PrivateNetworks``.
  ///
  /// Sound: the constraints are allocated and freed here, and copied into the certificate in between.
  func limitToPrivateNetworks() throws(GnuTLSError) {
    var made: gnutls_x509_name_constraints_t?
    try GnuTLSError.check(unsafe gnutls_x509_name_constraints_init(&made))
    guard let constraints = unsafe made else { throw GnuTLSError(code: GNUTLS_E_MEMORY_ERROR) }
    defer { unsafe gnutls_x509_name_constraints_deinit(constraints) }
    func permit(_ kind: gnutls_x509_subject_alt_name_t, _ bytes: [UInt8]) throws(GnuTLSError) {
      try GnuTLSError.check(
        unsafe Datum.lend(bytes) { bytes in
          unsafe gnutls_x509_name_constraints_add_permitted(constraints, kind, bytes)
        })
    }
    for name in PrivateNetworks.names { try permit(GNUTLS_SAN_DNSNAME, Array(name.utf8)) }
    for network in PrivateNetworks.networks {
      let (address, mask) = PrivateNetworks.halves(of: network)
      try permit(GNUTLS_SAN_IPADDRESS, address + mask)
    }
    try unsafe setConstraints { raw in
      unsafe gnutls_x509_crt_set_name_constraints(raw, constraints, 1)
    }
  }
}
