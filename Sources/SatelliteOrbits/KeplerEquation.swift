internal import Mathematics

/// Kepler's equation, `M = E - e sin E`, between an orbit's mean and eccentric anomaly.
package enum KeplerEquation {
  /// Returns the eccentric anomaly of a mean anomaly, radians.
  ///
  /// Newton's method leaves an error below 1e-14 rad for eccentricities up to 0.5, the largest in a
  /// broadcast ephemeris. GPS orbits need two or three iterations.
  package static func eccentricAnomaly(meanAnomaly: Double, eccentricity: Double) -> Double {
    let mean = meanAnomaly.remainder(dividingBy: 2 * .pi)
    var anomaly = mean + eccentricity * Math.sine(mean)
    for _ in 0..<mostRounds {
      let step =
        (mean - anomaly + eccentricity * Math.sine(anomaly))
        / (1 - eccentricity * Math.cosine(anomaly))
      anomaly += step
      // Convergence is quadratic: after a step this small, the next step would change nothing.
      if step.magnitude < 1e-9 { break }
    }
    return anomaly
  }

  private static var mostRounds: Int { 10 }
}
