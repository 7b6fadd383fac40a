/// The satellite systems, in the order in which RTCM 3 numbers their multiple signal messages.
public enum Constellation: UInt8, Hashable, Sendable, CaseIterable {
  case gps, glonass, galileo, sbas, qzss, beidou, navic

  /// The system's letter in RINEX, such as `G`.
  public var rinexLetter: Character {
    switch self {
    case .gps: "G"
    case .glonass: "R"
    case .galileo: "E"
    case .sbas: "S"
    case .qzss: "J"
    case .beidou: "C"
    case .navic: "I"
    }
  }

  /// Creates the system of a RINEX letter; the result is `nil` for another character.
  package init?(rinexLetter letter: Character) {
    guard let system = Self.allCases.first(where: { $0.rinexLetter == letter }) else { return nil }
    self = system
  }

  /// The system's common name.
  package var name: String {
    switch self {
    case .gps: "GPS"
    case .glonass: "GLONASS"
    case .galileo: "Galileo"
    case .sbas: "SBAS"
    case .qzss: "QZSS"
    case .beidou: "BeiDou"
    case .navic: "NavIC"
    }
  }
}
