internal import CMicroHTTPD
internal import HTTPMessages
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The callback for an accepted connection, and for a connection about to be closed.
///
/// Sound, here and below: libmicrohttpd passes the context that the listener gave it and keeps alive until
/// the daemon has ended. The pointers are valid during the call. The object in `state` is retained when a
/// connection starts and released when it closes.
let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, state, change in
  guard let context = unsafe context, let connection = unsafe connection,
    let state = unsafe state
  else { return }
  if change == .CONNECTION_NOTIFY_STARTED {
    let handle = unsafe ConnectionHandle(pointer: connection)
    guard let opened = unsafe core(context).begin(handle) else { return }
    unsafe state.pointee = Unmanaged.passRetained(opened).toOpaque()
  } else if let known = unsafe state.pointee {
    unsafe state.pointee = nil
    // Sound: the pointer was made from a retained connection above, and is released here once.
    unsafe core(context).close(Unmanaged<OpenConnection>.fromOpaque(known).takeRetainedValue())
  }
}

/// The callback for a request: once for the head, once per piece of the body, once at its end.
///
/// A reply made later causes one more call.
let handleRequest: MHD_AccessHandlerCallback = {
  context, connection, url, method, version, upload, uploadSize, state in
  guard let context = unsafe context, let state = unsafe state, let uploadSize = unsafe uploadSize,
    let url = unsafe url, let method = unsafe method, let connection = unsafe connection,
    let known = unsafe state.pointee ?? boardsim_mhd_context(connection)
  else { return .NO }
  // Sound: the pointer was made from a retained connection, which is released when the connection closes.
  let open = unsafe Unmanaged<OpenConnection>.fromOpaque(known).takeUnretainedValue()
  if open.isRefused { return .NO }
  if unsafe state.pointee == nil {
    unsafe state.pointee = known
    open.isAsking = true
    unsafe core(context).headArrived(on: open)
    let isOld = unsafe version.map { unsafe String(cString: $0) } == "HTTP/1.0"
    let framing = open.handle.framing
    guard let refusal = open.service.refusal(of: framing, isOld: isOld) else {
      if framing.isChunked { open.handle.closeAfterAnswer() }
      return .YES
    }
    return PreparedResponse(open.service.refusal(refusal)).send(on: open.handle)
  }
  if unsafe uploadSize.pointee > 0 {
    let part = unsafe UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee)
    unsafe uploadSize.pointee = 0
    return unsafe open.append(part) ? .YES : .NO
  }
  if case .slot(let slot) = open.pending {
    return unsafe send(slot.reply, on: open, by: core(context))
  }
  if open.isTooLong { return open.service.tooLong.send(on: open.handle) }
  return unsafe answer(open, String(cString: method), String(cString: url), by: core(context))
}

private func answer(
  _ open: OpenConnection, _ method: String, _ path: String, by core: ListenerCore
) -> MHD_Result {
  let request = HTTPRequest(
    method: HTTPMethod(method), path: path, query: open.handle.values(.GET_ARGUMENT_KIND),
    fields: open.service.reading.contains(.fields) ? open.handle.values(.HEADER_KIND) : [],
    body: open.body, client: open.service.reading.contains(.client) ? open.client : nil)
  return send(open.service.handler(request), on: open, by: core)
}

/// Sends a reply.
private func send(
  _ reply: HTTPReply?, on open: OpenConnection, by core: ListenerCore
) -> MHD_Result {
  switch reply {
  case .now(let response): response.send(on: open.handle)
  case .stream(let head, let begin): core.stream(head, on: open, begin)
  case .cut(let response, let count): cut(response, after: count, on: open)
  case .delayed(let reply, let time): delay(reply, by: time, on: open, by: core)
  case .raw(let bytes, let time): sendRaw(bytes, endingAfter: time, on: open, by: core)
  case .end: .NO
  case .reset: reset(open)
  case .later(let begin): core.answerLater(on: open, begin)
  // A suspended connection continues only with a reply, so a missing one is an error.
  case nil: .NO
  }
}

/// Ends a connection in the middle of a response.
private func cut(
  _ response: HTTPResponse, after count: Int, on open: OpenConnection
) -> MHD_Result {
  let bytes = response.closingBytes
  let missing = max(response.body.count - count, 0)
  open.handle.sendLast(Array(bytes.dropLast(missing)))
  return .NO
}

/// Sends bytes past libmicrohttpd, and suspends the connection until it ends.
private func sendRaw(
  _ bytes: [UInt8], endingAfter time: Duration, on open: OpenConnection, by core: ListenerCore
) -> MHD_Result {
  TCPSocket.send(bytes, on: open.descriptor)
  return delay(.end, by: time, on: open, by: core)
}

private func delay(
  _ reply: HTTPReply, by time: Duration, on open: OpenConnection, by core: ListenerCore
) -> MHD_Result {
  core.answerLater(on: open) { whenDone in core.call(after: time) { whenDone(reply) } }
}

private func reset(_ open: OpenConnection) -> MHD_Result {
  TCPSocket.reset(open.descriptor)
  return .NO
}

/// The callback for the end of a request, successful or not.
let requestCompleted: boardsim_mhd_completed = { context, _, state, _ in
  // Sound: as above; the request's state is set only by these callbacks.
  guard let context = unsafe context, let state = unsafe state, let known = unsafe state.pointee
  else { return }
  // Sound: as above; a connection closes after its last request.
  let open = unsafe Unmanaged<OpenConnection>.fromOpaque(known).takeUnretainedValue()
  unsafe core(context).answered(on: open)
  open.reset()
  unsafe state.pointee = nil
}

/// The callback for a request's target, before its parameters are parsed.
///
/// libmicrohttpd sends no answer when the parameters exceed its memory.
let targetCame: boardsim_mhd_target = { _, target, connection in
  guard let target = unsafe target, let connection = unsafe connection,
    let known = unsafe boardsim_mhd_context(connection)
  else { return nil }
  let refusal = unsafe RequestTarget.refusal(
    of: UnsafeRawBufferPointer(start: target, count: strlen(target)))
  // Sound: as above.
  let open = unsafe Unmanaged<OpenConnection>.fromOpaque(known).takeUnretainedValue()
  if let refusal { open.refuse(refusal) }
  return nil
}

/// Handles a log message about a faulty request, which libmicrohttpd writes before it sends its own
/// refusal.
func wroteLog(
  _ context: UnsafeMutableRawPointer?, _ format: UnsafePointer<CChar>?, _ values: CVaListPointer?
) {
  guard let context = unsafe context, let format = unsafe format, let values = unsafe values
  else { return }
  let text = unsafe String(cString: format)
  if text.contains("Content-Length") {
    unsafe core(context).refuseHead(nil)
  } else if text.contains("parse cookies") {
    unsafe core(context).refuseHead(BodyFraming.tooManyCookies)
  } else if text.contains("HTTP response code is %u") {
    // Sound: the format says that the first value is an unsigned number.
    let status = unsafe boardsim_mhd_logged_number(values)
    if let refusal = LibraryRefusal.refusal(Int(status)) {
      unsafe core(context).refuseOnlyUnfinished(refusal)
    }
  }
}

/// Returns the core that a listener gave libmicrohttpd as its context.
///
/// Sound: the listener keeps the core alive until the daemon has stopped.
private func core(_ context: UnsafeMutableRawPointer) -> ListenerCore {
  unsafe Unmanaged<ListenerCore>.fromOpaque(context).takeUnretainedValue()
}
