public import Platform
internal import TextOutput

/// A request to a board.
public struct BoardRequest: Hashable, Sendable {
  /// The method, such as `GET`.
  public var method: String
  /// The path with its query.
  public var path: String
  /// The minor version: the digit after `HTTP/1.`.
  public var minorVersion: Int

  /// Creates a request; the default is the apps' request, `GET /` with HTTP/1.1.
  public init(_ method: String = "GET", path: String = "/", minorVersion: Int = 1) {
    self.method = method
    self.path = path
    self.minorVersion = minorVersion
  }

  /// The bytes of the request, in the form in which a phone's HTTP library sends it.
  func bytes(to authority: String) -> [UInt8] {
    var text = "\(method) \(path) HTTP/1.\(minorVersion)\r\nHost: \(authority)\r\n"
    if minorVersion > 0 { text += "Connection: keep-alive\r\n" }
    // Phones also accept gzip; a compressed answer could not be examined here.
    text += "Accept: */*\r\nAccept-Encoding: identity\r\nUser-Agent: boardsim-check\r\n\r\n"
    return Array(text.utf8)
  }
}

/// A request to a board and its outcome.
public struct BoardExchange: Hashable, Sendable {
  /// The request that was made.
  public var request: BoardRequest
  /// The time of the request since the beginning of the check.
  public var sentAt: Duration
  /// The time until the answer was complete, or until the request failed.
  public var elapsed: Duration
  /// The outcome of the request.
  public var outcome: Outcome

  /// The outcome of a request.
  public enum Outcome: Hashable, Sendable {
    /// A complete answer.
    case answered(BoardReply)
    /// No complete answer.
    case failed(BoardFailure)
  }

  /// Creates a record of a request.
  public init(
    _ request: BoardRequest = BoardRequest(), sentAt: Duration = .zero, elapsed: Duration = .zero,
    outcome: Outcome
  ) {
    self.request = request
    self.sentAt = sentAt
    self.elapsed = elapsed
    self.outcome = outcome
  }

  /// The answer; `nil` when the request failed.
  public var reply: BoardReply? {
    guard case .answered(let reply) = outcome else { return nil }
    return reply
  }

  /// The reason for a missing answer; `nil` if the request was answered.
  public var failure: BoardFailure? {
    guard case .failed(let failure) = outcome else { return nil }
    return failure
  }
}

/// The reason for a request without an answer.
public enum BoardFailure: Error, Hashable, Sendable {
  /// The connection could not be made.
  case noConnection(ConnectionError)
  /// The connection was made, but no byte arrived before the timeout.
  case silent
  /// The timeout passed in the middle of the answer.
  case unfinished(received: Int)
  /// The connection ended before the answer did.
  case cutOff(received: Int)
  /// The received bytes are no HTTP/1 answer; the associated value is their beginning.
  case notHTTP(String)
  /// The received bytes break the rules of HTTP/1, in words.
  case malformed(String)
  /// The answer is longer than a megabyte.
  case tooLong
}

extension BoardFailure: CustomStringConvertible {
  /// A description of the failure, as part of a sentence.
  public var description: String {
    switch self {
    case .noConnection(let error): "\(error)"
    case .silent: "the connection was made, and no answer came"
    case .unfinished(let received):
      "the answer stopped after \(received) bytes, and the connection stayed open"
    case .cutOff(0): "the connection was closed without an answer"
    case .cutOff(let received): "the connection ended \(received) bytes into the answer"
    case .notHTTP(let beginning):
      "the answer is not HTTP/1: it begins with '\(beginning.printable)'"
    case .malformed(let what): "the answer breaks HTTP: \(what.printable)"
    case .tooLong: "the answer is longer than a megabyte"
    }
  }
}

extension String {
  /// The text with control characters escaped and at most 80 characters, for a line on a terminal.
  var printable: String { printable(upTo: 80) }

  /// Returns the text with control characters escaped and at most `limit` characters.
  func printable(upTo limit: Int) -> String {
    let beginning = String(String.UnicodeScalarView(unicodeScalars.prefix(limit)))
    return beginning.withControlsEscaped + (unicodeScalars.count > limit ? "…" : "")
  }
}
