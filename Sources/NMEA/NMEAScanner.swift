internal import Bytes

/// A scanner that finds NMEA sentences in a stream that also carries other protocols and noise.
///
/// ```swift
/// var scanner = NMEAScanner()
/// scanner.consume(chunk.span) { sentence in print(sentence.address) }
/// ```
/// The stream may be fed in pieces of any size; the sentences found do not depend on the piece
/// size. A sentence extends from `$` to its line end. A byte that cannot occur in a sentence aborts
/// the sentence in progress.
public struct NMEAScanner: Sendable {
  /// The counts of sentences and other bytes scanned so far.
  public private(set) var counts = NMEAScanCounts()
  /// The bytes of the sentence in progress, from its `$` on.
  private var pending: [UInt8] = []

  /// The greatest accepted length of a sentence: 246 bytes, three times the limit of NMEA 0183.
  ///
  /// High-precision receivers send sentences that exceed the limit of the standard.
  public static let longestSentence = 246

  /// Creates a scanner at the beginning of a stream.
  public init() {}

  /// Scans the next bytes of the stream and reports each sentence that they complete.
  public mutating func consume(_ bytes: Span<UInt8>, onSentence: (NMEASentence) -> Void) {
    for index in bytes.indices {
      let byte = bytes[index]
      if byte == UInt8(ascii: "$") {
        drop()
        pending.append(byte)
      } else if pending.isEmpty {
        counts.otherBytes += 1
      } else if byte == .carriageReturn || byte == .lineFeed {
        pending.append(byte)
        finish(onSentence)
      } else if byte.isPrintable, pending.count < Self.longestSentence {
        pending.append(byte)
      } else {
        drop()
        counts.otherBytes += 1
      }
    }
  }

  /// Discards an unfinished sentence, for example after a gap in the stream.
  public mutating func reset() { drop() }

  private mutating func finish(_ onSentence: (NMEASentence) -> Void) {
    guard let sentence = NMEASentence(decoding: pending.span) else {
      counts.badChecksums += 1
      return drop()
    }
    counts.sentences += 1
    counts.sentenceBytes += pending.count
    pending.removeAll(keepingCapacity: true)
    onSentence(sentence)
  }

  private mutating func drop() {
    counts.otherBytes += pending.count
    pending.removeAll(keepingCapacity: true)
  }
}

/// The counts of an ``NMEAScanner``.
public struct NMEAScanCounts: Hashable, Sendable {
  /// The number of sentences with a correct checksum.
  public var sentences = 0
  /// The number of bytes in sentences with a correct checksum, including the first byte of the line end.
  public var sentenceBytes = 0
  /// The number of bytes outside valid sentences: other protocols, fill bytes, noise.
  public var otherBytes = 0
  /// The number of complete lines with a missing or wrong checksum.
  public var badChecksums = 0

  /// Creates counts that are all zero.
  public init() {}
}
