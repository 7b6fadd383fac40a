internal import CGnuTLS

/// A failed call of GnuTLS.
struct GnuTLSError: Error, Hashable, CustomStringConvertible {
  let code: Int32

  /// Throws an error when a call's result is negative.
  static func check(_ code: Int32) throws(GnuTLSError) {
    guard code < 0 else { return }
    throw GnuTLSError(code: code)
  }

  /// GnuTLS's error message.
  var description: String {
    // Sound: the library's messages are constants.
    unsafe String(cString: gnutls_strerror(code))
  }
}

/// The exchange of texts and bytes with GnuTLS.
///
/// Sound throughout: memory passed to a call outlives the call. Memory allocated by the library is copied
/// and freed once.
enum Datum {
  /// Calls a closure with bytes as a GnuTLS datum.
  static func lend(
    _ bytes: some Sequence<UInt8>, _ body: (UnsafePointer<gnutls_datum_t>) -> Int32
  ) -> Int32 {
    var bytes = Array(bytes)
    return unsafe bytes.withUnsafeMutableBufferPointer { buffer in
      var datum = unsafe gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
      return unsafe body(&datum)
    }
  }

  /// Returns the text that a call allocates.
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
