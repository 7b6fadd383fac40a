package import GNSSBasics
package import RTCMParser
internal import SatelliteOrbits

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
