import RTCMParser
import TextOutput

/// The columns that RINEX files are made of, under the names that the standard has from Fortran.
extension [UInt8] {
  /// Appends a text from the left, cut or filled with blanks to a width: `An`.
  ///
  /// Whatever is no ASCII that prints becomes a question mark.
  mutating func append(text: some Sequence<UInt8>, columns width: Int) {
    let end = count + width
    for byte in text.prefix(width) {
      append((0x20...0x7E).contains(byte) ? byte : UInt8(ascii: "?"))
    }
    appendBlanks(end - count)
  }

  /// Appends a text from the left, cut or filled with blanks to a width: `An`.
  mutating func append(text: String, columns width: Int) {
    append(text: text.utf8, columns: width)
  }

  /// Appends an integer to the right: `In`.
  mutating func append(integer: Int, columns width: Int) {
    appendToTheRight(columns: width) { $0.append(integer: integer) }
  }

  /// Appends a number to the right: `Fn.m`; blanks when it does not fit.
  mutating func append(decimal value: Double, decimals: Int, columns width: Int) {
    appendToTheRight(columns: width) { $0.append(decimal: value, decimals: decimals) }
  }

  /// Appends a number with an exponent of ten: `D19.12`, one digit before the point.
  mutating func append(exponential value: Double) {
    let (mantissa, exponent) = decimalParts(of: value.magnitude)
    appendToTheRight(columns: 15) {
      $0.append(decimal: value < 0 ? -mantissa : mantissa, decimals: 12)
    }
    append(UInt8(ascii: "D"))
    append(UInt8(ascii: exponent < 0 ? "-" : "+"))
    append(integer: exponent.magnitude, width: 2)
  }

  /// Appends blanks.
  mutating func appendBlanks(_ number: Int) {
    append(contentsOf: repeatElement(UInt8(ascii: " "), count: number))
  }

  /// Ends a line, whose last blanks say nothing.
  mutating func endLine() {
    while last == UInt8(ascii: " ") { removeLast() }
    append(UInt8(ascii: "\n"))
  }

  /// Appends a line of a header: sixty columns and its label.
  mutating func appendHeaderLine(_ label: String, _ content: (inout [UInt8]) -> Void = { _ in }) {
    let start = count
    content(&self)
    appendBlanks(start + 60 - count)
    append(contentsOf: label.utf8)
    append(UInt8(ascii: "\n"))
  }

  /// Appends a satellite: the system's letter and two digits.
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

/// A number as one that prints with a digit before the point, twelve after it, and a power of ten.
private func decimalParts(of magnitude: Double) -> (mantissa: Double, exponent: Int) {
  guard magnitude > 0, magnitude.isFinite else { return (0, 0) }
  let overflow = 10 - 0.5e-12  // prints as 10.000000000000
  // log10 2 of the binary exponent, which is at most one too small.
  var exponent = Int((Double(magnitude.exponent) * 0.301_029_995_663_981_2).rounded(.down))
  var mantissa = magnitude.scaled(byPowerOfTen: -exponent)
  if mantissa >= overflow {
    exponent += 1
    mantissa = magnitude.scaled(byPowerOfTen: -exponent)
  }
  return (mantissa, exponent)
}

extension Double {
  /// Times a power of ten, rounded once for each 22: up to there powers of ten are exact.
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
