internal import SatelliteOrbits

/// A symmetric matrix of three rows.
struct Matrix3: Sendable {
  var x, y, z: SIMD3<Double>

  init(columns: (x: SIMD3<Double>, y: SIMD3<Double>, z: SIMD3<Double>)) {
    (x, y, z) = columns
  }

  /// The sum of the diagonal.
  var trace: Double { x.x + y.y + z.z }

  /// The elements xx, yy, zz, xy, yz, zx.
  var elements: [Double] { [x.x, y.y, z.z, x.y, y.z, z.x] }

  /// Returns the product with a vector.
  func times(_ vector: SIMD3<Double>) -> SIMD3<Double> {
    vector.x * x + vector.y * y + vector.z * z
  }

  /// Returns the inverse.
  ///
  /// - Parameter sum: The size of the sums that the elements are the rest of, whose rounding they have.
  /// - Returns: The inverse; `nil` where the matrix is singular within rounding.
  func inverse(ofRest sum: Double) -> Matrix3? {
    func cross(_ a: SIMD3<Double>, _ b: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)
    }
    let determinant = x.dot(cross(y, z))
    guard determinant > 1e-14 * trace * trace * trace else { return nil }
    let inverse = Matrix3(
      columns: (
        cross(y, z) / determinant, cross(z, x) / determinant, cross(x, y) / determinant
      ))
    guard inverse.x.x > 0, inverse.y.y > 0, inverse.z.z > 0, inverse.trace * sum < 1e13
    else { return nil }
    return inverse
  }
}
