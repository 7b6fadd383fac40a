internal import Bytes
internal import GNSSBasics

/// The columns of a position file, by its line of titles.
///
/// Source: RTKLIB manual 2.4.2, B.1.
struct PositionColumns: Hashable {
  /// A form of positions.
  private enum Form {
    /// Latitude and longitude in degrees, height.
    case degrees
    /// Latitude and longitude in degrees, minutes and seconds, each a column; height.
    case sexagesimal
    /// Earth-centred, Earth-fixed coordinates.
    case cartesian

    var count: Int { self == .sexagesimal ? 7 : 3 }
  }

  private let clock: PositionClock
  private let form: Form
  private let hasVelocity: Bool

  /// Reads a line of titles; the result is `nil` for any other line.
  ///
  /// - Throws: The reason for titles of positions that cannot be read.
  init?(titles line: ArraySlice<UInt8>) throws(PositionFileFault.Reason) {
    let words = Self.words(of: line.dropFirst()).map(\.text)
    guard let first = words.first, let clock = PositionClock(rawValue: first) else { return nil }
    switch words.dropFirst().first {
    case "latitude(deg)": form = .degrees
    case "latitude(d'\")": form = .sexagesimal
    case "x-ecef(m)": form = .cartesian
    case "e-baseline(m)": throw .baseline
    default: throw .noTitles
    }
    self.clock = clock
    hasVelocity = words.contains("vn(m/s)")
  }

  /// Returns the columns of a line; RTKLIB separates them with blanks, or with the text of option `-s`.
  private static func words(of line: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    line.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ";") }
  }

  /// Reads a line of a position.
  ///
  /// Columns behind the number of satellites may be missing, and unknown values there (`nan`) become 0.
  func record(_ line: ArraySlice<UInt8>) throws(PositionFileFault.Reason) -> PositionRecord {
    let words = Self.words(of: line)
    let needed = 2 + form.count + 2
    guard words.count >= needed else { throw .columns(found: words.count, needed: needed) }
    guard let time = clock.time(words[0], words[1]) else { throw .time(words[..<2].excerpt) }
    let place = words[2..<2 + form.count]
    guard let position = position(Array(place)) else { throw .position(place.excerpt) }
    let end = 2 + form.count
    guard let number = words[end].decimalInteger, let quality = SolutionQuality(rawValue: number)
    else { throw .quality(words[end...end].excerpt) }
    guard let count = words[end + 1].decimalInteger else {
      throw .number(words[end + 1...end + 1].excerpt)
    }
    var record = PositionRecord(
      time: time, quality: quality, position: position, satelliteCount: count)
    try read(words[needed...], into: &record)
    return record
  }

  /// Reads the columns behind the number of satellites.
  private func read(
    _ words: ArraySlice<ArraySlice<UInt8>>, into record: inout PositionRecord
  ) throws(PositionFileFault.Reason) {
    var numbers: [Double] = []
    for word in words { numbers.append(try Self.number(word)) }
    if numbers.count >= 6 {
      let six = Array(numbers[..<6])
      record.deviations =
        form == .cartesian
        ? PositionDeviations(cartesian: six, at: record.position) : PositionDeviations(columns: six)
    }
    if numbers.count > 6 { record.age = numbers[6] }
    if numbers.count > 7 { record.ratio = numbers[7] }
    if hasVelocity, form != .cartesian, numbers.count > 10 {
      record.velocity = PositionVelocity(north: numbers[8], east: numbers[9], up: numbers[10])
    }
  }

  /// Returns the number in a column; 0 for `nan` and `inf`, which C writes for unknown values.
  private static func number(_ word: ArraySlice<UInt8>) throws(PositionFileFault.Reason) -> Double {
    if let number = word.decimalNumber { return number }
    let letters = word.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard letters.begins(with: "nan") || letters.begins(with: "inf") else {
      throw .number([word].excerpt)
    }
    return 0
  }

  private func position(_ words: [ArraySlice<UInt8>]) -> GeodeticPosition? {
    let numbers = words.map { $0.decimalNumber ?? .nan }
    switch form {
    case .degrees:
      return GeodeticPosition(inFile: numbers[0], numbers[1], height: numbers[2])
    case .sexagesimal:
      return GeodeticPosition(
        inFile: Self.degrees(numbers[..<3]), Self.degrees(numbers[3..<6]), height: numbers[6])
    case .cartesian:
      let place = ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2])
      return place.isOnEarth ? GeodeticPosition(place) : nil
    }
  }

  /// Returns the degrees of an angle in degrees, minutes and seconds; the degrees have the sign, also as `-0`.
  private static func degrees(_ parts: ArraySlice<Double>) -> Double {
    let (first, minutes, seconds) = (
      parts[parts.startIndex], parts[parts.startIndex + 1], parts[parts.startIndex + 2]
    )
    guard (0..<60).contains(minutes), (0...60).contains(seconds) else { return .nan }
    let magnitude = first.magnitude + minutes / 60 + seconds / 3600
    return first.sign == .minus ? -magnitude : magnitude
  }
}

extension GeodeticPosition {
  /// Creates a position from a file's degrees and metres; the result is `nil` for numbers out of range.
  init?(inFile latitude: Double, _ longitude: Double, height: Double) {
    guard latitude.magnitude <= 90, longitude.magnitude <= 360, height.magnitude < 1e7 else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude, height: height)
  }
}
