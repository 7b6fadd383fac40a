/// The refusals that libmicrohttpd decides on, with this listener's texts in place of its HTML.
enum LibraryRefusal {
  /// Returns the refusal with a status; `nil` for a status that does not concern the request.
  static func refusal(_ status: Int) -> ListenerRefusal? {
    words[status].map { ListenerRefusal(status: status, error: $0) }
  }

  private static let words = [
    400:
      "the request cannot be read; send 'METHOD /PATH HTTP/1.1', lines of 'Name: value' and a blank line, and a "
      + "body as they say",
    413: BodyFraming.tooLong.error,
    414: "the request's first line is longer than this port reads; ask for less in it",
    431:
      "the request's head is longer than this port reads, 16 KiB at most; send fewer or shorter fields",
    505: "this port speaks HTTP/1.1 and HTTP/1.0; send one of them",
  ]
}
