internal import GNSSBasics
internal import Mathematics

/// The covariance of a position or of a velocity along east, north and up, in squared units.
struct LocalCovariance: Hashable, Sendable {
  var east: Double, north: Double, up: Double
  var eastNorth = 0.0, eastUp = 0.0, northUp = 0.0

  /// The standard deviations of east, north and up.
  var deviations: SIMD3<Double> {
    SIMD3(east.squareRoot(), north.squareRoot(), up.squareRoot())
  }

  /// The standard deviations along the axes of the level error ellipse, and the direction of the larger one, degrees from
  /// north, `0..<180`.
  var ellipse: (major: Double, minor: Double, orientation: Double) {
    let (mean, half) = ((north + east) / 2, (north - east) / 2)
    let spread = (half * half + eastNorth * eastNorth).squareRoot()
    let angle = (Math.arcTangent(y: eastNorth, x: half) / 2).radiansInDegrees
    return (
      (mean + spread).squareRoot(), max(mean - spread, 0).squareRoot(),
      angle < 0 ? angle + 180 : angle
    )
  }
}

extension TangentPlane {
  /// Returns the covariance along the axes of one in the Earth-fixed frame (xx, yy, zz, xy, yz, zx).
  func covariance(of elements: [Double]) -> LocalCovariance {
    let (diagonal, others) = (
      SIMD3(elements[0], elements[1], elements[2]), SIMD3(elements[3], elements[4], elements[5])
    )
    func product(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> Double {
      let crossed =
        SIMD3(a.x * b.y, a.y * b.z, a.z * b.x) + SIMD3(b.x * a.y, b.y * a.z, b.z * a.x)
      return (a * b * diagonal).sum() + (crossed * others).sum()
    }
    let (east, north, up) = axes
    return LocalCovariance(
      east: max(product(east, east), 0), north: max(product(north, north), 0),
      up: max(product(up, up), 0), eastNorth: product(east, north), eastUp: product(east, up),
      northUp: product(north, up))
  }
}
