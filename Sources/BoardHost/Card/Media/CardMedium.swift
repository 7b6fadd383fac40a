internal import BoardFirmware
internal import Platform

/// A storage medium for a card's files.
///
/// A medium has one open file at a time. After an error the file must be opened again.
protocol CardMedium: ~Copyable {
  /// Whether a file is open and still at its path; false for a card that was removed.
  mutating func holds(_ name: String) -> Bool

  /// Opens a file for appending, and creates it when it is missing.
  ///
  /// - Returns: The last bytes of the file, at most `count`.
  mutating func open(_ name: String, readingUpTo count: Int) throws(CardError) -> [UInt8]

  /// Appends bytes to the open file.
  mutating func append(_ bytes: Span<UInt8>) throws(CardError)

  /// Returns the last bytes of a file, at most `count`; empty for a missing file.
  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8]

  /// Returns at most `count` bytes of a file from an offset on; none beyond the end of the file.
  mutating func part(
    ofFile name: String, from offset: Int, upTo count: Int
  ) throws(CardError) -> [UInt8]

  /// Returns the names of the files.
  mutating func names() throws(CardError) -> [String]
}

extension CardError {
  init(_ error: SystemError) {
    switch error.kind {
    case .missing: self = .absent
    case .full: self = .full
    case .writeProtected: self = .writeProtected
    case .other: self = .failed("\(error)")
    }
  }
}

extension String {
  /// Whether the string is the name of a day's file, `YYYYMMDD.CSV`.
  var isDailyFile: Bool {
    let bytes = Array(utf8)
    return bytes.count == 12 && bytes[8...].elementsEqual(".CSV".utf8)
      && bytes[..<8].allSatisfy { (0x30...0x39).contains($0) }
  }
}
