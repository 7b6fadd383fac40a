internal import Bytes

/// Finds NMEA sentences in a stream that also carries other protocols and noise.
///
/// ```swift
/// var scanner = NMEAScanner()
/// scanner.consume(chunk.span) { sentence in print(sentence.address) }
/// ```
/// It accepts the stream in any pieces and gives the same sentences for each way of cutting it. A sentence
/// goes from `$` to its line end; a byte that no sentence has ends it without one.
public struct NMEAScanner: Sendable {
  /// The counts of sentences and other bytes scanned so far.
  public private(set) var counts = NMEAScanCounts()
  /// The bytes of the sentence under way, from its `$` on.
  private var pending: [UInt8] = []

  /// The longest sentence that is believed: three times what NMEA 0183 allows, for those of high precision.
  public static let longestSentence = 246

  /// Creates a scanner at the beginning of a stream.
  public init() {}

  /// Takes the next bytes of the stream and reports each sentence they complete.
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

  /// Forgets an unfinished sentence, as after a break in the stream.
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
  /// Sentences whose checksum was right.
  public var sentences = 0
  /// Bytes in those sentences, up to the first byte of their line end.
  public var sentenceBytes = 0
  /// Bytes outside of them: other protocols, fill, noise.
  public var otherBytes = 0
  /// Whole lines whose checksum was missing or wrong.
  public var badChecksums = 0

  /// Creates counts of nothing.
  public init() {}
}
