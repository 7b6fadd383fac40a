internal import BoardFirmware
internal import CMicroHTTPD

/// What libmicrohttpd's callbacks reach through their context pointer.
final class HandlerContext: Sendable {
  let handler: HTTPListener.Handler
  init(handler: @escaping HTTPListener.Handler) { self.handler = handler }
}

/// A request whose body is still arriving; only the listener's thread touches it.
private final class PendingBody {
  var bytes: [UInt8] = []
  var isTooLong = false

  func append(_ part: UnsafeRawBufferPointer) {
    isTooLong = isTooLong || bytes.count + part.count > HTTPRequest.bodyLimit
    if !isTooLong { unsafe bytes.append(contentsOf: part) }
  }
}

/// Called once with the head, once for each piece of the body, and once at its end.
let handleRequest: MHD_AccessHandlerCallback = {
  context, connection, url, method, _, upload, uploadSize, state in
  guard let context = unsafe context, let state = unsafe state, let uploadSize = unsafe uploadSize,
    let url = unsafe url, let method = unsafe method
  else { return .NO }
  guard let known = unsafe state.pointee else {
    unsafe state.pointee = Unmanaged.passRetained(PendingBody()).toOpaque()
    return .YES
  }
  // Sound: the pointer was made from a retained PendingBody above; `requestCompleted` releases it.
  let pending = unsafe Unmanaged<PendingBody>.fromOpaque(known).takeUnretainedValue()
  if unsafe uploadSize.pointee > 0 {
    unsafe pending.append(UnsafeRawBufferPointer(start: upload, count: uploadSize.pointee))
    unsafe uploadSize.pointee = 0
    return .YES
  }
  if pending.isTooLong { return unsafe bodyTooLong.send(on: connection) }
  let request = unsafe HTTPRequest(
    method: String(cString: method), path: String(cString: url), query: query(of: connection),
    body: pending.bytes)
  // Sound: the listener keeps its context alive until the daemon has stopped.
  let handler = unsafe Unmanaged<HandlerContext>.fromOpaque(context).takeUnretainedValue().handler
  return unsafe handler(request).send(on: connection)
}

/// Called when a request is over, however it ended.
let requestCompleted: boardsim_mhd_completed = { _, _, state, _ in
  guard let state = unsafe state, let known = unsafe state.pointee else { return }
  unsafe Unmanaged<PendingBody>.fromOpaque(known).release()
  unsafe state.pointee = nil
}

private let bodyTooLong = PreparedAnswer(
  DataAnswer(
    status: 413, headers: [DataHeader("Content-Type", "text/plain")],
    body: Array("the request's body is longer than \(HTTPRequest.bodyLimit) bytes\n".utf8)))

private func query(of connection: OpaquePointer?) -> [String: String] {
  guard unsafe MHD_get_connection_values(connection, .GET_ARGUMENT_KIND, nil, nil) > 0 else {
    return [:]
  }
  var values: [String: String] = [:]
  // Sound: the iterator runs during this call only, on the dictionary it is given.
  unsafe withUnsafeMutablePointer(to: &values) { values in
    _ = unsafe MHD_get_connection_values(
      connection, .GET_ARGUMENT_KIND,
      { context, _, name, value in
        guard let context = unsafe context, let name = unsafe name else { return .YES }
        let values = unsafe context.assumingMemoryBound(to: [String: String].self)
        let text = unsafe value.map { unsafe String(cString: $0) } ?? ""
        unsafe values.pointee[String(cString: name)] = text
        return .YES
      }, values)
  }
  return values
}
