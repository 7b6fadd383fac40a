internal import GNSSBasics
internal import TextOutput

/// The positions of antennas that a file tells as it goes on, by station.
///
/// A position holds from its message on; the first one of a station holds before it as well.
struct StationPlaces {
  private var stations: [UInt16: Station] = [:]
  private var offEarth: (count: Int, first: ECEFPosition)?

  private struct Station {
    let first: ECEFPosition
    var last: ECEFPosition
    var moves = 0
    /// The first move: its distance, metres, and the time of the epoch before it.
    var move: (distance: Double, time: GPSTime)?

    /// The moves in a sentence; `nil` for none.
    var note: String? {
      guard let move else { return nil }
      let more = moves > 1 ? ", and \(moves - 1) more times" : ""
      return "the base moved \(PlainText.number(move.distance, decimals: 3)) m after "
        + "\(move.time.unixTime.iso8601)\(more)"
    }
  }

  /// Takes the position of a station's antenna.
  ///
  /// - Parameters:
  ///   - position: The position; off the Earth it only counts for the ``notes(on:observed:)``.
  ///   - id: The station.
  ///   - time: The time of the epoch before; `nil` before the first one.
  mutating func take(_ position: ECEFPosition, of id: UInt16, after time: GPSTime?) {
    guard position.isOnEarth else {
      offEarth = ((offEarth?.count ?? 0) + 1, offEarth?.first ?? position)
      return
    }
    var station = stations[id] ?? Station(first: position, last: position)
    if station.last != position, let time {
      station.moves += 1
      station.move = station.move ?? (station.last.distance(to: position), time)
    }
    station.last = position
    stations[id] = station
  }

  /// The position of a station that was told last; `nil` for none.
  subscript(id: UInt16) -> ECEFPosition? { stations[id]?.last }

  /// The same stations before the file's beginning, each at its first position.
  var rewound: StationPlaces {
    var places = StationPlaces()
    places.stations = stations.mapValues { Station(first: $0.first, last: $0.first) }
    return places
  }

  /// Moves the times of what was told.
  mutating func shift(byNanoseconds shift: Int64) {
    stations = stations.mapValues { station in
      var station = station
      station.move = station.move.map { ($0.distance, $0.time.advanced(byNanoseconds: shift)) }
      return station
    }
  }
}

extension StationPlaces {
  /// Returns sentences about positions and epochs that are left out, and about moves.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - observed: The number of epochs of each station.
  /// - Returns: The sentences, for standard error.
  func notes(on path: String, observed: [UInt16: Int]) -> [String] {
    let strangers = stations.keys.filter { observed[$0] == nil }.sorted()
    let lost = observed.filter { stations[$0.key] == nil }.sorted { $0.key < $1.key }
    var notes: [String] = []
    if !strangers.isEmpty {
      notes.append(
        "left out the positions of \(Self.names(strangers)); the observations are of "
          + Self.names(observed.keys.sorted()))
    }
    if let offEarth { notes.append(Self.note(offEarth.count, offEarth.first)) }
    notes += lost.map { "left out \($1) epochs of station \($0), whose position no message tells" }
    notes += stations.sorted { $0.key < $1.key }.filter { observed[$0.key] != nil }
      .compactMap { $0.value.note }
    return notes.map { "'\(path)': \($0)" }
  }

  private static func names(_ stations: [UInt16]) -> String {
    (stations.count == 1 ? "station " : "stations ")
      + stations.map { "\($0)" }.joined(separator: ", ")
  }

  private static func note(_ count: Int, _ place: ECEFPosition) -> String {
    let numbers = [place.x, place.y, place.z].map { PlainText.number($0, decimals: 4) }
    return "left out \(count) positions that are not on Earth, at first "
      + "x, y, z = \(numbers.joined(separator: ", ")) m; is the base's position set?"
  }
}
