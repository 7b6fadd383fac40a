internal import Mathematics

extension SIMD3<Double> {
  func dot(_ other: Self) -> Double { x * other.x + y * other.y + z * other.z }

  var length: Double { dot(self).squareRoot() }

  /// The velocity that the Earth's rotation gives a point fixed to it, m/s.
  var carriedByEarth: Self {
    SIMD3(-GPSConstants.earthRotationRate * y, GPSConstants.earthRotationRate * x, 0)
  }

  /// The same vector in the Earth-fixed frame of some seconds later.
  func turned(by seconds: Double) -> Self {
    let angle = GPSConstants.earthRotationRate * seconds
    let (sine, cosine) = (Math.sine(angle), Math.cosine(angle))
    return SIMD3(cosine * x + sine * y, cosine * y - sine * x, z)
  }

  /// The same of less than a second: series whose next term is below what a `Double` tells from 1.
  func turnedSlightly(by seconds: Double) -> Self {
    let angle = GPSConstants.earthRotationRate * seconds
    let (sine, cosine) = (angle - angle * angle * angle / 6, 1 - angle * angle / 2)
    return SIMD3(cosine * x + sine * y, cosine * y - sine * x, z)
  }
}
