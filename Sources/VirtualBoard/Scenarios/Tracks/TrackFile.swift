internal import BoardSimulation
internal import GNSSBasics

/// A parser of track files from other programs.
enum TrackFile {
  /// A position, with the line of the file that has it.
  struct Stop {
    var line: Int
    var position: GeodeticPosition
    /// The time in seconds since any epoch; `nil` where the file has none.
    var time: Double?
  }

  /// Returns the positions of a file in the reference simulator's form.
  ///
  /// Each line has latitude and longitude in degrees, then a height in metres or none. The first line
  /// may have names.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - interval: The seconds from each position to the next; `nil` for positions without times.
  /// - Returns: The positions, at least one.
  /// - Throws: ``ScenarioError`` with the line of an invalid position.
  static func positions(_ bytes: [UInt8], interval: Double?) throws(ScenarioError) -> [Stop] {
    var stops: [Stop] = []
    for (index, row) in TextTable(bytes).rows.enumerated() {
      if index == 0, let first = row.fields.first, Double(first) == nil { continue }
      guard (2...3).contains(row.fields.count) else {
        try row.fail("a position has two or three numbers", "write LATITUDE,LONGITUDE")
      }
      let height =
        row.fields.count == 3 ? try row.number(2, "a height", in: -500...9000) : World.milan.height
      stops.append(
        Stop(
          line: row.line,
          position: GeodeticPosition(
            latitude: try row.number(0, "a latitude", in: -90...90),
            longitude: try row.number(1, "a longitude", in: -180...180), height: height),
          time: interval.map { $0 * Double(stops.count) }))
    }
    guard !stops.isEmpty else {
      throw ScenarioError(line: 1, "there is no position", "write LATITUDE,LONGITUDE in each line")
    }
    return stops
  }

  /// Returns the points of a GPX file: of its tracks, else of its routes, else its waypoints.
  static func gpx(_ bytes: [UInt8]) throws(ScenarioError) -> [Stop] {
    var points: [String: [Stop]] = [:]
    var open: (kind: String, stop: Stop)?
    var scanner = MarkupScanner(bytes)
    while let tag = try scanner.next() {
      if Self.kinds.contains(tag.name), !tag.isEnd {
        open = (tag.name, try point(tag))
        if tag.isEmpty, let point = open { points[point.kind, default: []].append(point.stop) }
      } else if Self.kinds.contains(tag.name), let point = open {
        points[point.kind, default: []].append(point.stop)
        open = nil
      } else if !tag.isEnd, open != nil {
        try read(tag, followedBy: scanner.text(), into: &open)
      }
    }
    for kind in Self.kinds {
      if let found = points[kind], !found.isEmpty { return found }
    }
    throw ScenarioError(
      line: 1, "there is no trkpt, rtept or wpt in it", "give a GPX file with a track")
  }

  /// The instant from which the times of a GPX file count, seconds since 1970: the beginning of GPS time.
  static let epoch = 315_964_800.0

  private static let kinds = ["trkpt", "rtept", "wpt"]

  private static func point(_ tag: MarkupScanner.Tag) throws(ScenarioError) -> Stop {
    guard let latitude = tag.attributes["lat"].flatMap(Double.init), abs(latitude) <= 90,
      let longitude = tag.attributes["lon"].flatMap(Double.init), abs(longitude) <= 180
    else {
      throw ScenarioError(
        line: tag.line, "\(tag.name) has no lat and lon in degrees",
        "write them as GPX 1.1 has them")
    }
    return Stop(
      line: tag.line,
      position: GeodeticPosition(
        latitude: latitude, longitude: longitude, height: World.milan.height))
  }

  private static func read(
    _ tag: MarkupScanner.Tag, followedBy text: String, into open: inout (kind: String, stop: Stop)?
  ) throws(ScenarioError) {
    switch tag.name {
    case "ele":
      guard let height = Double(text), (-500...9000).contains(height) else {
        throw ScenarioError(
          line: tag.line, "ele is no height: \(ScenarioError.quoted(text))", "write metres")
      }
      open?.stop.position.height = height
    case "time":
      guard let time = DateText.time(text) else {
        throw ScenarioError(
          line: tag.line, "time is no date in UTC: \(ScenarioError.quoted(text))",
          "write 2026-06-01T12:00:00Z")
      }
      open?.stop.time = Double(time.nanoseconds - Int64(epoch) * 1_000_000_000) * 1e-9
    default: break
    }
  }
}
