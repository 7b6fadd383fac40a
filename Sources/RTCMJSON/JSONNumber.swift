internal import Bytes

/// A JSON number in parts (RFC 8259 §6): `digits` · 10 to the `exponent`.
struct JSONNumber {
  private var isNegative = false
  private var digits: UInt64 = 0
  /// Whether `digits` has overflowed.
  private var isLong = false
  private var exponent = 0

  /// Parses characters; the result is `nil` if they form no number.
  init?(_ bytes: [UInt8], in range: Range<Int>) {
    var position = range.lowerBound
    let bytes = bytes.span
    func next() -> UInt8? { position < range.upperBound ? bytes[position] : nil }

    if next() == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    let start = position
    while let byte = next(), byte.isDigit {
      append(byte)
      position += 1
    }
    let count = position - start
    guard count == 1 || count > 1 && bytes[start] != UInt8(ascii: "0") else { return nil }
    if next() == UInt8(ascii: ".") {
      position += 1
      let start = position
      while let byte = next(), byte.isDigit {
        append(byte)
        position += 1
      }
      exponent = start - position
      guard exponent < 0 else { return nil }
    }
    if next() == UInt8(ascii: "e") || next() == UInt8(ascii: "E") {
      position += 1
      let sign = next()
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { position += 1 }
      let start = position
      var power = 0
      while let byte = next(), byte.isDigit {
        power = min(power * 10 + Int(byte - 0x30), 100_000)
        position += 1
      }
      guard position > start else { return nil }
      exponent += sign == UInt8(ascii: "-") ? -power : power
    }
    guard position == range.upperBound else { return nil }
  }

  private mutating func append(_ digit: UInt8) {
    let (tens, isOver) = digits.multipliedReportingOverflow(by: 10)
    let (sum, isOverToo) = tens.addingReportingOverflow(UInt64(digit - 0x30))
    isLong = isLong || isOver || isOverToo
    digits = sum
  }

  /// The value, exact or rounded once from exactly representable numbers; `nil` if that is not possible.
  var value: Double? {
    guard !isLong, digits <= 1 << 53, exponent.magnitude < powersOfTen.count else { return nil }
    let power = powersOfTen[Int(exponent.magnitude)]
    let magnitude = exponent < 0 ? Double(digits) / power : Double(digits) * power
    return isNegative ? -magnitude : magnitude
  }

  /// The value of a non-negative whole number that fits 64 bits, computed within 64 bits; otherwise `nil`.
  var integer: UInt64? {
    guard !isNegative, !isLong, exponent.magnitude < 20 else { return nil }
    var number = digits
    for _ in 0..<exponent.magnitude {
      let (quotient, remainder) = number.quotientAndRemainder(dividingBy: 10)
      let (product, isOver) = number.multipliedReportingOverflow(by: 10)
      guard exponent < 0 ? remainder == 0 : !isOver else { return nil }
      number = exponent < 0 ? quotient : product
    }
    return number
  }
}

/// The powers of ten that a `Double` represents exactly.
private let powersOfTen: [Double] = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]
