/// The counts of a frame scanner: frames, and skipped bytes by cause.
///
/// Every byte is either part of a valid frame or skipped, one byte at a time and for one cause. So
/// `frameBytes + otherBytes == bytes` once the stream has ended. Before that, neither sum includes up to 1028
/// bytes of an incomplete frame. On a 32-bit processor the counts wrap after 2 GiB.
public struct ScanCounts: Hashable, Sendable {
  /// The number of bytes consumed.
  public var bytes = 0
  /// The number of valid frames.
  public var frames = 0
  /// The number of bytes in valid frames, header and CRC included.
  public var frameBytes = 0
  /// The number of bytes skipped because they are not the preamble 0xD3.
  public var noPreamble = 0
  /// The number of 0xD3 bytes skipped because one of the six reserved bits after them is set.
  public var reservedBits = 0
  /// The number of 0xD3 bytes skipped because the CRC of the candidate frame is wrong.
  public var badCRC = 0
  /// The number of 0xD3 bytes skipped because the stream ended before the candidate frame did.
  public var truncatedAtEnd = 0
  /// The number of 0xD3 bytes skipped because fewer than six bytes, the shortest frame, were left.
  public var tooShortAtEnd = 0

  /// Creates counts that are all zero.
  public init() {}

  /// The number of bytes skipped, for any cause.
  public var otherBytes: Int {
    noPreamble + reservedBits + badCRC + truncatedAtEnd + tooShortAtEnd
  }

  /// Whether reserved header bits are set far more often than in data that is not RTCM.
  ///
  /// In other data, one byte in 260 looks like a preamble with a reserved bit set. The threshold is one in
  /// 130.
  public var hasReservedHeaders: Bool { reservedBits > 0 && reservedBits * 130 > otherBytes }
}
