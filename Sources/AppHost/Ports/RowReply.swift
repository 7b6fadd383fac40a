internal import AppServer
internal import HTTPMessages
internal import HTTPServer

/// Rows on their way to a client, at its pace.
struct RowReply: Sendable {
  private let rows: RowPages
  private let head: HTTPResponse
  private let isCompressed: Bool

  init(_ rows: RowPages, head: HTTPResponse, coding: ContentCoding) {
    self.rows = rows
    var head = head
    head.body = []
    head.fields.append(HTTPField("Vary", "Accept-Encoding"))
    isCompressed = coding == .gzip
    if isCompressed { head.fields.append(HTTPField("Content-Encoding", "gzip")) }
    self.head = head
  }

  /// The reply.
  var reply: HTTPReply {
    .stream(head) { stream in
      Task { await send(to: stream) }
    }
  }

  private func send(to stream: ResponseStream) async {
    var pages = rows
    var encoder = isCompressed ? GzipEncoder() : nil
    do throws(StoreError) {
      while let page = try await pages.next() {
        let bytes = encoder?.encode(page) ?? page
        guard await stream.sendWhenThereIsRoom(bytes) else { return }
      }
      if let last = encoder?.finish() { _ = await stream.sendWhenThereIsRoom(last) }
      stream.end()
    } catch {
      // The head has gone: a body that is cut off is the only way to say that it is not whole.
      stream.cut()
    }
  }
}
