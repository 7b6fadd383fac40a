/// The counts of a scanner: frames, and skipped bytes by their cause.
///
/// Every byte is either part of a valid frame or skipped, one at a time and for one reason, so
/// `frameBytes + otherBytes == bytes` once the stream has ended; before that, up to 1028 bytes of a
/// frame still under way are in neither. On a 32-bit processor the counts wrap after 2 GiB.
public struct ScanCounts: Hashable, Sendable {
  /// Bytes consumed.
  public var bytes = 0
  /// Valid frames.
  public var frames = 0
  /// Bytes of valid frames, header and CRC included.
  public var frameBytes = 0
  /// Bytes skipped because they are not the preamble 0xD3.
  public var noPreamble = 0
  /// Bytes 0xD3 skipped because one of the six reserved bits after them is set.
  public var reservedBits = 0
  /// Bytes 0xD3 skipped because the CRC of the frame they began was wrong.
  public var badCRC = 0
  /// Bytes 0xD3 skipped because the stream ended before the frame they began.
  public var truncatedAtEnd = 0
  /// Bytes 0xD3 skipped because fewer were left than the six bytes of the shortest frame.
  public var tooShortAtEnd = 0

  /// Creates counts of nothing.
  public init() {}

  /// Bytes skipped for any reason.
  public var otherBytes: Int {
    noPreamble + reservedBits + badCRC + truncatedAtEnd + tooShortAtEnd
  }

  /// Whether reserved header bits are set far more often than they would be in bytes of another kind: there, one in 260
  /// looks like such a preamble.
  public var hasReservedHeaders: Bool { reservedBits > 0 && reservedBits * 130 > otherBytes }
}
