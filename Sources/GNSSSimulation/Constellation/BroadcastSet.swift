package import GNSSBasics
package import RTCMParser

/// A satellite's broadcast of its orbit and clock, which the satellite follows for a while.
///
/// All receivers under a sky share the same broadcast set.
package final class BroadcastSet: Hashable, Sendable {
  /// The satellite that broadcasts the set.
  package let satellite: SatelliteID
  /// The messages with the broadcast; the satellite follows the first one.
  package let messages: [RTCMMessage]
  /// The orbit and clock in the first message.
  let orbit: SatelliteOrbit
  /// The time in which the satellite follows this broadcast.
  let validity: Range<GPSTime>
  /// The frequency channel of a GLONASS satellite; `nil` for any other.
  let channel: Int?
  /// The group delays of the signals' codes against the clock.
  private let delays: GroupDelays

  /// Creates the set of a satellite's messages; `nil` where the first message has no orbit.
  init?(_ satellite: SatelliteID, _ messages: [RTCMMessage], flown validity: Range<GPSTime>) {
    let middle = validity.lowerBound.advanced(
      byNanoseconds: (validity.upperBound.nanoseconds - validity.lowerBound.nanoseconds) / 2)
    guard let first = messages.first, let orbit = SatelliteOrbit(first, near: middle) else {
      return nil
    }
    self.satellite = satellite
    self.messages = messages
    self.orbit = orbit
    self.validity = validity
    delays = GroupDelays(first)
    if case .glonassEphemeris(let ephemeris) = first {
      channel = ephemeris.frequencyChannel
    } else {
      channel = nil
    }
  }

  package static func == (a: BroadcastSet, b: BroadcastSet) -> Bool {
    a === b || a.validity == b.validity && a.messages == b.messages
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(satellite)
    hasher.combine(validity)
  }

  /// Returns the group delay that is left in the pseudorange of a band's signals, metres.
  func groupDelay(ofBand band: UInt8) -> Double {
    delays.seconds(ofBand: band) * WGS84.speedOfLight
  }
}

/// The group delays of a satellite's signals, against the signals that define its clock.
///
/// A user of one signal corrects the clock by its group delay; a user of the pair that defines the clock
/// has no delay left. The pseudoranges here therefore contain that delay (IS-GPS-200, 20.3.3.3.3.2;
/// Galileo OS SIS ICD 2.1, 5.1.5; BDS-SIS-ICD-B1I-3.0, 5.2.4.10).
struct GroupDelays: Hashable, Sendable {
  /// The delays by band, seconds; any other band has none.
  private var first = 0.0, second = 0.0, fifth = 0.0, seventh = 0.0

  /// Reads the group delays of an ephemeris message.
  init(_ message: RTCMMessage) {
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
  func seconds(ofBand band: UInt8) -> Double {
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
  var clockGroupDelay: Double {
    switch navigationMessage {
    case .fnav: groupDelayE5a
    case .inav(let groupDelayE5b, _, _): groupDelayE5b
    }
  }
}
