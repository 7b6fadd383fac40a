internal import CGnuTLS
internal import NtripProtocol

extension NtripHash {
  /// Hashes bytes by GnuTLS, which a Digest login is made with; `nil` where the system forbids the function.
  static func hash(_ hash: NtripHash, _ bytes: [UInt8]) -> [UInt8]? {
    let algorithm =
      switch hash {
      case .md5: GNUTLS_DIG_MD5
      case .sha256: GNUTLS_DIG_SHA256
      }
    var digest = [UInt8](repeating: 0, count: hash == .md5 ? 16 : 32)
    // Sound: GnuTLS reads as many bytes as it is told, and writes as many as the function gives.
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe digest.withUnsafeMutableBytes { digest in
        unsafe gnutls_hash_fast(algorithm, bytes.baseAddress, bytes.count, digest.baseAddress)
      }
    }
    return status == 0 ? digest : nil
  }
}
