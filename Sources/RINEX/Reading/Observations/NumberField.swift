/// The content of a number's columns.
enum NumberField {
  /// Columns without a number.
  case blank
  /// A number in fixed notation: its digits as an integer, and how many of them follow the point.
  case number(digits: Int64, decimals: Int)
  /// Columns with other characters than those of one number.
  case invalid
}

extension NumberField {
  /// The number; 0 where the columns are blank, and `nil` where they are invalid.
  var value: Double? {
    switch self {
    case .blank: return 0
    case .invalid: return nil
    case .number(let digits, let decimals):
      // Fifteen digits and powers of ten up to 10²² are exact, so that this rounds once.
      var scale = 1.0
      for _ in 0..<decimals { scale *= 10 }
      return Double(digits) / scale
    }
  }

  /// The number as an integer; 0 where the columns are blank, and `nil` for decimals or invalid columns.
  var integer: Int? {
    switch self {
    case .blank: 0
    case .number(let digits, 0): Int(exactly: digits)
    default: nil
    }
  }

  /// Returns the number in units of a power of ten below one; `nil` for more decimals, or invalid columns.
  func scaled(toDecimals wanted: Int) -> Int64? {
    switch self {
    case .blank: return 0
    case .invalid: return nil
    case .number(var digits, let decimals):
      guard decimals <= wanted else { return nil }
      for _ in decimals..<wanted {
        let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
        if overflow { return nil }
        digits = product
      }
      return digits
    }
  }
}

extension Span<UInt8> {
  /// Reads a number in fixed notation, such as `23629347.915`, with blanks around it.
  ///
  /// - Parameter columns: The columns, which count from 0; those beyond the end are blank.
  /// - Returns: The number, blank or invalid.
  func number(in columns: Range<Int>) -> NumberField {
    let end = Swift.min(columns.upperBound, count)
    var at = columns.lowerBound
    while at < end, self[at] == UInt8(ascii: " ") { at += 1 }
    guard at < end else { return .blank }
    let isNegative = self[at] == UInt8(ascii: "-")
    if isNegative || self[at] == UInt8(ascii: "+") { at += 1 }
    var (digits, count, point) = (Int64(0), 0, -1)
    while at < end, self[at] != UInt8(ascii: " ") {
      let digit = self[at] &- 0x30
      if digit < 10, count < Self.mostDigits {
        digits = digits &* 10 &+ Int64(digit)
        count += 1
      } else if self[at] == UInt8(ascii: "."), point < 0 {
        point = count
      } else {
        return .invalid
      }
      at += 1
    }
    while at < end {
      if self[at] != UInt8(ascii: " ") { return .invalid }
      at += 1
    }
    guard count > 0 else { return .invalid }
    return .number(digits: isNegative ? -digits : digits, decimals: point < 0 ? 0 : count - point)
  }

  /// The most digits of a number, which 63 bits have room for.
  private static var mostDigits: Int { 18 }
}
