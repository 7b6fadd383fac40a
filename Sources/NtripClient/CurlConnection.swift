internal import Platform
internal import CCurl
internal import NtripProtocol

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A connection to a caster, established by libcurl and then used for plain sending and receiving.
///
/// libcurl resolves the host name, tries IPv6 and IPv4, goes through a proxy and does TLS. The NTRIP protocol
/// is not libcurl's (`CURLOPT_CONNECT_ONLY`). All calls come from one thread.
///
/// Sound throughout: the initialiser makes both handles and the buffer for libcurl's error text. They belong
/// to this value alone and are freed with it. libcurl copies the texts it is given, and libcurl's own texts
/// are copied at once.
@safe
struct CurlConnection: ~Copyable {
  /// The result of a receive call.
  enum Received {
    case bytes(Int)
    case nothingNow, closed
    case broken(String)
  }

  private let multi: UnsafeMutableRawPointer
  private let easy: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - url: The caster; only the host, port and scheme are used.
  ///   - transport: The proxy, and the certificates to trust.
  /// - Throws: ``NtripTransportError`` if libcurl cannot be started.
  init(
    to url: NtripURL, over transport: NtripTransportOptions = NtripTransportOptions()
  ) throws(NtripTransportError) {
    guard Self.isLibraryReady, let easy = unsafe curl_easy_init() else {
      throw .unreachable("libcurl could not be started")
    }
    guard let multi = unsafe curl_multi_init() else {
      unsafe curl_easy_cleanup(easy)
      throw .unreachable("libcurl could not be started")
    }
    unsafe self.easy = unsafe easy
    unsafe self.multi = unsafe multi
    unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
    unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    configure(for: url)
    configure(transport)
    _ = unsafe curl_multi_add_handle(multi, easy)
  }

  deinit {
    // libcurl requires the easy handle to leave the multi handle before either is freed.
    _ = unsafe curl_multi_remove_handle(multi, easy)
    unsafe curl_easy_cleanup(easy)
    _ = unsafe curl_multi_cleanup(multi)
    unsafe errorText.deallocate()
  }

  /// Whether libcurl's global initialisation succeeded; it runs once, on the first thread that asks.
  static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  private func configure(for url: NtripURL) {
    let address = (url.usesTLS ? "https://" : "http://") + url.encodedAuthority + "/"
    _ = unsafe ccurl_set_string(easy, CURLOPT_URL, address)
    _ = unsafe ccurl_set_long(easy, CURLOPT_CONNECT_ONLY, 1)
    // Otherwise TLS would negotiate HTTP/2, and libcurl would send its HTTP/2 preface to the caster.
    _ = unsafe ccurl_set_long(easy, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    _ = unsafe ccurl_set_long(easy, CURLOPT_HTTPPROXYTUNNEL, 1)
    _ = unsafe ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    unsafe ccurl_set_quick_exit(easy)
    _ = unsafe ccurl_set_error_buffer(easy, errorText)
  }

  private func configure(_ transport: NtripTransportOptions) {
    let texts = [
      (CURLOPT_CAINFO, transport.trustedCertificates), (CURLOPT_SSLCERT, transport.certificate),
      (CURLOPT_SSLKEY, transport.key ?? transport.certificate), (CURLOPT_PROXY, transport.proxy),
    ]
    for case (let option, let text?) in texts { _ = unsafe ccurl_set_string(easy, option, text) }
    if !transport.verifiesCaster {
      _ = unsafe ccurl_set_long(easy, CURLOPT_SSL_VERIFYPEER, 0)
      _ = unsafe ccurl_set_long(easy, CURLOPT_SSL_VERIFYHOST, 0)
    }
  }
}

extension NtripURL {
  /// The authority in the form of a URL: the percent sign of an IPv6 zone is encoded.
  fileprivate var encodedAuthority: String {
    authority.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
  }
}

// MARK: Connecting

extension CurlConnection {
  /// Continues the connection attempt.
  ///
  /// - Returns: `true` when the connection is established, `false` while the attempt goes on.
  func proceed() throws(NtripTransportError) -> Bool {
    var running: Int32 = 0
    let status = unsafe curl_multi_perform(multi, &running)
    guard status == CURLM_OK else {
      throw .unreachable(unsafe String(cString: curl_multi_strerror(status)))
    }
    var result = CURLE_OK
    guard unsafe ccurl_take_result(multi, &result) == 1 else { return false }
    guard result == CURLE_OK else { throw error(for: result) }
    return true
  }

  /// Waits until ``proceed()`` has something to do, `other` becomes readable, or the timeout ends.
  func waitWhileConnecting(orFor other: Int32, milliseconds: Int32) {
    var also = [curl_waitfd()]
    also[0].fd = other
    also[0].events = Int16(CURL_WAIT_POLLIN)
    // Sound: the array has the elements that it counts.
    _ = unsafe curl_multi_poll(multi, &also, UInt32(also.count), milliseconds, nil)
  }

  /// The socket descriptor of an established connection.
  var socket: Int32 { unsafe ccurl_socket(easy) }

  private func error(for code: CURLcode) -> NtripTransportError {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: return .nameNotFound
    case CURLE_COULDNT_CONNECT:
      let number = Int32(truncatingIfNeeded: unsafe ccurl_os_errno(easy))
      if number == ECONNREFUSED { return .connectionRefused }
      return .unreachable(number == 0 ? words(for: code) : systemText(ofError: number))
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR,
      CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_ENGINE_INITFAILED:
      return .tls(words(for: code))
    default: return .unreachable(words(for: code))
    }
  }

  /// Returns libcurl's text of an error; libcurl never gets credentials, so the text cannot contain any.
  private func words(for code: CURLcode) -> String {
    let detail = unsafe String(cString: errorText)
    return detail.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : detail
  }
}

// MARK: Sending and receiving

extension CurlConnection {
  /// Receives the bytes available now, up to the buffer's size.
  func receive(into buffer: inout [UInt8]) -> Received {
    var count = 0
    let size = buffer.count
    // Sound: libcurl writes at most the buffer's size.
    let code = unsafe buffer.withUnsafeMutableBytes {
      unsafe curl_easy_recv(easy, $0.baseAddress, size, &count)
    }
    switch code {
    case CURLE_OK: return count == 0 ? .closed : .bytes(count)
    case CURLE_AGAIN: return .nothingNow
    default: return .broken(words(for: code))
    }
  }

  /// Reads and discards the bytes available now; nothing can be received afterwards.
  ///
  /// The call reads the socket below TLS. Many casters close without a TLS close notice, and then only the
  /// socket tells a proper end from a reset.
  func drain(_ buffer: inout [UInt8]) -> Received {
    while true {
      // Sound: the call writes at most the buffer's size.
      let count = unsafe recv(socket, &buffer, buffer.count, 0)
      if count == 0 { return .closed }
      guard count < 0 else { continue }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK: return .nothingNow
      case let number: return .broken(systemText(ofError: number))
      }
    }
  }

  /// Sends bytes from the front of `bytes` until the connection takes no more, and removes them.
  ///
  /// - Returns: libcurl's error text if the connection broke, otherwise `nil`.
  func send(_ bytes: inout [UInt8]) -> String? {
    while !bytes.isEmpty {
      var count = 0
      let size = bytes.count
      // Sound: libcurl reads at most the size given.
      let code = unsafe bytes.withUnsafeBytes {
        unsafe curl_easy_send(easy, $0.baseAddress, size, &count)
      }
      bytes.removeFirst(count)
      if code == CURLE_AGAIN { return nil }
      if code != CURLE_OK { return words(for: code) }
    }
    return nil
  }
}
