internal import GNSSBasics

extension ObservationType {
  /// The band of a type in version 2; `nil` for a type without one.
  ///
  /// Bands of version 2.12 are letters where they name a signal: A is C/A on L1, B L1C, C L2C, D C/A on L2 of
  /// GLONASS.
  var version2Band: UInt8? {
    switch rest.first {
    case let digit? where rest.count == 1 && (0x31...0x39).contains(digit): digit - 0x30
    case UInt8(ascii: "A"), UInt8(ascii: "B"): 1
    case UInt8(ascii: "C"), UInt8(ascii: "D"): 2
    default: nil
    }
  }

  /// Returns the signal that a type of version 2 names by itself; `nil` where the type names a band only, as
  /// phases do before version 2.12.
  ///
  /// Version 2 does not tell by which channels a signal was tracked, or how a P code was: the code is the one
  /// for all channels together (X), and W for GPS's P.
  ///
  /// Source: RINEX 2.11, table A1 and §10.1.1; RINEX 2.12's draft, as RTKLIB 2.4.3 reads and writes both.
  func version2Code(of constellation: Constellation) -> RINEXSignalCode? {
    guard let band = version2Band, let mark = rest.first else { return nil }
    switch mark {
    case UInt8(ascii: "A"), UInt8(ascii: "D"): return RINEXSignalCode(band: band, attribute: .c)
    case UInt8(ascii: "B"), UInt8(ascii: "C"): return RINEXSignalCode(band: band, attribute: .x)
    default: break
    }
    switch letter {
    case UInt8(ascii: "P"): return Self.precise(band, of: constellation)
    case UInt8(ascii: "C"): return Self.coarse(band, of: constellation)
    default: return nil
    }
  }

  /// Returns the signal of a band that has phases when the band has no pseudorange.
  func version2DefaultCode(of constellation: Constellation) -> RINEXSignalCode? {
    guard let band = version2Band else { return nil }
    let codes = [Self.coarse(band, of: constellation), Self.precise(band, of: constellation)]
    return codes.compactMap { $0 }.min {
      $0.version2Rank(of: constellation) < $1.version2Rank(of: constellation)
    }
  }

  private static func precise(_ band: UInt8, of constellation: Constellation) -> RINEXSignalCode? {
    guard band <= 2 else { return nil }
    return switch constellation {
    case .gps: RINEXSignalCode(band: band, attribute: UInt8(ascii: "W"))
    case .glonass: RINEXSignalCode(band: band, attribute: UInt8(ascii: "P"))
    default: nil
    }
  }

  private static func coarse(_ band: UInt8, of constellation: Constellation) -> RINEXSignalCode? {
    switch (constellation, band) {
    case (.gps, 1), (.sbas, 1), (.qzss, 1), (.glonass, 1...2):
      RINEXSignalCode(band: band, attribute: .c)
    case (.gps, 2), (.gps, 5), (.sbas, 5), (.qzss, 2), (.qzss, 5...6), (.glonass, 3),
      (.galileo, 1), (.galileo, 5...8):
      RINEXSignalCode(band: band, attribute: .x)
    case (.beidou, 1...2): RINEXSignalCode(band: 2, attribute: UInt8(ascii: "I"))
    case (.beidou, 6...7): RINEXSignalCode(band: band, attribute: UInt8(ascii: "I"))
    case (.navic, 5), (.navic, 9): RINEXSignalCode(band: band, attribute: UInt8(ascii: "A"))
    default: nil
    }
  }
}

extension RINEXSignalCode {
  /// Returns the signal's rank in its band: the lowest rank that has a pseudorange has the band's phase.
  func version2Rank(of constellation: Constellation) -> Int {
    version2(of: constellation)?.rank ?? 0
  }
}

extension UInt8 {
  fileprivate static var c: UInt8 { UInt8(ascii: "C") }
  fileprivate static var x: UInt8 { UInt8(ascii: "X") }
}
