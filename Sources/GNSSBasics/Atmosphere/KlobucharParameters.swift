/// The parameters of Klobuchar's model as GPS broadcasts them (IS-GPS-200, 20.3.3.5.1.7).
package struct KlobucharParameters: Hashable, Sendable {
  /// α0…α3, seconds per power of a semicircle.
  package var alpha: SIMD4<Double>
  /// β0…β3, seconds per power of a semicircle.
  package var beta: SIMD4<Double>

  /// Creates parameters of four coefficients each.
  package init(alpha: SIMD4<Double>, beta: SIMD4<Double>) {
    (self.alpha, self.beta) = (alpha, beta)
  }

  /// The parameters that GPS sent on 1 January 2004, the default of receivers without broadcast parameters.
  package static let quiet = KlobucharParameters(
    alpha: SIMD4(1.118e-8, -7.451e-9, -5.961e-8, 1.192e-7),
    beta: SIMD4(1.167e5, -2.294e5, -1.311e5, 1.049e6))

  /// Returns the amplitude at a geomagnetic latitude in semicircles, seconds.
  package func amplitude(_ latitude: Double) -> Double { Self.polynomial(alpha, latitude) }
  /// Returns the period at a geomagnetic latitude in semicircles, seconds.
  package func period(_ latitude: Double) -> Double { Self.polynomial(beta, latitude) }

  private static func polynomial(_ factors: SIMD4<Double>, _ x: Double) -> Double {
    factors.x + x * (factors.y + x * (factors.z + x * factors.w))
  }
}
