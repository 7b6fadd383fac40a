extension [UInt8] {
  /// Appends a number in fixed decimal notation: `-12.50`, never an exponent, never `-0.00`.
  ///
  /// The number is correctly rounded, halves to even, like C's `printf("%.*f")`.
  ///
  /// - Parameters:
  ///   - value: A finite number of magnitude below 9·10¹⁵ / 10^`decimals`.
  ///   - decimals: The number of digits after the point, `0...15`.
  /// - Returns: `false`, with nothing appended, if `value` is not finite or too large.
  @discardableResult
  public mutating func append(decimal value: Double, decimals: Int) -> Bool {
    guard let digits = roundedDigits(of: value.magnitude, decimals: decimals) else { return false }
    if value < 0 && digits != 0 { append(UInt8(ascii: "-")) }
    append(digits: digits, decimals: decimals)
    return true
  }

  /// Writes a number in fixed decimal notation over existing bytes, at the right of a range of columns.
  ///
  /// The number has the form of ``append(decimal:decimals:)``; bytes to the left of it stay unchanged.
  ///
  /// - Parameters:
  ///   - value: A finite number of magnitude below 9·10¹⁵ / 10^`decimals`.
  ///   - decimals: The number of digits after the point, `1...15`.
  ///   - columns: The range of existing columns for the number.
  /// - Returns: `false`, with nothing written, if `value` is not finite or does not fit.
  @discardableResult
  public mutating func write(decimal value: Double, decimals: Int, columns: Range<Int>) -> Bool {
    precondition(decimals > 0, "decimals must be 1...15")
    guard var rest = roundedDigits(of: value.magnitude, decimals: decimals) else { return false }
    let isNegative = value < 0 && rest != 0
    let room = columns.count - decimals - (isNegative ? 2 : 1)  // digits before the point
    guard room > 0, room + decimals > 15 || rest < UInt64(powersOfTen[room + decimals]) else {
      return false
    }
    var bytes = mutableSpan
    var place = columns.upperBound
    for _ in 0..<decimals {
      place -= 1
      bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    place -= 1
    bytes[place] = UInt8(ascii: ".")
    repeat {
      place -= 1
      bytes[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if isNegative { bytes[place - 1] = UInt8(ascii: "-") }
    return true
  }

  /// Appends an integer of at most 64 bits in decimal notation.
  public mutating func append(integer value: some BinaryInteger) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude), decimals: 0)
  }

  /// Appends a non-negative integer with at least `width` digits, filled with leading zeros.
  public mutating func append(integer value: some BinaryInteger, width: Int) {
    let digits = UInt64(value)
    var limit: UInt64 = 10
    for _ in 1..<Swift.max(width, 1) {
      if digits < limit { append(UInt8(ascii: "0")) }
      limit *= 10
    }
    // The leading zeros are done; the number's own digits follow.
    append(digits: digits, decimals: 0)
  }

  /// Appends `digits` with a decimal point `decimals` places from the right.
  private mutating func append(digits: UInt64, decimals: Int) {
    // Filled from the right: room for the twenty digits of 64 bits and the point.
    var characters = InlineArray<21, UInt8>(repeating: 0)
    var first = characters.count
    var rest = digits
    var written = 0
    repeat {
      if written == decimals && decimals > 0 {
        first -= 1
        characters[first] = UInt8(ascii: ".")
      }
      first -= 1
      characters[first] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
      written += 1
    } while rest > 0 || written <= decimals
    for index in first..<characters.count { append(characters[index]) }
  }
}

/// Returns the digits of a magnitude with `decimals` decimals, correctly rounded, halves to even.
///
/// The result is `nil` if the magnitude is not finite or too large.
private func roundedDigits(of magnitude: Double, decimals: Int) -> UInt64? {
  precondition((0...15).contains(decimals), "decimals must be 0...15")
  let scale = powersOfTen[decimals]
  let product = magnitude * scale
  guard product < 9e15 else { return nil }  // also refuses NaN
  let whole = Int64(product)
  let fraction = product - Double(whole)  // exact
  let digits = UInt64(whole)
  if fraction < 0.5 { return digits }
  if fraction > 0.5 { return digits + 1 }
  // magnitude·scale is product + error, exactly.
  let error = (-product).addingProduct(magnitude, scale)
  return error > 0 || (error == 0 && digits % 2 == 1) ? digits + 1 : digits
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
