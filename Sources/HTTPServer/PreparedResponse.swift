internal import CMicroHTTPD
package import HTTPMessages

/// A response in libmicrohttpd's form, made once and sent any number of times.
///
/// Sound to share: libmicrohttpd counts a response's references under its own lock, and a response is never
/// changed after its creation.
@safe package final class PreparedResponse: @unchecked Sendable {
  /// The response that was prepared.
  package let content: HTTPResponse
  private let response: OpaquePointer
  private let status: UInt32

  /// Copies a response's header fields and body, and adds the fields that every response has.
  package init(_ content: HTTPResponse) {
    self.content = content
    unsafe response = content.body.withUnsafeBytes { body in
      // Sound: MHD only reads the buffer, and copies it before it returns.
      unsafe MHD_create_response_from_buffer(
        body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    status = UInt32(content.status)
    for field in content.sentFields {
      unsafe MHD_add_response_header(response, field.name, field.value)
    }
    guard content.field("Connection") == nil else { return }
    unsafe MHD_add_response_header(response, "Keep-Alive", Self.keepAlive)
    unsafe boardsim_mhd_say_keep_alive(response)
  }

  deinit { unsafe MHD_destroy_response(response) }

  /// Queues the response on a connection.
  func send(on connection: ConnectionHandle) -> MHD_Result {
    // Sound: the connection is open, and libmicrohttpd keeps its own reference to the response.
    unsafe MHD_queue_response(connection.pointer, status, response)
  }

  private static let keepAlive = "timeout=\(HTTPLimits.idle.components.seconds)"
}

extension HTTPResponse {
  /// The header fields to send: with `Cache-Control: no-store` unless the response has a `Cache-Control`.
  ///
  /// Values are valid only at one moment, so caches must not keep them.
  var sentFields: [HTTPField] {
    let saysIt = fields.contains { $0.name == "Cache-Control" }
    return saysIt ? fields : fields + [HTTPField("Cache-Control", "no-store")]
  }

  /// The bytes of the response on a connection that closes after it.
  var closingBytes: [UInt8] {
    let length = HTTPField("Content-Length", "\(body.count)")
    let all = sentFields + [HTTPField("Connection", "close"), length]
    // Sound: the phrases are constants of the library.
    let reason = unsafe String(cString: MHD_get_reason_phrase_for(UInt32(status)))
    let head = all.reduce("HTTP/1.1 \(status) \(reason)\r\n") { head, field in
      head + "\(field.name): \(field.value)\r\n"
    }
    return Array("\(head)\r\n".utf8) + body
  }
}
