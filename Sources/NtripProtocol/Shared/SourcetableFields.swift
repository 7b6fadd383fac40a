import Bytes
import TextOutput

/// Takes the fields of one sourcetable record apart, by their number from 1 as the standard counts.
///
/// Fields are separated by `;`. One inside double quotes belongs to the field. The last field takes
/// the rest of the line as it stands.
struct SourcetableFields {
  private var fields: [ArraySlice<UInt8>] = []

  init(_ line: ArraySlice<UInt8>, count: Int) {
    // A lone quotation mark (an inch sign, say) quotes nothing.
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

  /// The bytes of a field without the blanks around it; empty when the line has no such field.
  private func bytes(_ number: Int) -> ArraySlice<UInt8> {
    number <= fields.count ? fields[number - 1].trimmed : []
  }

  /// The text of a field, without the quotation marks that protect separators.
  func text(_ number: Int) -> String {
    let bytes = bytes(number)
    guard bytes.contains(UInt8(ascii: ";")) else { return bytes.text }
    return bytes.filter { $0 != UInt8(ascii: "\"") }[...].text
  }

  /// The text of the last field, which needs no protection.
  func rest(_ number: Int) -> String { bytes(number).text }

  func integer(_ number: Int) -> Int? { bytes(number).decimalInteger }

  /// The texts of some fields as one, those that are empty left out.
  func text(_ numbers: ClosedRange<Int>) -> String {
    numbers.map { text($0) }.filter { !$0.isEmpty }.joined(separator: ";")
  }

  /// Returns the number of separators too many in front of a place; 0 when that is where it should be, or
  /// nowhere.
  ///
  /// Some casters have one in the format, so that all columns behind it are shifted. The place is then found by its
  /// looks: two numbers with a point, a country without digits in front and two flags behind.
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

  /// A latitude in degrees; `nil` when it is missing or out of range.
  func latitude(_ number: Int) -> Double? {
    bytes(number).decimalNumber.flatMap { $0.magnitude <= 90 ? $0 : nil }
  }

  /// A longitude in degrees, -180...180; some tables count from 0 to 360.
  func longitude(_ number: Int) -> Double? {
    guard let degrees = bytes(number).decimalNumber, degrees.magnitude <= 360 else { return nil }
    return degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees
  }
}

/// Puts the fields of one sourcetable record together.
struct SourcetableLine {
  private(set) var bytes: [UInt8]

  init(_ kind: StaticString) { bytes = Array("\(kind)".utf8) }

  /// Appends a field; separators in it are quoted, quotation marks and control characters replaced.
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

  /// Appends the last field, in which separators are free.
  mutating func append(rest text: String) {
    bytes.append(UInt8(ascii: ";"))
    bytes.append(contentsOf: text.utf8.map { $0 < 0x20 ? 0x20 : $0 })
  }

  mutating func append(_ number: Int?) {
    bytes.append(UInt8(ascii: ";"))
    if let number { bytes.append(integer: number) }
  }

  mutating func append(_ flag: Bool) { append(flag ? 1 : 0) }

  /// Appends a coordinate in degrees, to about ten metres as tables usually have it.
  mutating func append(degrees: Double?) {
    bytes.append(UInt8(ascii: ";"))
    if let degrees { bytes.append(decimal: degrees, decimals: 4) }
  }
}
