internal import GNSSBasics

/// The positions of a rover, as `capture synth` writes them: second of the GPS week, latitude, longitude,
/// height.
struct TruthFile {
  /// A place at an epoch.
  struct Place {
    /// Since the GPS week began.
    var milliseconds: Int
    var position: GeodeticPosition
  }

  /// In the order of the file.
  private(set) var places: [Place] = []
  private var index: [Int: Int] = [:]

  /// Reads a file.
  ///
  /// - Throws: ``Failure`` that names the line that is none, or says that there is none.
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

  /// Returns the rover's position at an epoch; `nil` where the file has none.
  func position(atMillisecondsOfWeek milliseconds: Int) -> GeodeticPosition? {
    index[milliseconds].map { places[$0].position }
  }
}

extension GeodeticPosition {
  /// Latitude, longitude and height as text had them; `nil` for what is no place.
  init?(_ numbers: ArraySlice<Double>) {
    let numbers = Array(numbers.prefix(3))
    guard numbers.count == 3, numbers[0].magnitude <= 90, numbers[1].magnitude <= 360,
      numbers[2].magnitude < 1e7
    else { return nil }
    self.init(latitude: numbers[0], longitude: numbers[1], height: numbers[2])
  }
}
