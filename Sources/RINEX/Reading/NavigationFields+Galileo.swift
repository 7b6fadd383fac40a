import RTCMParser

extension NavigationFields {
  /// Whether the record is an F/NAV ephemeris, by the data sources.
  ///
  /// Bits 8 and 9 give the signals of the clock, in which F/NAV and I/NAV differ. Files without these bits
  /// have the signal of the navigation page in bits 0 to 2.
  ///
  /// Source: RINEX 3.04, table A8.
  var isFNAV: Bool {
    let sources = Int(exactly: self[20].rounded()) ?? 0
    return switch sources >> 8 & 3 {
    case 1: true
    case 2: false
    default: sources & 7 == 1 << 1
    }
  }

  func galileoFNAV() throws(RINEXReadingError) -> GalileoFNAVEphemeris {
    var orbit = GalileoFNAVEphemeris(satelliteID: satellite)
    orbit.iodNav = try integer(3, "IODnav")
    orbit.sisaIndex = sisaIndex
    let health = try galileoHealth()
    (orbit.isE5aDataInvalid, orbit.e5aHealth) = (health & 1 << 3 != 0, UInt8(health >> 4 & 3))
    orbit.groupDelayE5a = self[25]
    return try finished(orbit)
  }

  func galileoINAV() throws(RINEXReadingError) -> GalileoINAVEphemeris {
    var orbit = GalileoINAVEphemeris(satelliteID: satellite)
    orbit.iodNav = try integer(3, "IODnav")
    orbit.sisaIndex = sisaIndex
    let health = try galileoHealth()
    (orbit.isE1bDataInvalid, orbit.e1bHealth) = (health & 1 != 0, UInt8(health >> 1 & 3))
    (orbit.isE5bDataInvalid, orbit.e5bHealth) = (health & 1 << 6 != 0, UInt8(health >> 7 & 3))
    (orbit.groupDelayE5a, orbit.groupDelayE5b) = (self[25], self[26])
    return try finished(orbit)
  }

  /// Returns the nine health bits: the data validity and the signal health of each of E1-B, E5a and E5b.
  private func galileoHealth() throws(RINEXReadingError) -> UInt16 {
    try integer(24, "health")
  }

  /// The accuracy index of the record's metres; 255, no accuracy prediction, below 0 and above 6 metres.
  ///
  /// Source: Galileo OS SIS ICD 2.1, table 89.
  private var sisaIndex: UInt8 {
    let metres = self[23]
    return switch metres {
    case 0..<0.495: UInt8((metres * 100).rounded())
    case 0.495..<0.99: 50 + UInt8(((metres - 0.5) * 50).rounded())
    case 0.99..<1.98: 75 + UInt8(((metres - 1) * 25).rounded())
    case 1.98..<6.08: 100 + UInt8(((metres - 2) / 0.16).rounded())
    default: 255
    }
  }
}
