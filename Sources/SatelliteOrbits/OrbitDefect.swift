internal import GNSSBasics
package import RTCMParser

/// The defect of a broadcast that no simulated satellite can follow.
package enum OrbitDefect: Hashable, Sendable {
  /// A satellite that declares itself unusable.
  case unhealthy
  /// A √A outside that of navigation satellites, √m.
  case size(squareRootOfSemiMajorAxis: Double)
  /// An orbit that is too eccentric for a navigation satellite.
  case shape(eccentricity: Double)
  /// A GLONASS satellite at an impossible distance from the Earth's centre, m.
  case radius(Double)

  /// Finds the defect of a message; `nil` for none.
  package init?(in message: RTCMMessage) {
    let defect: OrbitDefect? =
      switch message {
      case .gpsEphemeris(let orbit): Self.defect(of: orbit, isHealthy: orbit.health == 0)
      case .qzssEphemeris(let orbit): Self.defect(of: orbit, isHealthy: orbit.health & 0x20 == 0)
      case .galileoEphemeris(let orbit): Self.defect(of: orbit, isHealthy: orbit.isHealthy)
      case .beidouEphemeris(let orbit): Self.defect(of: orbit, isHealthy: !orbit.isUnhealthy)
      case .glonassEphemeris(let orbit): Self.defect(of: orbit)
      default: nil
      }
    guard let defect else { return nil }
    self = defect
  }

  private static func defect(
    of orbit: some KeplerianEphemeris, isHealthy: Bool
  ) -> OrbitDefect? {
    if !isHealthy { return .unhealthy }
    let rootA = orbit.squareRootOfSemiMajorAxis
    // A semi-major axis of 21,000 km to 49,000 km.
    guard (4583...7000).contains(rootA) else { return .size(squareRootOfSemiMajorAxis: rootA) }
    // Two Galileo satellites are on wrong orbits with an eccentricity of 0.16.
    return orbit.eccentricity < 0.2 ? nil : .shape(eccentricity: orbit.eccentricity)
  }

  private static func defect(of orbit: GLONASSEphemeris) -> OrbitDefect? {
    // Either flag makes the satellite unusable (GLONASS ICD 5.1, 4.4: Bn and ln).
    if orbit.isUnhealthy || orbit.isUnhealthyInThirdString { return .unhealthy }
    let place = SIMD3(orbit.positionX, orbit.positionY, orbit.positionZ) * 1000
    return (25.2e6...25.8e6).contains(place.length) ? nil : .radius(place.length)
  }
}

extension GalileoEphemeris {
  /// Whether the signal that carries the navigation message, E5a or E1-B, is healthy and its data are valid.
  fileprivate var isHealthy: Bool {
    switch navigationMessage {
    case .fnav(let health), .inav(_, _, let health): health == SignalHealth()
    }
  }
}

extension OrbitDefect: CustomStringConvertible {
  /// The defect in words.
  package var description: String {
    switch self {
    case .unhealthy: "it says that it is not to be used"
    case .size(let rootA): "the root of its semi-major axis is \(rootA) √m, not 4583 to 7000"
    case .shape(let eccentricity): "its eccentricity is \(eccentricity), not below 0.2"
    case .radius(let radius):
      "it is \(Int(radius / 1000)) km from the Earth's centre, not 25,200 to 25,800"
    }
  }
}
