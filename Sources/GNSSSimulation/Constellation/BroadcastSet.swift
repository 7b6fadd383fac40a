package import GNSSBasics
package import RTCMParser

/// A satellite's broadcast of its own orbit and clock for a while, which it flies; all receivers under a sky
/// share it.
package final class BroadcastSet: Hashable, Sendable {
  /// The satellite.
  package let satellite: SatelliteID
  /// The messages that tell it; the first is what is flown.
  package let messages: [RTCMMessage]
  /// The orbit and clock that they tell.
  let orbit: SatelliteOrbit
  /// From when to when it is flown.
  let validity: Range<GPSTime>
  /// The frequency channel of a GLONASS satellite.
  let channel: Int?
  /// The delays of the signals' codes against the clock.
  private let delays: GroupDelays

  /// Takes the messages of a satellite; `nil` where the first tells no orbit.
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

  /// Returns the part of a signal's group delay in the pseudorange, metres.
  func groupDelay(ofBand band: UInt8) -> Double {
    delays.seconds(ofBand: band) * WGS84.speedOfLight
  }
}

/// The delays of a satellite's signals against what its clock is told by.
///
/// A user of one signal takes them off the clock, one of the pair that the clock is told by has none left: so that much
/// is on the pseudoranges (IS-GPS-200, 20.3.3.3.3.2; Galileo OS SIS ICD 2.1, 5.1.5; BDS-SIS-ICD-B1I-3.0, 5.2.4.10).
struct GroupDelays: Hashable, Sendable {
  /// By band, seconds; other bands have none.
  private var first = 0.0, second = 0.0, fifth = 0.0, seventh = 0.0

  /// Reads the delays of a message.
  init(_ message: RTCMMessage) {
    switch message {
    case .gpsEphemeris(let ephemeris): setGPS(ephemeris.groupDelay)
    case .qzssEphemeris(let ephemeris): setGPS(ephemeris.groupDelay)
    case .galileoINAVEphemeris(let ephemeris):
      let (e5a, e5b) = (ephemeris.groupDelayE5a, ephemeris.groupDelayE5b)
      first = e5b
      seventh = Self.ratio(1575.42, 1207.14) * e5b
      // The clock of E1 and E5a is another one.
      fifth = Self.ratio(1575.42, 1176.45) * e5a - (e5a - e5b)
    case .galileoFNAVEphemeris(let ephemeris):
      first = ephemeris.groupDelayE5a
      fifth = Self.ratio(1575.42, 1176.45) * ephemeris.groupDelayE5a
    case .beidouEphemeris(let ephemeris):
      (second, seventh) = (ephemeris.groupDelay1, ephemeris.groupDelay2)
    case .glonassEphemeris(let ephemeris):
      // A user of both has an ionosphere-free clock, so L1 is as far from it as γ times less L2.
      first = -ephemeris.l2Delay / (Self.ratio(9, 7) - 1)
      second = Self.ratio(9, 7) * first
    default: break
    }
  }

  private mutating func setGPS(_ groupDelay: Double) {
    (first, second) = (groupDelay, GPSConstants.gamma * groupDelay)
    fifth = Self.ratio(154, 115) * groupDelay
  }

  /// γ, the squared ratio of two frequencies.
  private static func ratio(_ a: Double, _ b: Double) -> Double { (a / b) * (a / b) }

  /// The delay of the signals of a RINEX band, seconds.
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
