import Bytes

/// A decoder of an answer's body: plain or chunked, with or without a length.
///
/// Some casters send chunks without announcing them. A body counts as chunked when its first line
/// is a hexadecimal length and the expected first byte of the content follows.
struct AnswerBody: Hashable, Sendable {
  private enum Coding: Hashable {
    /// Either plain or unannounced chunks, to be decided from the buffered first bytes.
    ///
    /// `beginnings` are the possible first bytes of the content.
    case undecided([UInt8], beginnings: [UInt8])
    case plain(remaining: Int?)
    case chunked(ChunkDecoder)
  }
  private var coding: Coding

  /// The first bytes of RTCM 3 frames, UBX frames and NMEA sentences.
  private static let streamBeginnings: [UInt8] = [0xD3, 0xB5, 0x24]
  /// The first letters of a sourcetable's lines: STR, CAS, NET, ENDSOURCETABLE.
  private static let tableBeginnings = Array("SCNE".utf8)
  /// The maximum number of digits of a chunk's length.
  private static let mostDigits = 8

  /// Creates the decoder of a stream that ends only with its last chunk or the connection.
  ///
  /// `Content-Length` is ignored, because one caster in use sends 0 and streams.
  init(streamOf fields: NtripHeaderFields) {
    coding =
      fields.isChunked
      ? .chunked(ChunkDecoder()) : .undecided([], beginnings: Self.streamBeginnings)
  }

  /// Creates the decoder of a sourcetable, which ends as its head says or with the connection.
  init(tableOf fields: NtripHeaderFields) {
    self.init(documentOf: fields)
    if case .plain(nil) = coding { coding = .undecided([], beginnings: Self.tableBeginnings) }
  }

  /// Creates the decoder of a stream that ends only with its last chunk or the connection.
  init(isChunked: Bool) { coding = isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: nil) }

  /// Creates the decoder of a body that ends as its head says or with the connection.
  init(documentOf fields: NtripHeaderFields) {
    coding = fields.isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: fields.contentLength)
  }

  /// Whether the body is complete.
  var isFinished: Bool {
    switch coding {
    case .undecided: false
    case .plain(let remaining): remaining == 0
    case .chunked(let decoder): decoder.isFinished
    }
  }

  /// Whether a connection that closes now cuts off the body.
  var isCutOff: Bool {
    switch coding {
    case .undecided: false
    case .plain(let remaining): (remaining ?? 0) > 0
    case .chunked(let decoder): !decoder.isFinished
    }
  }

  /// Decodes bytes and passes on the body's data; bytes after the body's end are discarded.
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

  /// Passes on the buffered first bytes, because no more bytes will come.
  mutating func finish(onData: (Span<UInt8>) -> Void) {
    guard case .undecided(let first, _) = coding else { return }
    coding = .plain(remaining: nil)
    if !first.isEmpty { onData(first.span) }
  }

  /// Returns whether a body with these first bytes is chunked; `nil` when more bytes are needed.
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
