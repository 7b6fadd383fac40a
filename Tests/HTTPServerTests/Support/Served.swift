import HTTPMessages
import HTTPServer
import Platform
import TestSupport

/// A listener with one socket on a free or given port.
struct Served {
  static let text = "21.50;45.00"

  let listener: HTTPListener
  let port: UInt16

  init(
    on host: String = "127.0.0.1", port: UInt16 = 0, limits: HTTPLimits = HTTPLimits(),
    tls: TLSIdentity? = nil, reading: RequestParts = [], isLenientWithHosts: Bool = false,
    handler: @escaping HTTPListener.Handler = { _ in .now(Self.response(Self.text)) }
  ) throws {
    let socket = try ListeningSocket(host: host, port: port)
    self.port = socket.port
    listener = try HTTPListener(
      on: socket, limits: limits, tls: tls, reading: reading,
      isLenientWithHosts: isLenientWithHosts, handler: handler)
  }

  func connect() throws -> TCPConnection { try TCPConnection(port: port) }

  /// Returns a response with a text body.
  static func response(_ text: String) -> HTTPResponse {
    HTTPResponse(status: 200, fields: [], body: Array(text.utf8))
  }
}
