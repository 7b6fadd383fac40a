internal import CCurl

extension NtripLink {
  /// The C library of the network connections, with its version: `libcurl/7.88.1 OpenSSL/3.0.19`.
  public static var library: String {
    // Sound: libcurl returns a constant string.
    let text = unsafe String(cString: curl_version())
    return text.split(separator: " ").prefix(2).joined(separator: " ")
  }
}
