internal import GNSSBasics
internal import Positioning

/// The reading of files of positions, with remarks on content that is left out.
enum SolutionInput {
  /// Reads a solution.
  ///
  /// - Parameter path: A file in RTKLIB's form, also compressed, or `-` for standard input.
  /// - Returns: The positions, at least one.
  /// - Throws: ``Failure`` for a file that cannot be read or has no position in it.
  static func read(_ path: String) throws -> [PositionRecord] {
    try records(of: try InputStream.bytes(of: path), path)
  }

  /// Returns the positions in a solution's bytes.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - path: The name of the file in remarks and errors.
  /// - Returns: The positions, at least one.
  /// - Throws: ``Failure`` for a file without positions.
  static func records(of bytes: [UInt8], _ path: String) throws(Failure) -> [PositionRecord] {
    let file = PositionFile(reading: bytes.span)
    guard !file.records.isEmpty else { throw empty(path, bytes, file.faults) }
    note(file.faults, path)
    if file.hasGeoidHeights {
      Console.note("'\(path)': heights are above the geoid, and are taken as above the ellipsoid")
    }
    return file.records
  }

  /// Reads the true positions at the times of a solution.
  ///
  /// - Parameters:
  ///   - path: Comma-separated values or a solution, also compressed, or `-` for standard input.
  ///   - reference: A time within half a week of the first position, for files without a week.
  /// - Returns: The positions, at least one.
  /// - Throws: ``Failure`` for a file that cannot be read or has no position in it.
  static func truth(_ path: String, near reference: GPSTime) throws -> TruthTrack {
    let bytes = try InputStream.bytes(of: path)
    if !PositionFile(reading: bytes.span).records.isEmpty {
      return TruthTrack(try records(of: bytes, path))
    }
    let file = TruthFile(reading: bytes.span, near: reference)
    guard !file.track.points.isEmpty else { throw empty(path, bytes, file.faults) }
    note(file.faults, path)
    return file.track
  }

  private static func empty(
    _ path: String, _ bytes: [UInt8], _ faults: PositionFileFaults
  ) -> Failure {
    if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
      return Failure(
        message: "'\(path)' is JSON, which is not read as positions; give gnss solve -o FILE.pos")
    }
    let reason = faults.first.map { "; \($0)" } ?? ""
    return Failure(message: "'\(path)' has no position in it\(reason)")
  }

  private static func note(_ faults: PositionFileFaults, _ path: String) {
    guard let first = faults.first else { return }
    Console.note("'\(path)': left out \(faults.count) unreadable lines; the first is \(first)")
  }
}

/// A truth to compare with: `LAT,LON,H`, or a file of positions.
struct TruthArgument: OptionValue {
  private var place: GeodeticPosition?
  /// The file; empty for a place.
  private(set) var path = ""

  static let candidates = Candidates.files

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    guard numbers.count > 1, !numbers.contains(nil) else {
      path = text
      return
    }
    guard numbers.count == 3 else {
      throw UsageError(
        message: "\(parameter) must be LAT,LON,H in degrees and metres, or a file, not '\(text)'")
    }
    place = try PositionArgument(optionText: text, of: parameter).position
  }

  /// Returns the truth; `reference` is a time near it, for files without a week.
  func truth(near reference: GPSTime) throws -> PositionTruth {
    if let place { return .place(place) }
    return .track(try SolutionInput.truth(path, near: reference))
  }
}

/// An offset in metres: `E,N,U`.
struct OffsetArgument: OptionValue {
  private(set) var east = 0.0
  private(set) var north = 0.0
  private(set) var up = 0.0

  init() {}

  init(optionText text: String, of parameter: String) throws(UsageError) {
    let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map {
      Double($0) ?? .nan
    }
    guard numbers.count == 3, numbers.allSatisfy({ $0.magnitude < 1e6 }) else {
      throw UsageError(message: "\(parameter) must be E,N,U in metres, not '\(text)'")
    }
    (east, north, up) = (numbers[0], numbers[1], numbers[2])
  }
}
