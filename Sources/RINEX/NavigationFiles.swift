internal import GNSSBasics
import RTCMStreams

/// The navigation files of a stream: one file, or in version 2 one for each system that version 2 covers.
struct NavigationFiles: Sendable {
  private var all: RINEXNavigationWriter
  private var systems: [(system: Constellation, writer: RINEXNavigationWriter)] = []

  init(near reference: GPSTime, version: RINEXFormat, header: RINEXHeader) {
    all = RINEXNavigationWriter(near: reference, version: version, header: header)
    guard version == .v2_11 else { return }
    systems = Constellation.allCases.filter { $0 != .gps }.map { system in
      (
        system,
        RINEXNavigationWriter(near: reference, version: version, of: system, header: header)
      )
    }
  }

  /// The number of ephemerides written.
  var records: Int {
    systems.filter { Self.hasFile($0.system) }.reduce(all.records) { $0 + $1.writer.records }
  }

  /// The systems whose ephemerides have no file, with the number of ephemerides left out.
  var omissions: [Omission] {
    systems.filter { !Self.hasFile($0.system) && $0.writer.records > 0 }.map {
      Omission(.ephemerides($0.system), .notInVersion, count: $0.writer.records)
    }
  }

  /// Appends the header of the navigation file that every stream has.
  func appendHeader(to text: inout RINEXConversion.Text) { all.appendHeader(to: &text.navigation) }

  /// Appends an ephemeris to its file; a further file's header comes before the file's first ephemeris.
  mutating func append(_ message: RTCMMessage, to text: inout RINEXConversion.Text) {
    all.append(message, to: &text.navigation)
    for index in systems.indices {
      var record: [UInt8] = []
      systems[index].writer.append(message, to: &record)
      if record.isEmpty { continue }
      var file: [UInt8] = []
      if systems[index].writer.records == 1 { systems[index].writer.appendHeader(to: &file) }
      switch systems[index].system {
      case .glonass: text.glonassNavigation += file + record
      case .sbas: text.sbasNavigation += file + record
      default: break
      }
    }
  }

  /// Sets the current time from observations that came in no RTCM message.
  mutating func follow(_ time: GPSTime) {
    all.follow(time)
    for index in systems.indices { systems[index].writer.follow(time) }
  }

  /// Whether version 2 has a navigation file for a system other than GPS.
  ///
  /// Source: RINEX 2.11, tables A10 and A15.
  private static func hasFile(_ system: Constellation) -> Bool {
    system == .glonass || system == .sbas
  }
}
