internal import Mathematics

/// Probabilities of integer estimation.
enum IntegerSuccess {
  /// Returns the probability that values of conditional variances, square cycles, are all rounded to the right
  /// integers.
  ///
  /// Source: Teunissen, J. Geodesy 72 (1998) 606, equation 24.
  static func rate(ofVariances variances: [Double]) -> Double {
    variances.reduce(1) { rate, variance in
      variance > 0 ? rate * Math.errorFunction(0.5 / (2 * variance).squareRoot()) : rate
    }
  }
}
