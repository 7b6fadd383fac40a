internal import BoardFirmware
internal import CMicroHTTPD

/// An answer in the listener's own form, made once and sent as often as it is asked for.
///
/// Sound to share: libmicrohttpd counts a response's references under its own lock, and nothing
/// changes a response once it is made.
@safe final class PreparedAnswer: @unchecked Sendable {
  private let response: OpaquePointer
  private let status: UInt32

  /// Copies an answer's headers and body, and adds those that every answer has.
  init(_ answer: DataAnswer) {
    unsafe response = answer.body.withUnsafeBytes { body in
      // Sound: MHD only reads the buffer, and copies it before it returns.
      unsafe MHD_create_response_from_buffer(
        body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    status = UInt32(answer.status)
    for header in answer.headers + DataAnswer.common {
      unsafe MHD_add_response_header(response, header.name, header.value)
    }
    guard answer.header("Connection") == nil else { return }
    unsafe MHD_add_response_header(response, "Keep-Alive", Self.keepAlive)
    unsafe boardsim_mhd_say_keep_alive(response)
  }

  deinit { unsafe MHD_destroy_response(response) }

  /// Queues the answer on a connection.
  func send(on connection: ConnectionHandle) -> MHD_Result {
    // Sound: the connection is open, and libmicrohttpd keeps a reference of its own to the response.
    unsafe MHD_queue_response(connection.pointer, status, response)
  }

  private static let keepAlive = "timeout=\(HTTPLimits.idle.components.seconds)"
}

extension DataAnswer {
  /// What every answer has: a value is true at one moment of board time, and nobody is to keep it.
  fileprivate static let common = [DataHeader("Cache-Control", "no-store")]

  /// The answer as it goes over a connection that is closed after it.
  var closingBytes: [UInt8] {
    let length = DataHeader("Content-Length", "\(body.count)")
    let fields = headers + Self.common + [DataHeader("Connection", "close"), length]
    let reason = status == 413 ? "Content Too Large" : "Bad Request"
    let head = fields.reduce("HTTP/1.1 \(status) \(reason)\r\n") { head, field in
      head + "\(field.name): \(field.value)\r\n"
    }
    return Array("\(head)\r\n".utf8) + body
  }
}
