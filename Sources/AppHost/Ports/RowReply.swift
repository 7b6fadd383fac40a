internal import AppServer
internal import HTTPMessages
internal import HTTPServer

/// The body of a reply, made a page at a time.
protocol ReplyPages: Sendable {
  /// Returns the body's next bytes, or `nil` after its end.
  ///
  /// - Throws: `StoreError` when the store fails; the reply sent so far is then cut off.
  mutating func next() async throws(StoreError) -> [UInt8]?
}

extension RowPages: ReplyPages {}

/// A reply with rows, sent at the client's pace.
struct RowReply: Sendable {
  private let rows: any ReplyPages
  private let head: HTTPResponse
  private let coding: ContentCoding

  init(_ rows: any ReplyPages, head: HTTPResponse, coding: ContentCoding) {
    self.rows = rows
    self.coding = coding
    var head = head
    head.declare(coding)
    self.head = head
  }

  /// The reply that streams the rows page by page.
  var reply: HTTPReply {
    .stream(head) { stream in
      Task { await send(to: stream) }
    }
  }

  private func send(to stream: ResponseStream) async {
    var pages = rows
    var coded = CodedStream(stream, as: coding)
    do throws(StoreError) {
      while let page = try await pages.next() {
        guard await coded.send(page) else { return }
      }
      await coded.end()
    } catch {
      // The head was already sent: cutting the body off is the only way to report that it is incomplete.
      stream.cut()
    }
  }
}
