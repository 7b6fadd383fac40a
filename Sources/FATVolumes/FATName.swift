/// A file name of FAT: up to eight characters, and up to three more after a point.
public struct FATName: Hashable, Sendable {
  /// The name in the form of a directory entry: eight and three bytes, padded with spaces.
  let bytes: [UInt8]

  /// Creates a name from text; lower-case letters become upper-case.
  ///
  /// - Returns: `nil` if the text has another form, or characters that a name may not have.
  public init?(_ text: String) {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    let ending = parts.count > 1 ? parts[1] : []
    guard (1...8).contains(parts[0].count), ending.count <= 3,
      parts.count == 1 || !ending.isEmpty
    else { return nil }
    var bytes = [UInt8](repeating: 0x20, count: 11)
    for (start, part) in [(0, parts[0]), (8, ending)] {
      for (offset, byte) in part.enumerated() {
        guard let allowed = Self.upperCase(byte) else { return nil }
        bytes[start + offset] = allowed
      }
    }
    self.bytes = bytes
  }

  /// Creates a name from the bytes of a directory entry.
  init(entry bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes.prefix(11)) }

  /// Returns the byte in the form that names have; `nil` for a character that names may not have.
  private static func upperCase(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - 0x20
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
    default: "!#$%&'()-@^_`{}~".utf8.contains(byte) ? byte : nil
    }
  }
}

extension FATName: CustomStringConvertible {
  /// The name with its point, `20260601.CSV`.
  public var description: String {
    let name = bytes[..<8].split(separator: 0x20).first ?? []
    let ending = bytes[8...].split(separator: 0x20).first ?? []
    let text = String(decoding: name, as: UTF8.self)
    return ending.isEmpty ? text : text + "." + String(decoding: ending, as: UTF8.self)
  }
}

/// A date in the form of a directory entry.
public struct FATDate: Hashable, Sendable {
  /// The year since 1980, the month and the day, in 7, 4 and 5 bits.
  let rawValue: UInt16

  /// Creates a date from 1980-01-01 to 2107-12-31; the result is `nil` for any other numbers.
  public init?(year: Int, month: Int, day: Int) {
    guard (1980...2107).contains(year), (1...12).contains(month), (1...31).contains(day) else {
      return nil
    }
    rawValue = UInt16((year - 1980) << 9 | month << 5 | day)
  }

  private init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The date 1980-01-01, which a device without a clock writes.
  public static var unknown: Self { Self(rawValue: 1 << 5 | 1) }
}
