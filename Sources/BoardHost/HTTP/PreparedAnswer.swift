internal import BoardFirmware
internal import CMicroHTTPD

/// An answer in the listener's own form, made once and sent as often as it is asked for.
///
/// Sound to share: libmicrohttpd counts a response's references under its own lock, and nothing
/// changes a response once it is made.
@safe final class PreparedAnswer: @unchecked Sendable {
  private let response: OpaquePointer
  private let status: UInt32

  /// Copies an answer's headers and body.
  init(_ answer: DataAnswer) {
    unsafe response = answer.body.withUnsafeBytes { body in
      // Sound: MHD only reads the buffer, and copies it before it returns.
      unsafe MHD_create_response_from_buffer(
        body.count, UnsafeMutableRawPointer(mutating: body.baseAddress), .RESPMEM_MUST_COPY)
    }
    status = UInt32(answer.status)
    for header in answer.headers {
      unsafe MHD_add_response_header(response, header.name, header.value)
    }
  }

  deinit { unsafe MHD_destroy_response(response) }

  /// Queues the answer on a connection.
  func send(on connection: OpaquePointer?) -> MHD_Result {
    unsafe MHD_queue_response(connection, status, response)
  }
}
