internal import Bytes
internal import GNSSBasics

/// The places of the columns in a file of true positions.
struct TruthColumns: Hashable {
  private var week: Int?
  private var time = 0
  private var latitude = 1
  private var longitude = 2
  private var height = 3
  /// The time scale of dates in the column of times.
  private var clock = PositionClock.gps

  /// The four columns of a file without header.
  static let bare = TruthColumns()

  private init() {}

  /// Finds the columns by the names in a header.
  ///
  /// - Throws: The reason naming the first column that is missing.
  init(header words: [ArraySlice<UInt8>]) throws(PositionFileFault.Reason) {
    let names = words.map(Self.name)
    func index(_ known: [String]) -> Int? {
      known.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
    func place(_ known: [String]) throws(PositionFileFault.Reason) -> Int {
      guard let index = index(known) else { throw .header(known[0]) }
      return index
    }
    week = index(["week", "gpsweek"])
    time = try place(["tow", "gpstow", "sow", "gpstime", "gpst", "timegps", "time", "utc"])
    latitude = try place(["lat", "latitude"])
    longitude = try place(["lon", "longitude", "lng", "long"])
    height = try place([
      "h", "height", "hell", "ellipsoidheight", "ellipsoidalheight", "alt", "altitude",
    ])
    if names[time] == "utc" { clock = .utc }
  }

  /// Returns the letters of a column's name in lower case, without units: `GPS TOW (s)` is `gpstow`.
  private static func name(_ word: ArraySlice<UInt8>) -> String {
    let words = word.prefix { $0 != UInt8(ascii: "(") && $0 != UInt8(ascii: "[") }
      .split { !$0.isLetter && !$0.isDigit }.map {
        String(decoding: $0, as: UTF8.self).lowercased()
      }
    guard let first = words.first else { return "" }
    return first + words.dropFirst().filter { !units.contains($0) }.joined()
  }

  private static let units: Set<String> = [
    "deg", "degree", "degrees", "m", "metre", "metres", "meter", "meters", "s", "sec", "second",
    "seconds",
  ]

  /// Returns the point in a line.
  ///
  /// - Parameters:
  ///   - words: The columns.
  ///   - reference: A time within half a week of the line, for files without a week.
  /// - Returns: The point.
  /// - Throws: The reason for a line that cannot be read.
  func point(
    _ words: [ArraySlice<UInt8>], near reference: GPSTime
  ) throws(PositionFileFault.Reason) -> TruthTrack.Point {
    let needed = 1 + max(week ?? 0, time, latitude, longitude, height)
    guard words.count >= needed else { throw .columns(found: words.count, needed: needed) }
    guard let time = time(words, near: reference) else {
      throw .time([words[time]].excerpt)
    }
    let place = [words[latitude], words[longitude], words[height]]
    let numbers = place.map { $0.decimalNumber ?? .nan }
    guard let position = GeodeticPosition(inFile: numbers[0], numbers[1], height: numbers[2]) else {
      throw .position(place.excerpt)
    }
    return TruthTrack.Point(time: time, position: position)
  }

  private func time(_ words: [ArraySlice<UInt8>], near reference: GPSTime) -> GPSTime? {
    let text = words[time]
    if let week { return clock.time(words[week], text) }
    guard let seconds = text.decimalNumber else { return date(text) }
    guard (0...604_800).contains(seconds) else { return nil }
    let nanoseconds = Int64((seconds * 1e9).rounded())
    return reference.nearest(millisecondsOfWeek: Int(nanoseconds / 1_000_000))
      .advanced(byNanoseconds: nanoseconds % 1_000_000)
  }

  /// Returns the time of a date such as `2024/06/24 08:20:00` or `2024-06-24T08:20:00Z`; a `Z` makes it UTC.
  private func date(_ text: ArraySlice<UInt8>) -> GPSTime? {
    let isUTC = text.last == UInt8(ascii: "Z")
    let parts = text.prefix(text.count - (isUTC ? 1 : 0))
      .map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "/") : $0 }
      .split { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }
    guard parts.count == 2 else { return nil }
    return (isUTC ? .utc : clock).time(parts[0], parts[1])
  }
}
