internal import CMicroHTTPD

extension HTTPListener {
  /// The C library that carries the bytes, with its version: `libmicrohttpd/0.9.75`.
  package static var library: String {
    // Sound: libmicrohttpd returns a string that stays as it is.
    unsafe "libmicrohttpd/" + String(cString: MHD_get_version())
  }
}
