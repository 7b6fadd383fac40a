import RTCMParser
import TextOutput

/// The text fields of RINEX files, each with the standard's name for it, which comes from Fortran.
extension [UInt8] {
  /// Appends a text at the left of its field, cut off or filled with blanks: `An`.
  ///
  /// A question mark replaces each byte that is no printable ASCII character.
  mutating func append(text: some Sequence<UInt8>, columns width: Int) {
    let end = count + width
    for byte in text.prefix(width) {
      append((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?"))
    }
    appendBlanks(end - count)
  }

  /// Appends a text at the left of its field, cut off or filled with blanks: `An`.
  mutating func append(text: String, columns width: Int) {
    append(text: text.utf8, columns: width)
  }

  /// Appends an integer at the right of its field: `In`.
  mutating func append(integer: Int, columns width: Int) {
    appendToTheRight(columns: width) { $0.append(integer: integer) }
  }

  /// Appends a number at the right of its field: `Fn.m`; the field is blank if the number does not fit.
  mutating func append(decimal value: Double, decimals: Int, columns width: Int) {
    appendToTheRight(columns: width) { $0.append(decimal: value, decimals: decimals) }
  }

  /// Appends a number with a power of ten: `D19.12`, one digit before the point.
  mutating func append(exponential value: Double) {
    let (mantissa, exponent) = decimalParts(of: value.magnitude)
    appendToTheRight(columns: 15) {
      $0.append(decimal: value < 0 ? -mantissa : mantissa, decimals: 12)
    }
    append(UInt8(ascii: "D"))
    append(UInt8(ascii: exponent < 0 ? "-" : "+"))
    append(integer: exponent.magnitude, width: 2)
  }

  /// Appends a number of blanks.
  mutating func appendBlanks(_ number: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: number))
  }

  /// Ends a line and removes its trailing blanks.
  mutating func endLine() {
    while last == UInt8(ascii: " ") { removeLast() }
    append(UInt8(ascii: "\n"))
  }

  /// Appends a header line: sixty columns of content, then the label.
  mutating func appendHeaderLine(_ label: String, _ content: (inout [UInt8]) -> Void = { _ in }) {
    let start = count
    content(&self)
    appendBlanks(start + 60 - count)
    append(contentsOf: label.utf8)
    append(UInt8(ascii: "\n"))
  }

  /// Appends a satellite's name: the system's letter and two digits.
  mutating func append(satellite number: Int, of constellation: Constellation) {
    append(contentsOf: constellation.rinexLetter.utf8)
    append(integer: number, width: 2)
  }

  private mutating func appendToTheRight(columns width: Int, _ body: (inout [UInt8]) -> Void) {
    let start = count
    body(&self)
    if count - start > width { removeLast(count - start) }
    insert(
      contentsOf: repeatElement(UInt8(ascii: " "), count: Swift.max(start + width - count, 0)),
      at: start)
  }
}

/// Returns a number's power of ten, and its mantissa, which prints as one digit, the point and twelve digits.
private func decimalParts(of magnitude: Double) -> (mantissa: Double, exponent: Int) {
  guard magnitude > 0, magnitude.isFinite else { return (0, 0) }
  let overflow = 10 - 0.5e-12  // prints as 10.000000000000
  // log10 2 times the binary exponent: the estimate is at most one too small.
  var exponent = Int((Double(magnitude.exponent) * 0.301_029_995_663_981_2).rounded(.down))
  var mantissa = magnitude.scaled(byPowerOfTen: -exponent)
  if mantissa >= overflow {
    exponent += 1
    mantissa = magnitude.scaled(byPowerOfTen: -exponent)
  }
  return (mantissa, exponent)
}

extension Double {
  /// Returns the number times a power of ten; it rounds once for every 22 powers, which are exact up to 10²².
  fileprivate func scaled(byPowerOfTen exponent: Int) -> Double {
    var (result, rest) = (self, exponent)
    while rest != 0 {
      let step = min(Int(rest.magnitude), 22)
      var power = 1.0
      for _ in 0..<step { power *= 10 }
      result = rest < 0 ? result / power : result * power
      rest += rest < 0 ? step : -step
    }
    return result
  }
}
