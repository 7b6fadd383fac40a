internal import Mathematics

/// Kepler's equation, `M = E - e sin E`, between an orbit's mean and eccentric anomaly.
enum KeplerEquation {
  /// The eccentric anomaly of a mean anomaly, radians.
  ///
  /// Newton's method with the error it leaves below 1e-14 rad for eccentricities up to 0.5, the
  /// largest that a broadcast ephemeris can say; GPS orbits need two rounds or three.
  static func eccentricAnomaly(meanAnomaly: Double, eccentricity: Double) -> Double {
    let mean = meanAnomaly.remainder(dividingBy: 2 * .pi)
    var anomaly = mean + eccentricity * Math.sine(mean)
    for _ in 0..<mostRounds {
      let step =
        (mean - anomaly + eccentricity * Math.sine(anomaly))
        / (1 - eccentricity * Math.cosine(anomaly))
      anomaly += step
      // Convergence is quadratic: the round after a step this small would change nothing.
      if step.magnitude < 1e-9 { break }
    }
    return anomaly
  }

  private static var mostRounds: Int { 10 }
}
