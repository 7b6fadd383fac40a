internal import Bytes

/// A line of a file; columns count from 0 here.
struct RINEXLine {
  /// The line without its line end.
  let bytes: ArraySlice<UInt8>
  /// The line's number in its file, from 1.
  let number: Int
  /// Whether the file has a line end after this line.
  let isEnded: Bool

  /// Whether the line is empty or has only blanks.
  var isBlank: Bool { bytes.trimmed.isEmpty }

  /// Returns the content of a range of columns, without blanks around it.
  subscript(columns: Range<Int>) -> ArraySlice<UInt8> {
    bytes.dropFirst(columns.lowerBound).prefix(columns.count).trimmed
  }

  /// Reads a number with an exponent `D` or `E`; blank columns are 0, by the standard.
  func number(in columns: Range<Int>) throws(RINEXReadingError) -> Double {
    let digits = self[columns]
    if digits.isEmpty { return 0 }
    let isCut = !isEnded && bytes.count < columns.upperBound
    guard !isCut, let value = Self.number(of: digits) else {
      throw RINEXReadingError(
        .notANumber(columns: columns.lowerBound + 1...columns.upperBound), line: number)
    }
    return value
  }

  /// Returns the number that the characters spell in Fortran's notation; `nan` and `0x1` are none.
  private static func number(of characters: ArraySlice<UInt8>) -> Double? {
    var text = ""
    for byte in characters {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
        UInt8(ascii: "+"):
        text.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "D"), UInt8(ascii: "d"), UInt8(ascii: "E"), UInt8(ascii: "e"):
        text += "e"
      default: return nil
      }
    }
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }
}

/// An iterator over the lines of a file.
struct NavigationLines {
  private var rest: ArraySlice<UInt8>
  /// The number of the last line that was returned.
  private(set) var number = 0

  init(of bytes: [UInt8]) { rest = bytes[...] }

  mutating func next() -> RINEXLine? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex(of: .lineFeed)
    var bytes = rest[..<(end ?? rest.endIndex)]
    rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
    if bytes.last == .carriageReturn { bytes.removeLast() }
    return RINEXLine(bytes: bytes, number: number, isEnded: end != nil)
  }
}
