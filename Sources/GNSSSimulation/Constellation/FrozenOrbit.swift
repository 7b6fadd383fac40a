internal import Mathematics
internal import SatelliteOrbits

/// A nearly circular orbit in the field of a flattened Earth, the same in every revolution.
///
/// Turned about the Earth's axis and moved in time, it is the orbit of each GLONASS satellite here. The
/// orbit solves the equations that receivers integrate, and is known for any date without integration up
/// to that date.
struct FrozenOrbit: Hashable, Sendable {
  /// The time from one northward crossing of the equator to the next, seconds.
  let period: Double
  /// The longitude of a northward crossing minus that of the previous one, radians.
  let shift: Double
  /// The motions at whole minutes after a crossing at longitude 0.
  private let nodes: [Motion]

  /// Creates the orbit through a crossing of the equator, with a radius in metres and an
  /// inclination in radians.
  ///
  /// By symmetry, the orbit repeats when half a revolution ends as it began, without vertical motion. The
  /// initialiser searches the speed for that, from the speed of a circle on.
  init(radius: Double, inclination: Double) {
    func halfTurn(_ speed: Double) -> Crossing {
      Self.nextCrossing(after: Self.start(radius, speed, inclination))
    }
    var speeds = (Motion.gravitationalParameter / radius).squareRoot() * SIMD2(1, 1.0001)
    var climbs = SIMD2(halfTurn(speeds.x).climb, halfTurn(speeds.y).climb)
    for _ in 0..<8 where climbs.x != climbs.y {
      let next = speeds.y - climbs.y * (speeds.y - speeds.x) / (climbs.y - climbs.x)
      (speeds, climbs) = (SIMD2(speeds.y, next), SIMD2(climbs.y, halfTurn(next).climb))
    }
    let start = Self.start(radius, speeds.y, inclination)
    let half = Self.nextCrossing(after: start)
    let whole = Self.nextCrossing(after: half.motion)
    period = half.time + whole.time
    shift = Math.arcTangent(y: whole.motion.position.y, x: whole.motion.position.x)
    var nodes = [start]
    while Double(nodes.count) * Self.step < period {
      nodes.append(nodes[nodes.count - 1].after(Self.step))
    }
    self.nodes = nodes
  }

  /// Returns a satellite's motion, given the seconds since it crossed the equator at a longitude in radians.
  func motion(after seconds: Double, crossingAt longitude: Double) -> Motion {
    let turns = (seconds / period).rounded(.down)
    let elapsed = seconds - turns * period
    let node = min(max(Int(elapsed / Self.step), 0), nodes.count - 1)
    let motion = nodes[node].after(elapsed - Double(node) * Self.step)
    let angle = (longitude + turns * shift).remainder(dividingBy: 2 * .pi)
    let (sine, cosine) = (Math.sine(angle), Math.cosine(angle))
    func turned(_ vector: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(cosine * vector.x - sine * vector.y, sine * vector.x + cosine * vector.y, vector.z)
    }
    return Motion(position: turned(motion.position), velocity: turned(motion.velocity))
  }

  private static let step = 60.0
}

extension FrozenOrbit {
  private struct Crossing {
    /// The time since the start, seconds.
    var time: Double
    var motion: Motion
    /// The rate of climb times the radius, m²/s.
    var climb: Double { motion.position.dot(motion.velocity) }
  }

  /// Returns the motion of a satellite that crosses the equator at longitude 0 without climbing.
  ///
  /// The speed is relative to a frame that does not rotate.
  private static func start(_ radius: Double, _ speed: Double, _ inclination: Double) -> Motion {
    Motion(
      position: SIMD3(radius, 0, 0),
      velocity: SIMD3(
        0, speed * Math.cosine(inclination) - Motion.earthRotationRate * radius,
        speed * Math.sine(inclination)))
  }

  private static func nextCrossing(after start: Motion) -> Crossing {
    var crossing = Crossing(time: step, motion: start.after(step))
    while crossing.motion.position.z.sign == start.velocity.z.sign {
      crossing.motion = crossing.motion.after(step)
      crossing.time += step
    }
    for _ in 0..<5 {
      let back = -crossing.motion.position.z / crossing.motion.velocity.z
      crossing.motion = crossing.motion.after(back)
      crossing.time += back
    }
    return crossing
  }
}
