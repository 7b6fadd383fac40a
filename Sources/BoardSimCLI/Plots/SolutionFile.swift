internal import GNSSBasics

/// Positions in the format of RTKLIB's programs, such as `rnx2rtkp -o rtk.pos`.
///
/// Positions are latitude, longitude and height in degrees and metres, or Earth-centred coordinates (`-e`).
/// Times are GPS time or UTC, by week and second or by date (`-t`, `-u`). Source: RTKLIB manual 2.4.2, B.1.
struct SolutionFile {
  /// A position at an epoch.
  struct Position {
    /// The milliseconds since the start of the GPS week.
    var milliseconds: Int
    var position: GeodeticPosition
    var state: State
  }

  /// The quality of a position, by the number in column Q.
  enum State: Int, CaseIterable {
    case fixed = 1
    case float, sbas, dgps, single, precise

    /// The name of the quality.
    var name: String {
      switch self {
      case .fixed: "fixed"
      case .float: "float"
      case .sbas: "SBAS"
      case .dgps: "DGPS"
      case .single: "single"
      case .precise: "PPP"
      }
    }
  }

  /// The positions, in the order of the file.
  private(set) var positions: [Position] = []

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` with the unreadable content and its place.
  init(_ path: String) throws {
    let text = String(decoding: try InputStream.bytes(of: path), as: UTF8.self)
    var form: Form?
    for (number, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() where !line.isEmpty {
      if line.first == "%" {
        form = Form(header: line) ?? form
        continue
      }
      guard let form else {
        throw Failure(
          message: "'\(path)' is no solution of RTKLIB: no line above its positions says "
            + "'%  GPST … latitude(deg)' or 'x-ecef(m)'; let rnx2rtkp write it without -g, -a or -s"
        )
      }
      guard let position = form.position(line) else {
        throw Failure(message: "'\(path)', line \(number + 1): no time, position and state")
      }
      positions.append(position)
    }
    if positions.isEmpty { throw Failure(message: "'\(path)' has no position in it") }
  }
}

/// The columns of a file.
private struct Form {
  private let isUTC: Bool
  private let isCartesian: Bool

  /// Reads the line of column titles; `nil` for other lines.
  init?(header line: Substring) {
    let words = line.dropFirst().split(separator: " ")
    guard let time = words.first, ["GPST", "UTC"].contains(time) else { return nil }
    let titles = words.dropFirst().prefix(3)
    isCartesian = titles == ["x-ecef(m)", "y-ecef(m)", "z-ecef(m)"]
    guard isCartesian || titles == ["latitude(deg)", "longitude(deg)", "height(m)"] else {
      return nil
    }
    isUTC = time == "UTC"
  }

  func position(_ line: Substring) -> SolutionFile.Position? {
    let words = line.split(separator: " ")
    guard words.count >= 6, let time = time(words[0], words[1]), let quality = Int(words[5]),
      let state = SolutionFile.State(rawValue: quality)
    else { return nil }
    let numbers = words[2..<5].map { Double($0) ?? .nan }
    let position: GeodeticPosition?
    if isCartesian {
      let place = ECEFPosition(x: numbers[0], y: numbers[1], z: numbers[2])
      position = place.isOnEarth ? GeodeticPosition(place) : nil
    } else {
      position = GeodeticPosition(numbers[...])
    }
    return position.map {
      SolutionFile.Position(milliseconds: time, position: $0, state: state)
    }
  }

  /// Returns the milliseconds of the GPS week of `2421 129600.000` or `2026/06/01 12:00:00.000`.
  private func time(_ first: Substring, _ second: Substring) -> Int? {
    if let week = Int(first), let seconds = Double(second), (0..<10_000).contains(week),
      (0...604_800).contains(seconds)
    {
      let milliseconds = Int((seconds * 1000).rounded())
      let time = GPSTime(week: week, millisecondsOfWeek: milliseconds)
      return inGPSTime(time).millisecondsOfWeek
    }
    let date = first.split(separator: "/").map { Int($0) ?? -1 }
    let clock = second.split(separator: ":").map { Double($0) ?? .nan }
    guard date.count == 3, clock.count == 3, (1980..<2200).contains(date[0]),
      let day = CivilDate(year: date[0], month: date[1], day: date[2]),
      (0..<24).contains(clock[0]), (0..<60).contains(clock[1]), (0...61).contains(clock[2])
    else { return nil }
    let milliseconds = Int(((clock[0] * 60 + clock[1]) * 60_000 + clock[2] * 1000).rounded())
    let daysFrom1980 = day.daysSince1970 - Self.daysOfGPSEpoch
    return inGPSTime(
      GPSTime(nanoseconds: Int64(daysFrom1980 * 86_400_000 + milliseconds) * 1_000_000)
    ).millisecondsOfWeek
  }

  /// Days from 1970-01-01 to 1980-01-06.
  private static var daysOfGPSEpoch: Int { 3657 }

  /// Returns the GPS time of an instant of the file; an instant of UTC is advanced by the leap seconds.
  private func inGPSTime(_ time: GPSTime) -> GPSTime {
    guard isUTC else { return time }
    return time.advanced(byNanoseconds: Int64(time.leapSeconds) * 1_000_000_000)
  }
}
