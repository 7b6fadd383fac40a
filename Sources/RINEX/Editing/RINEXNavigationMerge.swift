internal import GNSSBasics
public import RTCMStreams

/// The ephemerides of several navigation files, merged by their times and without doubles.
///
/// ```swift
/// var merge = RINEXNavigationMerge(version: .v4_00)
/// for file in files { merge.add(file) { _ in true } }
/// let text = merge.text()
/// ```
public struct RINEXNavigationMerge: Sendable {
  private let version: RINEXFormat
  private let header: RINEXHeader
  private var ephemerides: [(time: GPSTime, message: RTCMMessage)] = []

  /// Creates a merge without ephemerides.
  ///
  /// - Parameters:
  ///   - version: The version of the file that is made.
  ///   - header: The content of its header.
  public init(version: RINEXFormat = .v3_04, header: RINEXHeader = RINEXHeader()) {
    (self.version, self.header) = (version, header)
  }

  /// Adds the ephemerides of a file that a condition keeps.
  public mutating func add(_ file: RINEXNavigation, where isKept: (RTCMMessage) -> Bool) {
    for (time, message) in zip(file.times, file.ephemerides) where isKept(message) {
      ephemerides.append((time, message))
    }
  }

  /// The files' text, and the numbers of ephemerides in it and of those that were there already.
  ///
  /// Version 2 has a file for GPS, and others for GLONASS and SBAS.
  public func text() -> (
    text: RINEXConversion.Text, records: Int, doubles: Int, omissions: [Omission]
  ) {
    // Sorting is stable, so that of equal times the first file's come first.
    let sorted = ephemerides.enumerated().sorted {
      ($0.element.time.nanoseconds, $0.offset) < ($1.element.time.nanoseconds, $1.offset)
    }.map(\.element)
    var text = RINEXConversion.Text()
    guard let first = sorted.first else { return (text, 0, 0, []) }
    var files = NavigationFiles(near: first.time, version: version, header: header)
    files.appendHeader(to: &text)
    for (time, message) in sorted {
      files.follow(time)
      files.append(message, to: &text)
    }
    let omissions = files.omissions
    let left = omissions.reduce(0) { $0 + $1.count }
    return (text, files.records, sorted.count - files.records - left, omissions)
  }
}
