internal import CGnuTLS
internal import NtripProtocol

extension NtripHash {
  /// Returns the GnuTLS hash of bytes, for a Digest login; `nil` if the system forbids the hash function.
  static func hash(_ hash: NtripHash, _ bytes: [UInt8]) -> [UInt8]? {
    let algorithm =
      switch hash {
      case .md5: GNUTLS_DIG_MD5
      case .sha256: GNUTLS_DIG_SHA256
      }
    var digest = [UInt8](repeating: 0, count: hash == .md5 ? 16 : 32)
    // Sound: GnuTLS reads `bytes.count` bytes and writes the digest's length, which the array has.
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe digest.withUnsafeMutableBytes { digest in
        unsafe gnutls_hash_fast(algorithm, bytes.baseAddress, bytes.count, digest.baseAddress)
      }
    }
    return status == 0 ? digest : nil
  }
}
