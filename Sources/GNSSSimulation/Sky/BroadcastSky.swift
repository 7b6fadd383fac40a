package import GNSSBasics
package import RTCMParser

/// The directions of satellites in the sky, by the ephemerides of a stream.
package struct BroadcastSky: Sendable {
  /// By satellite and by the instant for which each holds.
  private var orbits: [SatelliteID: [GPSTime: SatelliteOrbit]] = [:]

  /// Creates the sky of no ephemeris.
  package init() {}

  /// Whether no message has told an orbit.
  package var isEmpty: Bool { orbits.isEmpty }

  /// Takes the next message of a stream; those that tell no orbit, and absurd ones, are passed over.
  ///
  /// - Parameters:
  ///   - message: Any message.
  ///   - reference: About when it came.
  package mutating func add(_ message: RTCMMessage, near reference: GPSTime) {
    guard let satellite = message.orbitingSatellite, message.tellsOrbit,
      let orbit = SatelliteOrbit(message, near: reference)
    else { return }
    orbits[satellite, default: [:]][orbit.referenceTime] = orbit
  }

  /// Returns the direction of a satellite, seen from a place at an instant.
  ///
  /// - Returns: `nil` without an ephemeris for within four hours, or one for GLONASS, and where it is absurd.
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
  /// Whether its orbit is one; a satellite that says it is not to be used has one all the same.
  fileprivate var tellsOrbit: Bool {
    guard let defect = OrbitDefect(in: self) else { return true }
    return defect == .unhealthy
  }
}
