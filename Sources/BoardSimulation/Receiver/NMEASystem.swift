internal import GNSSBasics

/// A satellite system in NMEA 4.11, under a ZED-F9P's names.
///
/// Source: u-blox F9 HPG interface description, "GNSS, satellite and signal numbering".
struct NMEASystem: Sendable {
  let constellation: Constellation
  /// The talker and formatter of the system's GSV sentence.
  let gsv: StaticString
  /// The NMEA system ID, the last field of GSA.
  let identifier: StaticString
  /// The signals that the receiver tracks, with their NMEA signal IDs.
  let signals: [(code: RINEXSignalCode, identifier: StaticString)]
  /// The satellite number in sentences minus the number in RINEX.
  private let shift: Int

  private init(
    _ constellation: Constellation, _ gsv: StaticString, _ identifier: StaticString,
    _ signals: [(String, StaticString)], shift: Int = 0
  ) {
    self.constellation = constellation
    self.gsv = gsv
    self.identifier = identifier
    self.signals = signals.compactMap { code, identifier in
      RINEXSignalCode(code).map { ($0, identifier) }
    }
    self.shift = shift
  }

  /// Returns a satellite's NMEA number.
  func number(of satellite: SatelliteID) -> Int { satellite.number + shift }

  /// All systems, in the order of their sentences.
  static let all = [
    NMEASystem(.gps, "GPGSV", "1", [("1C", "1"), ("2L", "6")]),
    NMEASystem(.glonass, "GLGSV", "2", [("1C", "1"), ("2C", "3")], shift: 64),
    NMEASystem(.galileo, "GAGSV", "3", [("1C", "7"), ("7Q", "2")]),
    NMEASystem(.beidou, "GBGSV", "4", [("2I", "1"), ("7I", "B")]),
    NMEASystem(.qzss, "GQGSV", "5", [("1C", "1"), ("2L", "6")]),
  ]
}
