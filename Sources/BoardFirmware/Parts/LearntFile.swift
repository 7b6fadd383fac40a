import GNSSBasics
import RTCMParser

/// The file `BASELINE.CSV` with the parts' learnt data, one line for each save.
///
/// A loss of power can therefore spoil no more than the line being written.
///
/// ```
/// time_utc,part,learnt,check
/// 2026-06-01T12:20:02Z,ccs811,110061A8,0F2A41
/// ```
///
/// `learnt` is data that only the part understands. `check` is the CRC-24Q of all bytes before its comma,
/// so that a torn line is not read as another value.
struct LearntFile {
  static var name: String { "BASELINE.CSV" }
  static var header: String { "time_utc,part,learnt,check\n" }
  /// The length of the file's end that is searched, bytes: a dozen lines.
  static var endCount: Int { 768 }

  /// The part's name in the status.
  let part: String

  /// Returns the learnt data of the part's last valid line; `nil` when there is none.
  func read(from card: inout some CardWriter & ~Copyable) throws(CardError) -> [UInt8]? {
    let end = try card.end(ofFile: Self.name, upTo: Self.endCount)
    var last: [UInt8]?
    for line in end.split(separator: UInt8(ascii: "\n")) {
      if let learnt = Self.learnt(in: line, of: part) { last = learnt }
    }
    return last
  }

  /// Appends a line with the part's learnt data.
  func append(
    _ learnt: [UInt8], at date: UnixTime, to card: inout some CardWriter & ~Copyable
  ) throws(CardError) {
    let line = Self.line(of: learnt, part: part, at: date)
    let header = Array(Self.header.utf8)
    try card.append(line.span, toFile: Self.name, startingWith: header.span)
  }

  static func line(of learnt: [UInt8], part: String, at date: UnixTime) -> [UInt8] {
    var line = Array("\(CivilTime(date).iso8601),\(part),".utf8)
    for byte in learnt { append(byte, to: &line) }
    let check = CRC24Q.checksum(line.span)
    line.append(UInt8(ascii: ","))
    for shift: UInt32 in [16, 8, 0] { append(UInt8(truncatingIfNeeded: check >> shift), to: &line) }
    line.append(UInt8(ascii: "\n"))
    return line
  }

  /// Returns the learnt data in a line; `nil` when the line is of another part, or not valid.
  static func learnt(in line: ArraySlice<UInt8>, of part: String) -> [UInt8]? {
    let comma = UInt8(ascii: ",")
    let columns = line.split(separator: comma, omittingEmptySubsequences: false)
    guard columns.count == 4, columns[1].elementsEqual(part.utf8),
      let learnt = bytes(columns[2]), let check = bytes(columns[3]), check.count == 3
    else { return nil }
    let text = Array(line.dropLast(columns[3].count + 1))
    let sum = CRC24Q.checksum(text.span)
    let told = check.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
    return sum == told ? learnt : nil
  }

  private static func append(_ byte: UInt8, to text: inout [UInt8]) {
    for digit in [byte >> 4, byte & 15] {
      text.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10)
    }
  }

  /// Returns the bytes of hexadecimal digits; `nil` unless the digits are valid and in pairs.
  private static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    var isSecond = false
    for character in digits {
      guard let digit = digit(character) else { return nil }
      if isSecond { bytes[bytes.count - 1] |= digit } else { bytes.append(digit << 4) }
      isSecond.toggle()
    }
    return bytes
  }

  private static func digit(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
