internal import RINEX
internal import RTCMParser

/// The ephemerides of a navigation file, by system and satellite.
struct NavigationSummary {
  /// The number of ephemerides of each satellite.
  private(set) var satellites: [Constellation: [Int: Int]] = [:]

  init(of file: RINEXNavigation) {
    for case let satellite? in file.ephemerides.map(\.ephemerisSatellite) {
      satellites[satellite.constellation, default: [:]][satellite.number, default: 0] += 1
    }
  }
}
