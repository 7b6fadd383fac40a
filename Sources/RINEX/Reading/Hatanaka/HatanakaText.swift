internal import Bytes
internal import TextOutput

extension [UInt8] {
  /// Appends a line as it is, and its end.
  mutating func appendLine(_ line: ArraySlice<UInt8>) {
    append(contentsOf: line)
    append(.lineFeed)
  }

  /// Replaces the characters that a line of differences gives: `&` stands for a blank, a blank for no change.
  ///
  /// - Parameters:
  ///   - line: The line of differences.
  ///   - start: The place in it where the text begins.
  ///   - limit: The greatest length of the text.
  mutating func applyHatanakaDifferences(_ line: Span<UInt8>, from start: Int, limit: Int) {
    for (place, at) in (start..<Swift.max(start, line.count)).enumerated() where place < limit {
      let byte = line[at]
      if place >= count {
        append(byte == UInt8(ascii: "&") ? UInt8(ascii: " ") : byte)
      } else if byte != UInt8(ascii: " ") {
        self[place] = byte == UInt8(ascii: "&") ? UInt8(ascii: " ") : byte
      }
    }
  }

  /// Appends a fixed-point number at the right of its columns, as CRX2RNX prints it: `.123`, without a zero
  /// before the point.
  ///
  /// - Parameters:
  ///   - value: The number, in units of its last decimal.
  ///   - decimals: The number of digits after the point, less than `width`.
  ///   - width: The number of columns, which stay blank if the number does not fit.
  mutating func append(fixedPoint value: Int64, decimals: Int, columns width: Int) {
    let start = count
    appendBlanks(width)
    var (rest, place) = (value.magnitude, count)
    func put(_ byte: UInt8, in bytes: inout [UInt8]) {
      place -= 1
      if place >= start { bytes[place] = byte }
    }
    for _ in 0..<decimals {
      put(UInt8(ascii: "0") + UInt8(rest % 10), in: &self)
      rest /= 10
    }
    put(UInt8(ascii: "."), in: &self)
    while rest > 0 {
      put(UInt8(ascii: "0") + UInt8(rest % 10), in: &self)
      rest /= 10
    }
    if value < 0 { put(UInt8(ascii: "-"), in: &self) }
    if place < start { blank(from: start) }
  }

  /// Blanks all bytes from a place on.
  private mutating func blank(from start: Int) {
    for index in start..<count { self[index] = UInt8(ascii: " ") }
  }
}
