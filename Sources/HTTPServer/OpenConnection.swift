internal import CGnuTLS
internal import CMicroHTTPD
internal import HTTPMessages
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A connection of libmicrohttpd with its current request; used only on the listener's thread.
final class OpenConnection {
  let handle: ConnectionHandle
  let descriptor: Int32
  /// The service of the socket that accepted the connection.
  let service: HTTPService
  /// The client's address as text; `nil` when it has none.
  lazy var client = handle.client
  private(set) var body: [UInt8] = []
  private var received = 0
  /// Whether the head of the current request is complete, so that the handler has been or is about to be
  /// called.
  var isAsking = false
  /// Whether more bytes of the current or next request are expected, which may turn out to be unreadable.
  var isUnfinished: Bool { !isAsking || pending == nil && handle.framing.isChunked }
  /// Whether the request has been refused past libmicrohttpd, which may continue with it.
  private(set) var isRefused = false
  /// The pending response to the current request.
  var pending: PendingResponse?

  init(_ handle: ConnectionHandle, for service: HTTPService) {
    self.handle = handle
    self.service = service
    descriptor = handle.descriptor
  }

  /// Whether the body exceeds the limit; the excess is discarded.
  var isTooLong: Bool { received > BodyFraming.limit }

  /// Adds a piece of the body; returns `false` when the connection should be ended.
  func append(_ part: UnsafeRawBufferPointer) -> Bool {
    received += part.count
    // Sound: the piece is read only during the call.
    if !isTooLong { unsafe body.append(contentsOf: part) }
    return received <= 16 * BodyFraming.limit
  }

  /// Sends a refusal past libmicrohttpd, and ends the connection.
  func refuse(_ refusal: ListenerRefusal) {
    guard !isRefused else { return }
    isRefused = true
    handle.sendLast(service.refusal(refusal).closingBytes)
  }

  /// Prepares for the next request.
  func reset() {
    isAsking = false
    body = []
    received = 0
    pending = nil
  }
}

/// A response that has not been made yet, or not been sent completely.
enum PendingResponse: Sendable {
  /// A reply that is made elsewhere.
  case slot(ResponseSlot)
  /// A response that is sent in pieces.
  case stream(ResponseStream)
}

/// A handle of libmicrohttpd's connection.
///
/// Sound to send: it is used on the listener's thread, except for ``resume()``, which any thread may call.
@safe struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// The descriptor of the connection's socket.
  var descriptor: Int32 { unsafe boardsim_mhd_descriptor(pointer) }

  /// Suspends the connection until ``resume()``.
  func suspend() { unsafe MHD_suspend_connection(pointer) }

  /// Lets the listener's thread continue with a suspended connection.
  ///
  /// Sound: libmicrohttpd keeps a connection open while it is suspended.
  func resume() { unsafe MHD_resume_connection(pointer) }

  /// Returns the parameters of the query, or the header fields, in order.
  func values(_ kind: MHD_ValueKind) -> [HTTPField] {
    // Sound: the pairs are copied during the call, into an array that outlives it.
    guard unsafe MHD_get_connection_values(pointer, kind, nil, nil) > 0 else { return [] }
    var pairs: [HTTPField] = []
    // Sound: the iterator runs only during this call, on the array it is given.
    unsafe withUnsafeMutablePointer(to: &pairs) { pairs in
      _ = unsafe MHD_get_connection_values(pointer, kind, appendPair, pairs)
    }
    return pairs
  }

  /// Whether the current request's head is complete.
  var hasHead: Bool { unsafe boardsim_mhd_has_head(pointer) != 0 }

  /// Whether libmicrohttpd has a response to the current request.
  var hasResponse: Bool { unsafe boardsim_mhd_has_response(pointer) != 0 }

  /// Makes the next answer the last one on the connection.
  func closeAfterAnswer() { unsafe boardsim_mhd_close_after_answer(pointer) }

  /// The framing of the body according to the head.
  var framing: BodyFraming {
    var framing = BodyFraming()
    // Sound: the iterator runs only during this call, on the value it is given.
    unsafe withUnsafeMutablePointer(to: &framing) { framing in
      _ = unsafe MHD_get_connection_values(pointer, .HEADER_KIND, takeField, framing)
    }
    return framing
  }
}

extension ConnectionHandle {
  /// The client's address as text; `nil` when it has none.
  var client: String? {
    // Sound: the address belongs to the connection, which is open.
    guard let address = unsafe boardsim_mhd_address(pointer) else { return nil }
    return unsafe SocketName.text(of: address)
  }

  /// Sends the last bytes of a connection past libmicrohttpd, and ends it.
  func sendLast(_ bytes: [UInt8]) {
    // Sound: the session belongs to the connection, and is used on the listener's thread like libmicrohttpd
    // does.
    if let session = unsafe boardsim_mhd_tls_session(pointer) {
      unsafe gnutls_record_send(session, bytes, bytes.count)
      unsafe gnutls_bye(session, GNUTLS_SHUT_WR)
    } else {
      TCPSocket.send(bytes, on: descriptor)
    }
    TCPSocket.shutDown(descriptor)
  }
}

/// Passes a header field to the framing.
///
/// Sound: the context is the value that `framing` lends; names and values end with a NUL.
private let takeField: MHD_KeyValueIterator = { context, _, name, value in
  guard let context = unsafe context, let name = unsafe name else { return .YES }
  let framing = unsafe context.assumingMemoryBound(to: BodyFraming.self)
  func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(text)?.assumingMemoryBound(to: UInt8.self),
      count: text.map { unsafe strlen($0) } ?? 0)
  }
  unsafe framing.pointee.take(bytes(name), bytes(value))
  return .YES
}

/// Appends a pair of name and value to the array.
///
/// Sound: the context is the array that `values` lends; names and values end with a NUL.
private let appendPair: MHD_KeyValueIterator = { context, _, name, value in
  guard let context = unsafe context, let name = unsafe name else { return .YES }
  let pairs = unsafe context.assumingMemoryBound(to: [HTTPField].self)
  let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
  unsafe pairs.pointee.append(HTTPField(String(cString: name), text))
  return .YES
}
