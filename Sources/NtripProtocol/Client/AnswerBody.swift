/// Takes a body out of its coding: plain or in chunks, with or without a length.
struct AnswerBody: Hashable, Sendable {
  private enum Coding: Hashable { case plain(remaining: Int?), chunked(ChunkDecoder) }
  private var coding: Coding

  /// A body that goes on for ever unless its last chunk comes.
  ///
  /// A length is not looked at: one caster in use says 0 and streams.
  init(streamOf fields: NtripHeaderFields) { self.init(isChunked: fields.isChunked) }

  /// A stream that goes on for ever unless its last chunk comes.
  init(isChunked: Bool) { coding = isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: nil) }

  /// A body that ends as its head says, or with the connection.
  init(documentOf fields: NtripHeaderFields) {
    coding = fields.isChunked ? .chunked(ChunkDecoder()) : .plain(remaining: fields.contentLength)
  }

  /// Whether all of it has come.
  var isFinished: Bool {
    switch coding {
    case .plain(let remaining): remaining == 0
    case .chunked(let decoder): decoder.isFinished
    }
  }

  /// Whether a connection that closes now closes too early.
  var isCutOff: Bool {
    switch coding {
    case .plain(let remaining): (remaining ?? 0) > 0
    case .chunked(let decoder): !decoder.isFinished
    }
  }

  /// Reads bytes and hands on those of the body; what is behind its end is dropped.
  mutating func consume(
    _ bytes: Span<UInt8>, onData: (Span<UInt8>) -> Void
  ) throws(ChunkDecodingError) {
    switch coding {
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
}
