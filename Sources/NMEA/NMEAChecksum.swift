internal import Bytes

/// The checksum of an NMEA 0183 sentence: the exclusive or of the bytes between `$` and `*`.
public enum NMEAChecksum {
  /// Returns the checksum of a sentence's body: the bytes between `$` and `*`.
  public static func checksum(ofBody body: Span<UInt8>) -> UInt8 {
    var checksum: UInt8 = 0
    for index in body.indices { checksum ^= body[index] }
    return checksum
  }

  /// Whether a whole sentence, `$…*hh` with or without a line end, has a correct checksum.
  public static func isValid(_ sentence: Span<UInt8>) -> Bool {
    body(of: sentence) != nil
  }

  /// Returns the range of a sentence's body; `nil` if the checksum is missing or wrong.
  static func body(of sentence: Span<UInt8>) -> Range<Int>? {
    var end = sentence.count
    while end > 0, sentence[end - 1] == .carriageReturn || sentence[end - 1] == .lineFeed {
      end -= 1
    }
    guard end >= 4, sentence[0] == UInt8(ascii: "$"), sentence[end - 3] == UInt8(ascii: "*"),
      let high = sentence[end - 2].hexadecimalValue, let low = sentence[end - 1].hexadecimalValue,
      checksum(ofBody: sentence.extracting(1..<end - 3)) == high << 4 | low
    else { return nil }
    return 1..<end - 3
  }
}
