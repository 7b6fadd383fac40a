internal import Bytes
internal import GNSSBasics
internal import Quantities
internal import TextOutput

/// The fault of a line of the card.
struct CardLineFault: Error, Hashable {
  /// The fault in words.
  var text: String
}

/// The places of a track's columns in the lines of a card's file.
struct CardColumns: Hashable, Sendable {
  /// The beginning of a header.
  static let beginning = Array("board_time,".utf8)

  private let names: [String]
  private let latitude: Int
  private let longitude: Int
  private let fix: Int?

  /// Reads a header; the result is `nil` for one without a position.
  init?(header: ArraySlice<UInt8>) {
    names = header.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(\.text)
    guard let latitude = names.firstIndex(of: Quantity.latitude.name),
      let longitude = names.firstIndex(of: Quantity.longitude.name)
    else { return nil }
    (self.latitude, self.longitude, fix) = (latitude, longitude, names.firstIndex(of: "fix"))
  }

  /// Returns the sample in a line, with board time.
  ///
  /// - Throws: ``CardLineFault`` for a line with other columns or values out of range.
  func sample(of line: ArraySlice<UInt8>) throws(CardLineFault) -> TrackSample {
    let fields = Fields(line)
    guard fields.ends.count == names.count else {
      throw CardLineFault(text: "\(fields.ends.count) columns, and the header has \(names.count)")
    }
    guard let time = fields[0].decimalNumber, (0...1e9).contains(time) else {
      throw CardLineFault(text: "'\(fields[0].excerpt)' is no board time in seconds")
    }
    var sample = TrackSample(time: time)
    sample.fix = try fix.map { column throws(CardLineFault) in try Self.fix(fields[column]) }
    sample.position = try position(fields)
    return sample
  }

  private static func fix(_ field: ArraySlice<UInt8>) throws(CardLineFault) -> GNSSFix {
    // Compared as bytes: a text would be made for each line.
    for fix in GNSSFix.allCases where field.elementsEqual(fix.name.utf8) { return fix }
    throw CardLineFault(text: "'\(field.excerpt)' is no state of a fix")
  }

  private func position(_ fields: Fields) throws(CardLineFault) -> GeodeticPosition? {
    let (north, east) = (fields[latitude], fields[longitude])
    if north.isEmpty, east.isEmpty { return nil }
    guard let north = north.decimalNumber, let east = east.decimalNumber,
      let position = GeodeticPosition(trackLatitude: north, longitude: east)
    else {
      throw CardLineFault(
        text:
          "'\(fields[latitude].excerpt),\(fields[longitude].excerpt)' is no latitude and longitude")
    }
    return position
  }

  /// The fields of a line, without copies.
  private struct Fields {
    private let line: ArraySlice<UInt8>
    /// The ends of the fields.
    private(set) var ends: [Int] = []

    init(_ line: ArraySlice<UInt8>) {
      self.line = line
      ends.reserveCapacity(20)
      for index in line.indices where line[index] == UInt8(ascii: ",") { ends.append(index) }
      ends.append(line.endIndex)
    }

    subscript(column: Int) -> ArraySlice<UInt8> {
      line[(column == 0 ? line.startIndex : ends[column - 1] + 1)..<ends[column]]
    }
  }
}

extension GeodeticPosition {
  /// Creates a position from a file's degrees; the result is `nil` for numbers out of range.
  package init?(trackLatitude latitude: Double, longitude: Double) {
    guard abs(latitude) <= 90, abs(longitude) <= 180 else { return nil }
    self.init(latitude: latitude, longitude: longitude, height: 0)
  }
}

extension ArraySlice<UInt8> {
  /// The beginning of a field as text, for an error.
  fileprivate var excerpt: String { prefix(20).text.withControlsEscaped }
}

extension CivilDate {
  /// Creates the day in the name of a card's daily file, `YYYYMMDD.CSV`; the result is `nil` for another name.
  package init?(cardFile name: String) {
    let bytes = Array(name.utf8)
    guard bytes.count == 12, bytes[8...].elementsEqual(".CSV".utf8),
      let year = bytes[..<4].decimalInteger, let month = bytes[4..<6].decimalInteger,
      let day = bytes[6..<8].decimalInteger
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
