internal import BoardFirmware
internal import Platform

/// A storage medium for a card's files.
///
/// One file is open at a time. What a call throws leaves it to the next one to open a file again.
protocol CardMedium: ~Copyable {
  /// Whether a file is the one that is open, and what is open is still where it was: a card that was
  /// pulled is not.
  mutating func holds(_ name: String) -> Bool

  /// Opens a file to append to it; it is made where there is none.
  ///
  /// - Returns: Its last bytes, as many as that at most.
  mutating func open(_ name: String, readingUpTo count: Int) throws(CardError) -> [UInt8]

  /// Appends to the file that is open.
  mutating func append(_ bytes: Span<UInt8>) throws(CardError)

  /// Reads the end of a file; none where there is no such file.
  mutating func end(ofFile name: String, upTo count: Int) throws(CardError) -> [UInt8]

  /// The names of the files.
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
  /// Whether it is the name of a day's file, `YYYYMMDD.CSV`.
  var isDailyFile: Bool {
    let bytes = Array(utf8)
    return bytes.count == 12 && bytes[8...].elementsEqual(".CSV".utf8)
      && bytes[..<8].allSatisfy { (0x30...0x39).contains($0) }
  }
}
