import Bytes
import TextOutput

/// The fields of one sourcetable record, numbered from 1 as in the standard.
///
/// Fields are separated by `;`. A separator inside double quotes belongs to the field. The last
/// field contains the rest of the line unchanged.
struct SourcetableFields {
  private var fields: [ArraySlice<UInt8>] = []

  init(_ line: ArraySlice<UInt8>, count: Int) {
    // An unpaired quotation mark, such as an inch sign, does not quote anything.
    let quote = UInt8(ascii: "\"")
    var quotesLeft = line.count { $0 == quote } / 2 * 2
    var isQuoted = false
    var start = line.startIndex
    for index in line.indices where fields.count < count - 1 {
      if line[index] == quote, quotesLeft > 0 {
        isQuoted.toggle()
        quotesLeft -= 1
      } else if line[index] == UInt8(ascii: ";"), !isQuoted {
        fields.append(line[start..<index])
        start = index + 1
      }
    }
    fields.append(line[start...])
  }

  /// Returns the bytes of a field without surrounding blanks; empty when the line has no such field.
  private func bytes(_ number: Int) -> ArraySlice<UInt8> {
    number <= fields.count ? fields[number - 1].trimmed : []
  }

  /// Returns the text of a field, without the quotation marks that protect separators.
  func text(_ number: Int) -> String {
    let bytes = bytes(number)
    guard bytes.contains(UInt8(ascii: ";")) else { return bytes.text }
    return bytes.filter { $0 != UInt8(ascii: "\"") }[...].text
  }

  /// Returns the text of the last field, in which separators are not protected.
  func rest(_ number: Int) -> String { bytes(number).text }

  func integer(_ number: Int) -> Int? { bytes(number).decimalInteger }

  /// Returns the non-empty texts of several fields, joined by `;`.
  func text(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { text($0) }.filter { !$0.isEmpty }.joined(separator: ";")
  }

  /// Returns the number of surplus separators before a place; 0 when the place is where it belongs
  /// or not found.
  ///
  /// Some casters write an unquoted separator in the format, which shifts all later columns. The
  /// place is then recognised by its form: two numbers with a decimal point, preceded by a country
  /// without digits and followed by flags.
  func shift(ofPlaceAt number: Int, flagsAt flags: [Int], upTo most: Int = 3) -> Int {
    if latitude(number) != nil, longitude(number + 1) != nil { return 0 }
    let shift = (1...most).first { shift in
      hasPlace(at: number + shift) && flags.allSatisfy { [0, 1].contains(integer($0 + shift)) }
    }
    return shift ?? 0
  }

  private func hasPlace(at number: Int) -> Bool {
    let hasPoints = [number, number + 1].allSatisfy { bytes($0).contains(UInt8(ascii: ".")) }
    let isCountry = !bytes(number - 1).contains { $0.isDigit }
    return hasPoints && isCountry && latitude(number) != nil && longitude(number + 1) != nil
  }

  func isOne(_ number: Int) -> Bool { integer(number) == 1 }

  /// Returns a latitude in degrees; `nil` when it is missing or out of range.
  func latitude(_ number: Int) -> Double? {
    bytes(number).decimalNumber.flatMap { $0.magnitude <= 90 ? $0 : nil }
  }

  /// Returns a longitude in degrees, -180...180; values from 0 to 360 are converted.
  func longitude(_ number: Int) -> Double? {
    guard let degrees = bytes(number).decimalNumber, degrees.magnitude <= 360 else { return nil }
    return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}

/// A writer of one sourcetable record, field by field.
struct SourcetableLine {
  private(set) var bytes: [UInt8]

  init(_ kind: StaticString) { bytes = Array("\(kind)".utf8) }

  /// Appends a field; separators are quoted, and quotation marks and control characters are replaced.
  mutating func append(_ text: String) {
    bytes.append(UInt8(ascii: ";"))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ";"): bytes.append(contentsOf: "\";\"".utf8)
      case UInt8(ascii: "\""): bytes.append(UInt8(ascii: "'"))
      default: bytes.append(byte < 0x20 ? 0x20 : byte)
      }
    }
  }

  /// Appends the last field, in which separators need no quotes.
  mutating func append(rest text: String) {
    bytes.append(UInt8(ascii: ";"))
    bytes.append(contentsOf: text.utf8.map { $0 < 0x20 ? 0x20 : $0 })
  }

  mutating func append(_ number: Int?) {
    bytes.append(UInt8(ascii: ";"))
    if let number { bytes.append(integer: number) }
  }

  mutating func append(_ flag: Bool) { append(flag ? 1 : 0) }

  /// Appends a coordinate in degrees with four decimals, about ten metres, as is usual in tables.
  mutating func append(degrees: Double?) {
    bytes.append(UInt8(ascii: ";"))
    if let degrees { bytes.append(decimal: degrees, decimals: 4) }
  }
}
