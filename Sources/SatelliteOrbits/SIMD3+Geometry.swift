package import GNSSBasics
internal import Mathematics

extension SIMD3<Double> {
  /// Creates a vector of a point's coordinates, metres.
  package init(_ position: ECEFPosition) { self.init(position.x, position.y, position.z) }

  /// Returns the dot product with another vector.
  @inlinable package func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  /// The Euclidean length.
  @inlinable package var length: Double { dot(self).squareRoot() }

  /// The velocity that the Earth's rotation gives a point fixed to it, m/s.
  @inlinable package var carriedByEarth: Self {
    SIMD3(-GPSConstants.earthRotationRate * y, GPSConstants.earthRotationRate * x, 0)
  }

  /// Returns the vector in the Earth-fixed frame some seconds later.
  package func turned(by seconds: Double) -> Self {
    let angle = GPSConstants.earthRotationRate * seconds
    let (sine, cosine) = (Math.sine(angle), Math.cosine(angle))
    return SIMD3(cosine * x + sine * y, cosine * y - sine * x, z)
  }

  /// Returns the vector in the Earth-fixed frame less than a second later.
  ///
  /// The first omitted term of the series is below the resolution of a `Double` near 1.
  @inlinable package func turnedSlightly(by seconds: Double) -> Self {
    let angle = GPSConstants.earthRotationRate * seconds
    let (sine, cosine) = (angle - angle * angle * angle / 6, 1 - angle * angle / 2)
    return SIMD3(cosine * x + sine * y, cosine * y - sine * x, z)
  }
}

extension ECEFPosition {
  /// Creates the point of a vector of coordinates, metres.
  package init(_ vector: SIMD3<Double>) { self.init(x: vector.x, y: vector.y, z: vector.z) }
}
