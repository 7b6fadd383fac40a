internal import GNSSBasics
internal import Mathematics

/// The satellites above a receiver's horizon, from circular orbits that stand in for the real ones.
///
/// Two constellations of 24 satellites each, in the planes and at the heights of GPS and Galileo,
/// give counts and directions that change as they do outside. Their numbers are not those of the
/// satellites really overhead, and nothing is computed from their signals.
struct SatelliteSky: Hashable, Sendable {
  /// One satellite above the horizon.
  struct Satellite: Hashable, Sendable {
    var constellation: Constellation
    /// Number within the constellation, from 1.
    var number: Int
    /// Degrees above the horizon.
    var elevation: Double
    /// Degrees from north, `0..<360`.
    var azimuth: Double

    /// By how much its signal is weaker than under an open, quiet sky, dB.
    var loss = 0.0

    /// Whether it is high enough, and its signal strong enough, to be used in a position.
    var isUsable: Bool { elevation >= 10 && carrierToNoise >= 27 }
    /// Carrier-to-noise density, dB-Hz: 33 at the horizon, 50 overhead.
    var carrierToNoise: Int { Int(33 + 17 * Math.sine(elevation.degreesInRadians) - loss) }
  }

  /// Which system a satellite belongs to.
  enum Constellation: CaseIterable, Hashable, Sendable {
    case gps, galileo
  }

  /// Satellites at least 5° above the horizon, by constellation and number.
  var satellites: [Satellite] = []

  /// Satellites high enough to be used.
  var usableCount: Int { satellites.count { $0.isUsable } }

  /// An empty sky, as before anything was found.
  init() {}

  /// The sky over a place at a time in seconds of GPS time.
  init(over place: GeodeticPosition, at seconds: Double) {
    for constellation in Constellation.allCases {
      for index in 0..<Orbits.satellites {
        let position = constellation.orbits.position(of: index, at: seconds)
        let seen = place.direction(to: position)
        guard seen.elevation >= 5 else { continue }
        satellites.append(
          Satellite(
            constellation: constellation, number: index + 1, elevation: seen.elevation,
            azimuth: seen.azimuth))
      }
    }
  }

  /// The same sky through a jammer: signals are weaker by 18 dB, so that only the highest are used.
  var jammed: SatelliteSky {
    var sky = self
    for index in sky.satellites.indices { sky.satellites[index].loss = 18 }
    return sky
  }

  /// What of the same sky is seen above a mask.
  func hidden(behind mask: SkyMask) -> SatelliteSky {
    var sky = self
    sky.satellites.removeAll { $0.elevation < mask.elevation(at: $0.azimuth) }
    return sky
  }

  /// Satellites of one constellation.
  func satellites(of constellation: Constellation) -> [Satellite] {
    satellites.filter { $0.constellation == constellation }
  }
}

extension SatelliteSky {
  /// Dilutions of precision, by a rule of thumb in the number of satellites used.
  struct Dilution: Hashable, Sendable {
    var position: Double, horizontal: Double, vertical: Double

    init(satellites: Int) {
      guard satellites >= 4 else {
        (position, horizontal, vertical) = (99.99, 99.99, 99.99)
        return
      }
      position = 5.6 / Double(satellites).squareRoot()
      horizontal = 0.55 * position
      vertical = 0.83 * position
    }
  }
}

/// Circular orbits, evenly spread over planes and along each plane.
private struct Orbits {
  var radius: Double
  var inclination: Double
  var planes: Int
  /// Along-track step from a plane to the next, in units of a whole circle over all satellites.
  var phasing: Int
  /// Right ascension of the first plane at the start of GPS time, radians.
  var firstNode: Double

  static let satellites = 24
  private static let gravitation = 3.986_005e14  // m³/s², IS-GPS-200 table 20-IV

  /// Where a satellite is in the Earth-fixed frame.
  func position(of index: Int, at seconds: Double) -> ECEFPosition {
    let perPlane = Self.satellites / planes
    let (plane, slot) = (index / perPlane, index % perPlane)
    let rate = (Self.gravitation / (radius * radius * radius)).squareRoot()
    let start =
      Double(slot) / Double(perPlane) + Double(plane * phasing) / Double(Self.satellites)
    let along = 2 * .pi * start + rate * seconds
    let node =
      firstNode + 2 * .pi * Double(plane) / Double(planes) - WGS84.rotationRate * seconds
    let (sine, cosine) = (Math.sine(along), Math.cosine(along))
    let across = sine * Math.cosine(inclination)
    return ECEFPosition(
      x: radius * (Math.cosine(node) * cosine - Math.sine(node) * across),
      y: radius * (Math.sine(node) * cosine + Math.cosine(node) * across),
      z: radius * sine * Math.sine(inclination))
  }
}

extension SatelliteSky.Constellation {
  /// Nominal radii and inclinations: GPS 26,560 km and 55°, Galileo 29,600 km and 56°.
  fileprivate var orbits: Orbits {
    switch self {
    case .gps:
      Orbits(
        radius: 26_560_000, inclination: 55.0.degreesInRadians, planes: 6, phasing: 2, firstNode: 0)
    case .galileo:
      Orbits(
        radius: 29_600_000, inclination: 56.0.degreesInRadians, planes: 3, phasing: 1,
        firstNode: 0.4)
    }
  }
}

extension GeodeticPosition {
  /// Elevation and azimuth of a distant point, degrees.
  fileprivate func direction(to point: ECEFPosition) -> (elevation: Double, azimuth: Double) {
    let here = ECEFPosition(self)
    let (dx, dy, dz) = (point.x - here.x, point.y - here.y, point.z - here.z)
    let (latitude, longitude) = (latitude.degreesInRadians, longitude.degreesInRadians)
    let (sinLat, cosLat) = (Math.sine(latitude), Math.cosine(latitude))
    let (sinLon, cosLon) = (Math.sine(longitude), Math.cosine(longitude))
    let outwards = cosLon * dx + sinLon * dy
    let east = -sinLon * dx + cosLon * dy
    let north = -sinLat * outwards + cosLat * dz
    let up = cosLat * outwards + sinLat * dz
    let level = (east * east + north * north).squareRoot()
    let azimuth = Math.arcTangent(y: east, x: north).radiansInDegrees
    return (
      elevation: Math.arcTangent(y: up, x: level).radiansInDegrees,
      azimuth: azimuth < 0 ? azimuth + 360 : azimuth
    )
  }
}
