internal import HTTPMessages
internal import HTTPServer
internal import Pages
package import Platform

/// The server of a recorded run's page, for browsers on this machine.
package final class RecordingServer {
  /// The port that listens.
  package let port: UInt16
  private let listener: HTTPListener

  /// Serves a recording on 127.0.0.1.
  ///
  /// - Parameters:
  ///   - recording: The lines of the recording.
  ///   - port: The port; 0 takes a free one.
  /// - Throws: ``ListenError`` when the port is in use, or the system has no thread or memory.
  package init(_ recording: [UInt8], port: UInt16) throws(ListenError) {
    let host = ListenAddress.loopback.host
    let socket = try ListeningSocket(host: host, port: port)
    self.port = socket.port
    let access = LocalAccess(to: host, port: socket.port)
    let lines = HTTPResponse(
      status: 200,
      fields: [
        HTTPField("Content-Type", "application/jsonl; charset=utf-8"),
        HTTPField("Cache-Control", "no-cache"),
      ], body: recording)
    listener = try HTTPListener(on: socket, reading: .fields) { request in
      .now(access.refusal(of: request) ?? Self.answer(request, lines))
    }
  }

  /// The URL of the page.
  package var url: String { ListenAddress.loopback.localURL("http", port: port) }

  /// Stops listening.
  package func stop() { listener.stop() }

  private static func answer(_ request: HTTPRequest, _ lines: HTTPResponse) -> HTTPResponse {
    if let page = BrowserFiles.file(at: request.path, page: "replay.html") {
      return page.answer(request)
    }
    guard request.path == "/recording" else {
      return HTTPResponse(status: 404, error: "there is nothing here; the page is at /")
    }
    guard request.method.isSafe else {
      return HTTPResponse(path: request.path, takesOnly: [.get])
    }
    return lines.coded(for: request)
  }
}
