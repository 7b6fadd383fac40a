package import RTCMParser

/// The group delays of a satellite's signals, against the signals that define its clock.
///
/// A user of one signal corrects the clock by its group delay; a user of the pair that defines the clock
/// has no delay left. A pseudorange therefore contains that delay (IS-GPS-200, 20.3.3.3.3.2;
/// Galileo OS SIS ICD 2.1, 5.1.5; BDS-SIS-ICD-B1I-3.0, 5.2.4.10).
package struct GroupDelays: Hashable, Sendable {
  /// The delays by band, seconds; any other band has none.
  private var first = 0.0, second = 0.0, fifth = 0.0, seventh = 0.0

  /// Reads the group delays of an ephemeris message.
  package init(_ message: RTCMMessage) {
    switch message {
    case .gpsEphemeris(let ephemeris): setGPS(ephemeris.groupDelay)
    case .qzssEphemeris(let ephemeris): setGPS(ephemeris.groupDelay)
    case .galileoEphemeris(let ephemeris): setGalileo(ephemeris)
    case .beidouEphemeris(let ephemeris):
      (second, seventh) = (ephemeris.groupDelay1, ephemeris.groupDelay2)
    case .glonassEphemeris(let ephemeris):
      // The clock is free of the ionosphere for a user of both bands, so the delay of L2 is γ times that
      // of L1.
      first = -ephemeris.l2Delay / (Self.ratio(9, 7) - 1)
      second = Self.ratio(9, 7) * first
    default: break
    }
  }

  private mutating func setGPS(_ groupDelay: Double) {
    (first, second) = (groupDelay, GPSConstants.gamma * groupDelay)
    fifth = Self.ratio(154, 115) * groupDelay
  }

  private mutating func setGalileo(_ ephemeris: GalileoEphemeris) {
    let e5a = ephemeris.groupDelayE5a
    first = ephemeris.clockGroupDelay
    // E1 and E5a have a clock of their own, the one that F/NAV has.
    fifth = Self.ratio(1575.42, 1176.45) * e5a - (e5a - first)
    if case .inav(let e5b, _, _) = ephemeris.navigationMessage {
      seventh = Self.ratio(1575.42, 1207.14) * e5b
    }
  }

  /// Returns γ, the squared ratio of two frequencies.
  private static func ratio(_ a: Double, _ b: Double) -> Double { (a / b) * (a / b) }

  /// Returns the group delay of the signals of a RINEX band, seconds.
  package func seconds(ofBand band: UInt8) -> Double {
    switch band {
    case 1: first
    case 2: second
    case 5: fifth
    case 7: seventh
    default: 0
    }
  }
}

extension GalileoEphemeris {
  /// The group delay of the two signals that define the clock, seconds: of E1 against E5a in F/NAV, against
  /// E5b in I/NAV.
  package var clockGroupDelay: Double {
    switch navigationMessage {
    case .fnav: groupDelayE5a
    case .inav(let groupDelayE5b, _, _): groupDelayE5b
    }
  }
}
