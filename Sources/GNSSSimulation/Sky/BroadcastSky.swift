package import GNSSBasics
package import RTCMParser
internal import SatelliteOrbits

/// The directions of satellites in the sky, from the ephemerides of a stream.
package struct BroadcastSky: Sendable {
  /// The orbits by satellite and reference time.
  private var orbits: [SatelliteID: [GPSTime: SatelliteOrbit]] = [:]

  /// Creates a sky without ephemerides.
  package init() {}

  /// Whether no message with an orbit was added.
  package var isEmpty: Bool { orbits.isEmpty }

  /// Adds the next message of a stream; messages without a plausible orbit are ignored.
  ///
  /// - Parameters:
  ///   - message: Any message.
  ///   - reference: The approximate time at which the message was received.
  package mutating func add(_ message: RTCMMessage, near reference: GPSTime) {
    guard let satellite = message.orbitingSatellite, message.tellsOrbit,
      let orbit = SatelliteOrbit(message, near: reference)
    else { return }
    orbits[satellite, default: [:]][orbit.referenceTime] = orbit
  }

  /// Returns the direction of a satellite, seen from a place at an instant.
  ///
  /// - Returns: The direction; `nil` without an ephemeris within four hours (GLONASS: one hour), and
  ///   where the result is not finite.
  package func direction(
    of satellite: SatelliteID, at time: GPSTime, from place: GeodeticPosition
  ) -> SkyDirection? {
    let reach = satellite.constellation == .glonass ? 3600.0 : 14_400
    func age(_ orbit: SatelliteOrbit) -> Double {
      time.seconds(since: orbit.referenceTime).magnitude
    }
    guard let orbit = orbits[satellite]?.values.min(by: { age($0) < age($1) }), age(orbit) <= reach
    else { return nil }
    let antenna = Antenna(place)
    let sight = LineOfSight(from: orbit, to: antenna, receivedAt: time)
    let direction = SkyDirection(sight, from: antenna)
    return direction.azimuth.isFinite && direction.elevation.isFinite ? direction : nil
  }
}

extension RTCMMessage {
  /// Whether the message has a plausible orbit; the orbit of an unhealthy satellite is plausible too.
  fileprivate var tellsOrbit: Bool {
    guard let defect = OrbitDefect(in: self) else { return true }
    return defect == .unhealthy
  }
}
