internal import CMicroHTTPD

extension HTTPListener {
  /// The C library for HTTP and its version: `libmicrohttpd/0.9.75`.
  package static var library: String {
    // Sound: libmicrohttpd returns a constant string.
    unsafe "libmicrohttpd/" + String(cString: MHD_get_version())
  }
}
