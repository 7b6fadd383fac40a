import RTCMParser

extension NavigationFields {
  /// Whether the record is an F/NAV ephemeris, by the data sources.
  ///
  /// Bits 8 and 9 give the signals of the clock, in which F/NAV and I/NAV differ. Files without these bits
  /// have the signal of the navigation page in bits 0 to 2.
  ///
  /// Source: RINEX 3.04, table A8.
  private var isFNAV: Bool {
    let sources = Int(exactly: self[20].rounded()) ?? 0
    return switch sources >> 8 & 3 {
    case 1: true
    case 2: false
    default: sources & 7 == 1 << 1
    }
  }

  func galileo() throws(RINEXReadingError) -> GalileoEphemeris {
    let issue: UInt16 = try integer(3, "IODnav")
    // Three bits for each of E1-B, E5a and E5b.
    let health: UInt16 = try integer(24, "health")
    let message: GalileoEphemeris.NavigationMessage =
      isFNAV
      ? .fnav(e5a: .init(rinexBits: health >> 3))
      : .inav(
        groupDelayE5b: self[26], e5b: .init(rinexBits: health >> 6),
        e1b: .init(rinexBits: health))
    var orbit = GalileoEphemeris(message, satelliteID: satellite)
    orbit.iodNav = issue
    orbit.sisaIndex = sisaIndex
    orbit.groupDelayE5a = self[25]
    return try finished(orbit)
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

extension GalileoEphemeris.SignalHealth {
  /// Creates a signal's health from the lowest three bits: the validity of the data in bit 0, the status above.
  fileprivate init(rinexBits bits: UInt16) {
    self.init(status: UInt8(bits >> 1 & 3), isDataInvalid: bits & 1 != 0)
  }
}
