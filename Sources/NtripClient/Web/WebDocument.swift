internal import CCurl

/// A reader of web documents in pieces, by libcurl: HTTP and HTTPS, proxies, redirections.
package enum WebDocument {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - address: `http://…` or `https://…`.
  ///   - limit: The largest allowed size of the document, bytes.
  ///   - certificateFile: The path of a PEM file of certificates to trust instead of the system's.
  ///   - connecting: The timeout of the connection attempt, whole seconds.
  ///   - silence: The longest time without a byte, whole seconds.
  ///   - isWanted: A closure that is asked several times a second; `false` ends the transfer.
  ///   - onBytes: A closure that gets the document's bytes, in order.
  /// - Throws: ``WebDocumentError``, or the error of `onBytes`.
  package static func read(
    _ address: String, limit: Int, trusting certificateFile: String? = nil,
    connecting: Int = 15, silence: Int = 30,
    while isWanted: () -> Bool = { true }, onBytes: ([UInt8]) throws -> Void
  ) throws {
    let isWeb = ["http://", "https://"].contains { address.lowercased().hasPrefix($0) }
    guard isWeb else { throw WebDocumentError.noWebAddress }
    let transfer = try WebTransfer(address, limit: limit, trusting: certificateFile)
    transfer.allow(connecting: connecting, silence: silence)
    var result = try transfer.step()
    while result == nil {
      guard isWanted() else { throw WebDocumentError.cancelled }
      try take(transfer, onBytes)
      transfer.wait()
      result = try transfer.step()
    }
    if transfer.isTooLong { throw WebDocumentError.tooLong(limit: limit) }
    if let words = result?.words { throw WebDocumentError.broken(words) }
    guard transfer.status == 200 else { throw WebDocumentError.refused(status: transfer.status) }
    try take(transfer, onBytes)
  }

  /// Hands on the received bytes, unless they are the text of an error status.
  private static func take(
    _ transfer: borrowing WebTransfer, _ onBytes: ([UInt8]) throws -> Void
  ) throws {
    let bytes = transfer.takeBytes()
    if !bytes.isEmpty, transfer.status == 200 { try onBytes(bytes) }
  }
}

/// A failure to read a document.
package enum WebDocumentError: Error, Hashable, Sendable {
  /// An address that begins with neither `http://` nor `https://`.
  case noWebAddress
  /// A server's status other than 200.
  case refused(status: Int)
  /// A document larger than the limit, bytes.
  case tooLong(limit: Int)
  /// A failed or broken connection, with libcurl's error text.
  case broken(String)
  /// A transfer that the caller cancelled.
  case cancelled
}

extension WebDocumentError: CustomStringConvertible {
  /// The fault, and the things to check.
  package var description: String {
    switch self {
    case .noWebAddress: "is no address of the web; it must begin with http:// or https://"
    case .refused(let status): "the server answered \(status); check the address"
    case .tooLong(let limit): "is longer than the \(limit) bytes that it may be"
    case .broken(let words): "cannot be read (\(words)); check the address and the network"
    case .cancelled: "was not waited for"
    }
  }
}

/// A current transfer.
///
/// Sound throughout: the initialiser makes the handles and the sink. They belong to this value alone and are
/// freed with it. libcurl calls the writer only within `curl_multi_perform`, on this thread.
@safe
private struct WebTransfer: ~Copyable {
  /// The buffer of a transfer's received bytes.
  private final class Sink {
    var bytes: [UInt8] = []
    var count = 0
    let limit: Int
    init(limit: Int) { self.limit = limit }
  }

  private typealias Writer =
    @convention(c) (UnsafeMutablePointer<CChar>?, Int, Int, UnsafeMutableRawPointer?) -> Int

  private let multi: UnsafeMutableRawPointer
  private let easy: UnsafeMutableRawPointer
  private let sink: Sink

  init(_ address: String, limit: Int, trusting certificateFile: String?) throws {
    guard CurlConnection.isLibraryReady, let easy = unsafe curl_easy_init() else {
      throw WebDocumentError.broken("libcurl could not be started")
    }
    guard let multi = unsafe curl_multi_init() else {
      unsafe curl_easy_cleanup(easy)
      throw WebDocumentError.broken("libcurl could not be started")
    }
    unsafe self.easy = unsafe easy
    unsafe self.multi = unsafe multi
    sink = Sink(limit: limit)
    _ = unsafe ccurl_set_string(easy, CURLOPT_URL, address)
    _ = unsafe ccurl_set_string(easy, CURLOPT_USERAGENT, "boardsim")
    _ = unsafe ccurl_set_long(easy, CURLOPT_FOLLOWLOCATION, 1)
    _ = unsafe ccurl_set_long(easy, CURLOPT_MAXREDIRS, 5)
    _ = unsafe ccurl_set_long(easy, CURLOPT_NOSIGNAL, 1)
    unsafe ccurl_set_quick_exit(easy)
    if let certificateFile {
      _ = unsafe ccurl_set_string(easy, CURLOPT_CAINFO, certificateFile)
    }
    let writer: Writer = { bytes, size, count, owner in
      guard let bytes = unsafe bytes, let owner = unsafe owner else { return 0 }
      let sink = unsafe Unmanaged<Sink>.fromOpaque(owner).takeUnretainedValue()
      let length = size * count
      sink.count += length
      guard sink.count <= sink.limit else { return 0 }
      unsafe sink.bytes.append(contentsOf: UnsafeRawBufferPointer(start: bytes, count: length))
      return length
    }
    unsafe ccurl_set_writer(easy, writer, Unmanaged.passUnretained(sink).toOpaque())
    _ = unsafe curl_multi_add_handle(multi, easy)
  }

  deinit {
    _ = unsafe curl_multi_remove_handle(multi, easy)
    unsafe curl_easy_cleanup(easy)
    _ = unsafe curl_multi_cleanup(multi)
  }

  /// Sets the timeout of the connection attempt and the longest time without a byte, seconds.
  func allow(connecting: Int, silence: Int) {
    _ = unsafe ccurl_set_long(easy, CURLOPT_CONNECTTIMEOUT, connecting)
    _ = unsafe ccurl_set_long(easy, CURLOPT_LOW_SPEED_LIMIT, 1)
    _ = unsafe ccurl_set_long(easy, CURLOPT_LOW_SPEED_TIME, silence)
  }

  /// The end of a transfer; `words` is `nil` if the transfer is complete.
  struct Result {
    var words: String?
  }

  /// Continues the transfer; returns `nil` while it goes on.
  func step() throws -> Result? {
    var running: Int32 = 0
    let status = unsafe curl_multi_perform(multi, &running)
    guard status == CURLM_OK else {
      throw WebDocumentError.broken(unsafe String(cString: curl_multi_strerror(status)))
    }
    var code = CURLE_OK
    guard unsafe ccurl_take_result(multi, &code) == 1 else { return nil }
    return Result(
      words: code == CURLE_OK ? nil : unsafe String(cString: curl_easy_strerror(code)))
  }

  /// Waits for the network, at most 200 ms.
  func wait() { _ = unsafe curl_multi_poll(multi, nil, 0, 200, nil) }

  /// The HTTP status of the answer; 0 before an answer.
  var status: Int { unsafe ccurl_status(easy) }

  var isTooLong: Bool { sink.count > sink.limit }

  func takeBytes() -> [UInt8] {
    defer { sink.bytes = [] }
    return sink.bytes
  }
}
