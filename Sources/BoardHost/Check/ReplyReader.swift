internal import NtripProtocol

/// An error in the bytes of an answer.
enum ReplyError: Error, Hashable {
  /// The bytes do not begin with `HTTP/1.`.
  case notHTTP(beginning: String)
  /// The head violates HTTP, as described in words.
  case malformed(String)
  /// The head or the body exceeds its limit.
  case tooLong
}

/// A parser of HTTP answers from bytes as they arrive (RFC 9112), as strict as a phone's.
struct ReplyReader {
  /// The largest head, bytes.
  static let longestHead = 64 * 1024
  /// The largest body, bytes; a board's body has about a hundred.
  static let longestBody = 1024 * 1024

  private enum Stage { case head, length(Int), chunks(ChunkDecoder), connection, done }

  private let hasBody: Bool
  private var stage = Stage.head
  private var pending: [UInt8] = []
  private var reply = BoardReply()

  /// Creates a reader of the answer to a request with the given method.
  init(method: String) { hasBody = method != "HEAD" }

  /// The number of received bytes of an unfinished answer: those not parsed yet, and its body.
  var received: Int { pending.count + reply.body.count }

  /// The answer; `nil` until it is complete.
  var whole: BoardReply? {
    guard case .done = stage else { return nil }
    return reply
  }

  /// Parses the next bytes.
  mutating func consume(_ bytes: [UInt8]) throws(ReplyError) {
    pending += bytes
    if case .head = stage { try readHead() }
    try readBody()
  }

  /// Marks the end of the connection, which ends a body without a length.
  mutating func finish() {
    if case .connection = stage { stage = .done }
  }

  // MARK: Head

  private mutating func readHead() throws(ReplyError) {
    while case .head = stage {
      try checkBeginning()
      guard let end = Self.headEnd(in: pending) else { break }
      let lines = String(decoding: pending[..<end], as: UTF8.self)
        .split(whereSeparator: \.isNewline)
      pending.removeFirst(end)
      try read(lines: lines)
    }
    if case .head = stage, pending.count > Self.longestHead { throw .tooLong }
  }

  /// Checks the received beginning of the head, which must be `HTTP/1.`.
  private func checkBeginning() throws(ReplyError) {
    let shared = min(pending.count, Self.beginning.count)
    guard pending.prefix(shared) == Self.beginning.prefix(shared) else {
      throw .notHTTP(beginning: String(decoding: pending.prefix(40), as: UTF8.self))
    }
  }

  private static let beginning = Array("HTTP/1.".utf8)

  /// Returns the end of the head, after its blank line; `nil` for an incomplete head.
  ///
  /// Bare line feeds are accepted.
  private static func headEnd(in bytes: [UInt8]) -> Int? {
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let rest = bytes[(index + 1)...].prefix(2)
      if rest.first == UInt8(ascii: "\n") { return index + 2 }
      if rest.elementsEqual("\r\n".utf8) { return index + 3 }
    }
    return nil
  }

  private mutating func read(lines: [Substring]) throws(ReplyError) {
    let words = (lines.first ?? "").split(separator: " ", maxSplits: 2)
    guard words.count > 1, let minor = Int(words[0].dropFirst(Self.beginning.count)),
      words[1].utf8.count == 3, let status = Int(words[1]), status >= 100
    else { throw .malformed("the first line is '\(lines.first ?? "")'") }
    guard status >= 200 else { return }  // an interim answer, before the final one
    var fields: [BoardReply.Field] = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else {
        throw .malformed("the header line '\(line)' has no name and colon")
      }
      fields.append(
        BoardReply.Field(
          name: String(line[..<colon]), value: line[line.index(after: colon)...].trimmedBlanks))
    }
    reply = BoardReply(minorVersion: minor, status: status, fields: fields)
    try beginBody()
  }

  private mutating func beginBody() throws(ReplyError) {
    let isEmpty = !hasBody || reply.status == 204 || reply.status == 304
    if isEmpty {
      reply.ending = .none
      stage = .done
    } else if reply[field: "transfer-encoding"]?.lowercased().contains("chunked") == true {
      reply.ending = .chunks
      stage = .chunks(ChunkDecoder())
    } else if let text = reply[field: "content-length"] {
      guard let length = Int(text), length >= 0 else {
        throw .malformed("Content-Length is '\(text)'")
      }
      guard length <= Self.longestBody else { throw .tooLong }
      stage = .length(length)
    } else {
      reply.ending = .connection
      stage = .connection
    }
  }

  // MARK: Body

  private mutating func readBody() throws(ReplyError) {
    switch stage {
    case .head: return
    case .length(let length):
      take(min(length - reply.body.count, pending.count))
      if reply.body.count == length { stage = .done }
    case .chunks(var decoder):
      try readChunks(&decoder)
    case .connection: take(pending.count)
    case .done: break
    }
    guard reply.body.count <= Self.longestBody else { throw .tooLong }
    if case .done = stage {
      reply.surplus += pending.count
      pending.removeAll()
    }
  }

  private mutating func readChunks(_ decoder: inout ChunkDecoder) throws(ReplyError) {
    var body: [UInt8] = []
    do throws(ChunkDecodingError) {
      let count = try decoder.consume(pending.span) { piece in
        for index in piece.indices { body.append(piece[index]) }
      }
      pending.removeFirst(count)
    } catch {
      throw .malformed("\(error)")
    }
    reply.body += body
    stage = decoder.isFinished ? .done : .chunks(decoder)
  }

  private mutating func take(_ count: Int) {
    reply.body += pending.prefix(count)
    pending.removeFirst(count)
  }
}

extension Substring {
  /// The text without blanks and tabs at both ends.
  fileprivate var trimmedBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let rest = drop(while: isBlank)
    return String(rest.reversed().drop(while: isBlank).reversed())
  }
}
