internal import CGnuTLS
internal import CMicroHTTPD
internal import HTTPMessages
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A connection of libmicrohttpd's and the request on it; only the listener's thread touches it.
final class OpenConnection {
  let handle: ConnectionHandle
  let descriptor: Int32
  /// The service of the socket at which the connection came.
  let service: HTTPService
  /// The other end's address.
  lazy var client = handle.client
  private(set) var body: [UInt8] = []
  private var received = 0
  /// Whether the handler has been asked, or is about to be: the present request's head is complete.
  var isAsking = false
  /// Whether more of the present request, or of the next one, is to come that cannot be read perhaps.
  var isUnfinished: Bool { !isAsking || pending == nil && handle.framing.isChunked }
  /// Whether it has been refused past libmicrohttpd, which may go on with it.
  private(set) var isRefused = false
  /// The pending response to the present request.
  var pending: PendingResponse?

  init(_ handle: ConnectionHandle, for service: HTTPService) {
    self.handle = handle
    self.service = service
    descriptor = handle.descriptor
  }

  /// Whether the body is longer than what is taken; the rest of it is not kept.
  var isTooLong: Bool { received > BodyFraming.limit }

  /// Takes a piece of the body; `false` when nobody should go on listening to it.
  func append(_ part: UnsafeRawBufferPointer) -> Bool {
    received += part.count
    // Sound: the part is read during the call only.
    if !isTooLong { unsafe body.append(contentsOf: part) }
    return received <= 16 * BodyFraming.limit
  }

  /// Answers a request with a refusal past libmicrohttpd, and ends the connection.
  func refuse(_ refusal: ListenerRefusal) {
    guard !isRefused else { return }
    isRefused = true
    handle.sendLast(service.refusal(refusal).closingBytes)
  }

  /// Makes ready for the next request.
  func reset() {
    isAsking = false
    body = []
    received = 0
    pending = nil
  }
}

/// A response that is not there yet, or not to its end.
enum PendingResponse: Sendable {
  /// A response that is made elsewhere.
  case slot(ResponseSlot)
  /// A response that is sent in pieces.
  case stream(ResponseStream)
}

/// libmicrohttpd's own connection.
///
/// Sound to send: it is used on the listener's thread, but for ``resume()``, which any thread may call.
@safe struct ConnectionHandle: @unchecked Sendable {
  let pointer: OpaquePointer

  /// The connection's socket.
  var descriptor: Int32 { unsafe boardsim_mhd_descriptor(pointer) }

  /// Sets the connection aside until ``resume()``.
  func suspend() { unsafe MHD_suspend_connection(pointer) }

  /// Lets the listener's thread go on with a connection that was set aside.
  ///
  /// Sound: the handle is that of a connection that libmicrohttpd holds open as long as it is suspended.
  func resume() { unsafe MHD_resume_connection(pointer) }

  /// The parameters of the target's query, or the fields of the head, in their order.
  func values(_ kind: MHD_ValueKind) -> [HTTPField] {
    // Sound: the pairs are copied during the call, into an array that outlives it.
    guard unsafe MHD_get_connection_values(pointer, kind, nil, nil) > 0 else { return [] }
    var pairs: [HTTPField] = []
    // Sound: the iterator runs during this call only, on the array it is given.
    unsafe withUnsafeMutablePointer(to: &pairs) { pairs in
      _ = unsafe MHD_get_connection_values(pointer, kind, appendPair, pairs)
    }
    return pairs
  }

  /// Whether the present request's head is complete.
  var hasHead: Bool { unsafe boardsim_mhd_has_head(pointer) != 0 }

  /// Whether libmicrohttpd has a response to the present request.
  var hasResponse: Bool { unsafe boardsim_mhd_has_response(pointer) != 0 }

  /// Makes the next answer the last one of the connection.
  func closeAfterAnswer() { unsafe boardsim_mhd_close_after_answer(pointer) }

  /// The framing of the body that the head declares.
  var framing: BodyFraming {
    var framing = BodyFraming()
    // Sound: the iterator runs during this call only, on the value it is given.
    unsafe withUnsafeMutablePointer(to: &framing) { framing in
      _ = unsafe MHD_get_connection_values(pointer, .HEADER_KIND, takeField, framing)
    }
    return framing
  }
}

extension ConnectionHandle {
  /// The other end's address, as text; `nil` where it has none.
  var client: String? {
    // Sound: the address is the connection's own, which is open.
    guard let address = unsafe boardsim_mhd_address(pointer) else { return nil }
    return unsafe SocketName.text(of: address)
  }

  /// Sends what is the last of a connection, past libmicrohttpd, and ends it.
  func sendLast(_ bytes: [UInt8]) {
    // Sound: the session is the connection's own, used on the listener's thread as libmicrohttpd uses it.
    if let session = unsafe boardsim_mhd_tls_session(pointer) {
      unsafe gnutls_record_send(session, bytes, bytes.count)
      unsafe gnutls_bye(session, GNUTLS_SHUT_WR)
    } else {
      TCPSocket.send(bytes, on: descriptor)
    }
    TCPSocket.shutDown(descriptor)
  }
}

/// Sound: the context is the value that `framing` lends, names and values end with a NUL.
private let takeField: MHD_KeyValueIterator = { context, _, name, value in
  guard let context = unsafe context, let name = unsafe name else { return .YES }
  let framing = unsafe context.assumingMemoryBound(to: BodyFraming.self)
  func bytes(_ text: UnsafePointer<CChar>?) -> UnsafeBufferPointer<UInt8> {
    guard let text = unsafe text else { return unsafe UnsafeBufferPointer(start: nil, count: 0) }
    return unsafe UnsafeBufferPointer(
      start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: strlen(text))
  }
  unsafe framing.pointee.take(bytes(name), bytes(value))
  return .YES
}

/// Sound: the context is the array that `values` lends, names and values end with a NUL.
private let appendPair: MHD_KeyValueIterator = { context, _, name, value in
  guard let context = unsafe context, let name = unsafe name else { return .YES }
  let pairs = unsafe context.assumingMemoryBound(to: [HTTPField].self)
  let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
  unsafe pairs.pointee.append(HTTPField(String(cString: name), text))
  return .YES
}
