extension [UInt8] {
  /// Appends a number in fixed decimal notation: `-12.50`, never an exponent, never `-0.00`.
  ///
  /// Correctly rounded, halves to even, as C's `printf("%.*f")` is.
  ///
  /// - Parameters:
  ///   - value: A finite number of magnitude below 9·10¹⁵ / 10^`decimals`.
  ///   - decimals: Digits after the point, `0...15`.
  /// - Returns: `false`, with nothing appended, when `value` is not finite or too large.
  @discardableResult
  public mutating func append(decimal value: Double, decimals: Int) -> Bool {
    precondition((0...15).contains(decimals), "decimals must be 0...15")
    let scale = powersOfTen[decimals]
    let magnitude = value.magnitude
    guard magnitude * scale < 9e15 else { return false }  // also refuses NaN
    let digits = roundedProduct(magnitude, scale)
    if value < 0 && digits != 0 { append(UInt8(ascii: "-")) }
    append(digits: digits, decimals: decimals)
    return true
  }

  /// Appends an integer of at most 64 bits in decimal notation.
  public mutating func append(integer value: some BinaryInteger) {
    if value < 0 { append(UInt8(ascii: "-")) }
    append(digits: UInt64(value.magnitude), decimals: 0)
  }

  /// Appends a non-negative integer with at least `width` digits, zeros in front.
  public mutating func append(integer value: some BinaryInteger, width: Int) {
    let digits = UInt64(value)
    var limit: UInt64 = 10
    for _ in 1..<Swift.max(width, 1) {
      if digits < limit { append(UInt8(ascii: "0")) }
      limit *= 10
    }
    // The zeros above were counted from the left; the rest follows.
    append(digits: digits, decimals: 0)
  }

  /// Appends `digits` with a decimal point `decimals` places from the right.
  private mutating func append(digits: UInt64, decimals: Int) {
    let start = count
    var rest = digits
    var written = 0
    repeat {
      if written == decimals && decimals > 0 { append(UInt8(ascii: ".")) }
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
      written += 1
    } while rest > 0 || written <= decimals
    self[start...].reverse()
  }
}

/// The integer nearest to the exact product of two non-negative numbers, halves to even.
private func roundedProduct(_ a: Double, _ b: Double) -> UInt64 {
  let product = a * b
  let error = (-product).addingProduct(a, b)  // a·b = product + error, exactly
  let whole = product.rounded(.down)
  let fraction = product - whole  // exact
  var digits = UInt64(whole)
  if fraction > 0.5 || (fraction == 0.5 && (error > 0 || (error == 0 && digits % 2 == 1))) {
    digits += 1
  }
  return digits
}

private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]
