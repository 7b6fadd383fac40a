internal import GNSSBasics

/// The true positions of a rover, as `capture synth` writes them: second of the GPS week, latitude,
/// longitude, height.
struct TruthFile {
  /// A position at an epoch.
  struct Place {
    /// The milliseconds since the start of the GPS week.
    var milliseconds: Int
    var position: GeodeticPosition
  }

  /// The positions, in the order of the file.
  private(set) var places: [Place] = []
  private var index: [Int: Int] = [:]

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` with the first invalid line, or for a file without positions.
  init(_ path: String) throws {
    let text = String(decoding: try InputStream.bytes(of: path), as: UTF8.self)
    for (number, line) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() where !line.isEmpty {
      let numbers = line.split(separator: ",", omittingEmptySubsequences: false).map {
        Double($0) ?? .nan
      }
      guard numbers.count == 4, (0..<604_800).contains(numbers[0]),
        let position = GeodeticPosition(numbers[1...])
      else {
        throw Failure(
          message:
            "'\(path)', line \(number + 1): no second of the week, latitude, longitude and height"
        )
      }
      let milliseconds = Int((numbers[0] * 1000).rounded())
      index[milliseconds] = places.count
      places.append(Place(milliseconds: milliseconds, position: position))
    }
    if places.isEmpty { throw Failure(message: "'\(path)' has no place in it") }
  }

  /// Returns the rover's position at an epoch; `nil` when the file has none.
  func position(atMillisecondsOfWeek milliseconds: Int) -> GeodeticPosition? {
    index[milliseconds].map { places[$0].position }
  }
}

extension GeodeticPosition {
  /// Creates a position from latitude, longitude and height; `nil` for values out of range.
  init?(_ numbers: ArraySlice<Double>) {
    let numbers = Array(numbers.prefix(3))
    guard numbers.count == 3, numbers[0].magnitude <= 90, numbers[1].magnitude <= 360,
      numbers[2].magnitude < 1e7
    else { return nil }
    self.init(latitude: numbers[0], longitude: numbers[1], height: numbers[2])
  }
}
