internal import GNSSBasics
internal import RTCMParser

/// The order in which bands and codes are preferred.
enum SignalPreference {
  /// The channels of a band from the best one down; the open civil signals first, then P(Y) by whatever means.
  private static let channels = Array("CPWYMNDSLXIQABZ".utf8)

  /// Returns the rank of a code, 0 for the best; codes that are not known come last.
  static func rank(of code: RINEXSignalCode?) -> Int {
    code.flatMap { channels.firstIndex(of: $0.attribute) } ?? channels.count
  }

  /// Returns the bands of a system from the first frequency on, each of which has a frequency of its own.
  static func bands(of system: Constellation) -> [UInt8] {
    switch system {
    case .gps, .qzss: [1, 2, 5]
    case .glonass: [1, 2, 3]
    case .galileo: [1, 7, 5, 8, 6]
    case .beidou: [2, 7, 6, 5, 1, 8]
    case .sbas: [1, 5]
    case .navic: [5, 9]
    }
  }
}
