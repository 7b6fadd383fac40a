import Bytes

/// Takes a body out of its coding: plain or in chunks, with or without a length.
///
/// Some casters send chunks and do not announce them: a length alone on the first line, and behind it the beginning of
/// what the body has to be, is taken for that.
struct AnswerBody: Hashable, Sendable {
  private enum Coding: Hashable {
    /// Plain, or in chunks that were not announced: by these first bytes, where they may begin so.
    case undecided([UInt8], beginnings: [UInt8])
    case plain(remaining: Int?)
    case chunked(ChunkDecoder)
  }
  private var coding: Coding

  /// The first bytes of frames of RTCM 3 and UBX, and of sentences.
  private static let streamBeginnings: [UInt8] = [0xD3, 0xB5, 0x24]
  /// The first letters of a sourcetable's lines: STR, CAS, NET, ENDSOURCETABLE.
  private static let tableBeginnings = Array("SCNE".utf8)
  /// Most digits of a chunk's length.
  private static let mostDigits = 8

  /// A body that goes on for ever unless its last chunk comes.
  ///
  /// A length is not looked at: one caster in use says 0 and streams.
  init(streamOf fields: NtripHeaderFields) {
    coding =
      fields.isChunked
      ? .chunked(ChunkDecoder()) : .undecided([], beginnings: Self.streamBeginnings)
  }

  /// A sourcetable, which ends as its head says, or with the connection.
  init(tableOf fields: NtripHeaderFields) {
    self.init(documentOf: fields)
    if case .plain(nil) = coding { coding = .undecided([], beginnings: Self.tableBeginnings) }
  }

  /// A stream that goes on for ever unless its last chunk comes.
  init(isChunked: Bool) { coding = isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: nil) }

  /// A body that ends as its head says, or with the connection.
  init(documentOf fields: NtripHeaderFields) {
    coding = fields.isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: fields.contentLength)
  }

  /// Whether all of it has come.
  var isFinished: Bool {
    switch coding {
    case .undecided: false
    case .plain(let remaining): remaining == 0
    case .chunked(let decoder): decoder.isFinished
    }
  }

  /// Whether a connection that closes now closes too early.
  var isCutOff: Bool {
    switch coding {
    case .undecided: false
    case .plain(let remaining): (remaining ?? 0) > 0
    case .chunked(let decoder): !decoder.isFinished
    }
  }

  /// Reads bytes and hands on those of the body; what is behind its end is dropped.
  mutating func consume(
    _ bytes: Span<UInt8>, onData: (Span<UInt8>) -> Void
  ) throws(ChunkDecodingError) {
    switch coding {
    case .undecided(var first, let beginnings):
      first.append(contentsOf: bytes)
      guard let isChunked = Self.areChunks(first, of: beginnings) else {
        coding = .undecided(first, beginnings: beginnings)
        return
      }
      self = AnswerBody(isChunked: isChunked)
      try consume(first.span, onData: onData)
    case .plain(nil): onData(bytes)
    case .plain(let remaining?):
      let count = min(remaining, bytes.count)
      onData(bytes.extracting(first: count))
      coding = .plain(remaining: remaining - count)
    case .chunked(var decoder):
      _ = try decoder.consume(bytes, onData: onData)
      coding = .chunked(decoder)
    }
  }

  /// Hands on what was held back, since nothing more comes.
  mutating func finish(onData: (Span<UInt8>) -> Void) {
    guard case .undecided(let first, _) = coding else { return }
    coding = .plain(remaining: nil)
    if !first.isEmpty { onData(first.span) }
  }

  /// Whether a body that begins so is in chunks; `nil` when more of it has to tell.
  private static func areChunks(_ first: [UInt8], of beginnings: [UInt8]) -> Bool? {
    let digits = first.prefix(mostDigits).prefix { $0.hexadecimalValue != nil }
    let rest = first[digits.count...]
    guard !digits.isEmpty || rest.isEmpty else { return false }
    let lineEnd: [UInt8] = [.carriageReturn, .lineFeed]
    guard rest.count > lineEnd.count else {
      return rest.elementsEqual(lineEnd.prefix(rest.count)) ? nil : false
    }
    let isLength = digits.contains { $0 != UInt8(ascii: "0") }
    return isLength && rest.starts(with: lineEnd) && beginnings.contains(rest[digits.count + 2])
  }
}
