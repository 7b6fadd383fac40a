/// A decoder of compressed bytes in memory (RFC 1951), inside a gzip (RFC 1952) or zlib (RFC 1950) wrapper.
///
/// The decoder is for documents of some megabytes in modules that may not call a library: pure modules read
/// data from outside. Programs that read files and long streams use zlib.
package struct Inflation {
  /// The way in which the compressed bytes end.
  package enum End: Sendable {
    /// Complete bytes, with a matching checksum and length in the gzip wrapper.
    case whole
    /// Bytes that end before the compressed data does.
    case cutOff
    /// Bytes that are not compressed data, or were changed.
    case damaged
    /// Bytes whose output exceeds the limit.
    case tooLong
  }

  /// The expanded bytes, up to the first defect.
  package private(set) var output: [UInt8] = []
  /// The way in which the compressed bytes end.
  package private(set) var end = End.whole

  private let bytes: ArraySlice<UInt8>
  private let limit: Int
  private var position: Int
  private var bits: UInt32 = 0
  private var bitCount = 0

  private struct Stop: Error { var end: End }

  /// Expands bytes; the result is `nil` if the bytes do not begin with a gzip or zlib header.
  ///
  /// - Parameters:
  ///   - bytes: One member of gzip or one stream of zlib; later bytes are ignored.
  ///   - limit: The largest output, bytes.
  package init?(of bytes: ArraySlice<UInt8>, limit: Int) {
    (self.bytes, self.limit, position) = (bytes, limit, bytes.startIndex)
    let isGzip = bytes.starts(with: [0x1F, 0x8B])
    guard isGzip || Self.isZlib(bytes) else { return nil }
    do throws(Stop) {
      if isGzip { try skipGzipHead() } else { position += 2 }
      try expandBlocks()
      if isGzip { try checkGzipTail() }
    } catch {
      end = error.end
    }
  }

  /// Whether the bytes begin with one of those zlib headers that no text begins with.
  private static func isZlib(_ bytes: ArraySlice<UInt8>) -> Bool {
    [0x01, 0x9C, 0xDA].contains { bytes.starts(with: [0x78, $0]) }
  }
}

// MARK: The wrapping

extension Inflation {
  /// Skips the header of a gzip member (RFC 1952 §2.3).
  private mutating func skipGzipHead() throws(Stop) {
    position += 2
    guard try byte() == 8 else { throw Stop(end: .damaged) }
    let flags = try byte()
    for _ in 0..<6 { _ = try byte() }
    if flags & 4 != 0 {
      let length = try Int(byte()) | Int(byte()) << 8
      for _ in 0..<length { _ = try byte() }
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 { while try byte() != 0 {} }
    if flags & 2 != 0 { for _ in 0..<2 { _ = try byte() } }
  }

  /// Compares the checksum and the length after a gzip member.
  private mutating func checkGzipTail() throws(Stop) {
    var (check, length) = (UInt32(0), UInt32(0))
    for place in 0..<4 { check |= try UInt32(byte()) << UInt32(place * 8) }
    for place in 0..<4 { length |= try UInt32(byte()) << UInt32(place * 8) }
    guard check == Self.crc32(output), length == UInt32(truncatingIfNeeded: output.count) else {
      throw Stop(end: .damaged)
    }
  }

  /// Returns the checksum of RFC 1952 §8, computed bit by bit.
  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 0 ? crc >> 1 : crc >> 1 ^ 0xEDB8_8320 }
    }
    return ~crc
  }

  private mutating func byte() throws(Stop) -> UInt8 {
    guard position < bytes.endIndex else { throw Stop(end: .cutOff) }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads the next bits; the first bit is the lowest.
  private mutating func take(_ count: Int) throws(Stop) -> Int {
    while bitCount < count {
      bits |= try UInt32(byte()) << UInt32(bitCount)
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  private mutating func put(_ byte: UInt8) throws(Stop) {
    guard output.count < limit else { throw Stop(end: .tooLong) }
    output.append(byte)
  }
}

// MARK: Blocks

extension Inflation {
  private mutating func expandBlocks() throws(Stop) {
    var isLast = false
    while !isLast {
      isLast = try take(1) == 1
      switch try take(2) {
      case 0: try copyStored()
      case 1: try expand(try Self.fixedCodes())
      case 2: try expand(try readCodes())
      default: throw Stop(end: .damaged)
      }
    }
    (bits, bitCount) = (0, 0)
  }

  /// Copies an uncompressed block (§3.2.4), which begins at the next whole byte.
  private mutating func copyStored() throws(Stop) {
    (bits, bitCount) = (0, 0)
    let length = try Int(byte()) | Int(byte()) << 8
    let complement = try Int(byte()) | Int(byte()) << 8
    guard length ^ complement == 0xFFFF else { throw Stop(end: .damaged) }
    for _ in 0..<length { try put(try byte()) }
  }

  private mutating func expand(_ codes: Codes) throws(Stop) {
    while true {
      let symbol = try symbol(of: codes.literals)
      if symbol == 256 { return }
      if symbol < 256 { try put(UInt8(symbol)) } else { try repeatBytes(symbol - 257, codes) }
    }
  }

  /// Repeats earlier output (§3.2.5).
  private mutating func repeatBytes(_ place: Int, _ codes: Codes) throws(Stop) {
    guard place < 29 else { throw Stop(end: .damaged) }
    let (shortest, more) = Self.length(place)
    let length = shortest + (try take(more))
    let far = try symbol(of: codes.distances)
    guard far < 30 else { throw Stop(end: .damaged) }
    // From the fifth on, there are two codes for each power of two.
    let extra = max(far / 2 - 1, 0)
    let base = far < 4 ? far + 1 : (2 + far % 2) << extra + 1
    let distance = base + (try take(extra))
    guard distance <= output.count else { throw Stop(end: .damaged) }
    for _ in 0..<length { try put(output[output.count - distance]) }
  }

  /// Returns the shortest length of a repetition and the number of extra bits, by its symbol less 257.
  private static func length(_ place: Int) -> (base: Int, bits: Int) {
    // From the ninth on, there are four symbols for each power of two.
    if place < 8 { return (place + 3, 0) }
    let extra = place / 4 - 1
    return place == 28 ? (258, 0) : ((4 + place % 4) << extra + 3, extra)
  }
}

// MARK: Codes

extension Inflation {
  /// The codes of a block: literals with lengths, and distances.
  private struct Codes {
    var literals: Code
    var distances: Code
  }

  /// A prefix code, defined by the lengths of its symbols' codes (§3.2.2).
  ///
  /// Shorter codes come first, codes of equal length in the order of their symbols.
  private struct Code {
    /// The number of codes of each length, 0...15.
    private(set) var counts = [Int](repeating: 0, count: 16)
    private(set) var symbols: [Int] = []

    /// Creates a code from lengths; the result is `nil` if more codes are given than can exist.
    init?(lengths: some Collection<Int>) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      var room = 1
      for length in 1...15 {
        room = room << 1 - counts[length]
        guard room >= 0 else { return nil }
        symbols += lengths.enumerated().filter { $0.element == length }.map { $0.offset }
      }
    }
  }

  private mutating func symbol(of code: Code) throws(Stop) -> Int {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      value |= try take(1)
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      (first, value) = ((first + count) << 1, value << 1)
    }
    throw Stop(end: .damaged)
  }

  /// Returns the fixed codes, which a block need not contain (§3.2.6).
  private static func fixedCodes() throws(Stop) -> Codes {
    let literals =
      [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
      + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)
    return try codes(literals[...], [Int](repeating: 5, count: 30)[...])
  }

  private static func codes(
    _ literals: ArraySlice<Int>, _ distances: ArraySlice<Int>
  ) throws(Stop) -> Codes {
    guard let literals = Code(lengths: literals), let distances = Code(lengths: distances) else {
      throw Stop(end: .damaged)
    }
    return Codes(literals: literals, distances: distances)
  }

  /// Reads the codes of a block, whose lengths are themselves encoded (§3.2.7).
  private mutating func readCodes() throws(Stop) -> Codes {
    let literalCount = try take(5) + 257
    let distanceCount = try take(5) + 1
    let lengthCount = try take(4) + 4
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var own = [Int](repeating: 0, count: 19)
    for place in order.prefix(lengthCount) { own[place] = try take(3) }
    guard let code = Code(lengths: own) else { throw Stop(end: .damaged) }
    let lengths = try readLengths(literalCount + distanceCount, by: code)
    return try Self.codes(lengths[..<literalCount], lengths[literalCount...])
  }

  private mutating func readLengths(_ count: Int, by code: Code) throws(Stop) -> [Int] {
    var lengths: [Int] = []
    while lengths.count < count {
      let symbol = try symbol(of: code)
      switch symbol {
      case 0..<16: lengths.append(symbol)
      case 16:
        guard let last = lengths.last else { throw Stop(end: .damaged) }
        lengths += [Int](repeating: last, count: 3 + (try take(2)))
      case 17: lengths += [Int](repeating: 0, count: 3 + (try take(3)))
      default: lengths += [Int](repeating: 0, count: 11 + (try take(7)))
      }
    }
    guard lengths.count == count else { throw Stop(end: .damaged) }
    return lengths
  }
}
