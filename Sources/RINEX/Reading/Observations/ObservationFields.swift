/// The fields of a satellite's record: values, loss of lock indicators and digits of signal strength, by column.
struct ObservationFields: Sendable {
  /// The values; a value of 0 is missing, as a blank one is.
  private(set) var values: [Double] = []
  /// The loss of lock indicators, `0...9`.
  private(set) var locks: [UInt8] = []
  /// The signal strengths, `0...9`; 0 is unknown.
  private(set) var strengths: [UInt8] = []
  private var filled = 0

  /// The width of a field: `F14.3`, the loss of lock indicator and the signal strength.
  static let width = 16
  private static let numberWidth = 14

  /// Whether a value can be written as `F14.3`; without a point a field has room for more digits.
  private static func fits(_ value: Double) -> Bool { value > -1e9 && value < 1e10 }

  /// Removes all fields, and makes room for a number of columns.
  mutating func begin(_ count: Int) {
    filled = 0
    if values.count != count {
      values = [Double](repeating: 0, count: count)
      locks = [UInt8](repeating: 0, count: count)
      strengths = locks
    } else {
      for index in 0..<count { (values[index], locks[index], strengths[index]) = (0, 0, 0) }
    }
  }

  /// Reads the next columns of a record from a line.
  ///
  /// - Parameters:
  ///   - count: The number of columns in the line, at most.
  ///   - start: The place of the first field in the line.
  ///   - line: The line.
  ///   - divisors: The number that each column's values are divided by.
  /// - Throws: ``RINEXReadingError`` for columns without a value.
  mutating func read(
    _ count: Int, from start: Int, of line: RINEXLine, dividedBy divisors: [Double]
  ) throws(RINEXReadingError) {
    let bytes = line.bytes.span
    let first = filled
    filled = Swift.min(first + count, values.count)
    for index in first..<filled {
      let at = start + (index - first) * Self.width
      guard at < bytes.count else { return }
      let end = at + Self.numberWidth
      // The last digits of a number may be missing where the file was cut.
      if !line.isEnded, bytes.count < end { return }
      guard let value = bytes.number(in: at..<end).value, Self.fits(value),
        let lock = bytes.digit(at: end), let strength = bytes.digit(at: end + 1)
      else {
        throw RINEXReadingError(.notAValue(columns: at + 1...at + Self.width), line: line.number)
      }
      values[index] = divisors[index] == 1 ? value : value / divisors[index]
      (locks[index], strengths[index]) = (lock, strength)
    }
  }
}

extension Span<UInt8> {
  /// Returns the digit at a place, 0 for a blank or beyond the end; `nil` for any other character.
  func digit(at place: Int) -> UInt8? {
    guard place < count, self[place] != UInt8(ascii: " ") else { return 0 }
    let digit = self[place] &- 0x30
    return digit < 10 ? digit : nil
  }
}
