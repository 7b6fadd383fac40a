/// A value that is continued by differences: the initial value, then differences of growing order.
///
/// Source: Hatanaka (2008), Bulletin of the Geospatial Information Authority of Japan 55, 21–30, section 3.
struct HatanakaArc: Sendable {
  /// The last value, its first difference, and so on up to the order reached.
  private var differences: [Int64] = []
  /// The largest order of differences; `nil` without an initial value.
  private var order: Int?

  /// The last value, in units of the last decimal.
  var value: Int64? { differences.first }

  /// Ends the arc: the next value must be an initial one.
  mutating func end() {
    differences.removeAll(keepingCapacity: true)
    order = nil
  }

  /// Takes the next field: `3&20000000123` begins an arc of third order, another number is a difference.
  ///
  /// - Returns: Whether the field is one of the two, and its value is within 63 bits.
  mutating func take(_ field: Span<UInt8>) -> Bool {
    if field.count > 1, field[1] == UInt8(ascii: "&") { return begin(field) }
    guard let order, let difference = field.hatanakaInteger(from: 0) else { return false }
    if differences.count <= order {
      differences.append(difference)
    } else {
      differences[order] = difference
    }
    for index in stride(from: differences.count - 2, through: 0, by: -1) {
      let (sum, overflow) = differences[index].addingReportingOverflow(differences[index + 1])
      if overflow { return false }
      differences[index] = sum
    }
    return true
  }

  private mutating func begin(_ field: Span<UInt8>) -> Bool {
    let digit = field[0] &- 0x30
    guard digit < 10, let value = field.hatanakaInteger(from: 2) else { return false }
    order = Int(digit)
    differences.removeAll(keepingCapacity: true)
    differences.append(value)
    return true
  }
}

extension Span<UInt8> {
  /// Reads the integer from a place to the end; `nil` for other characters or more than 18 digits.
  fileprivate func hatanakaInteger(from start: Int) -> Int64? {
    guard start < count, case .number(let digits, 0) = number(in: start..<count),
      self[start] != UInt8(ascii: " "), self[count - 1] != UInt8(ascii: ".")
    else { return nil }
    return digits
  }
}
