internal import CGnuTLS

/// A failed call of GnuTLS.
struct GnuTLSError: Error, Hashable, CustomStringConvertible {
  let code: Int32

  /// Throws what a call's result means.
  static func check(_ code: Int32) throws(GnuTLSError) {
    guard code < 0 else { return }
    throw GnuTLSError(code: code)
  }

  /// The library's words.
  var description: String {
    // Sound: the library's words stay where they are.
    unsafe String(cString: gnutls_strerror(code))
  }
}

/// Texts and bytes as GnuTLS takes and gives them.
///
/// Sound throughout: what is lent outlives the call that reads it, and what the library made is copied and
/// given back once.
enum Datum {
  /// Lends bytes.
  static func lend(
    _ bytes: some Sequence<UInt8>, _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
  ) -> Int32 {
    var bytes = Array(bytes)
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return unsafe body(&datum)
    }
  }

  /// Takes the text that a call makes.
  static func text(
    _ body: (UnsafeMutablePointer<gnutls_datum_t>) -> Int32
  ) throws(GnuTLSError) -> String {
    var datum = unsafe gnutls_datum_t()
    try GnuTLSError.check(unsafe body(&datum))
    defer { unsafe boardsim_gnutls_free(datum.data) }
    let bytes = unsafe UnsafeBufferPointer(start: datum.data, count: Int(datum.size))
    return unsafe String(decoding: bytes, as: UTF8.self)
  }
}
