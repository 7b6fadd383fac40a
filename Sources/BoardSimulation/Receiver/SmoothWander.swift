internal import Mathematics

/// Three smooth random errors, each of unit variance: a second-order Gauss–Markov process.
///
/// The process is a critically damped spring driven by noise. It has a position and a velocity, so over times
/// far below the correlation time τ it moves in a straight line. Over a second it moves by 1/τ RMS, where a
/// first-order process would jump by √(2/τ). Its autocorrelation is (1 + t/τ)·exp(-t/τ).
///
/// Source: Brown and Hwang, *Introduction to Random Signals and Applied Kalman Filtering*, second-order
/// Gauss–Markov process.
struct SmoothWander: Sendable {
  /// An axis of the process.
  private struct Axis {
    var place: Double
    /// The velocity times the correlation time, which has unit variance too.
    var pace: Double
  }

  private var axes: [Axis]
  /// The present correlation time, seconds.
  private var time = 1.0

  /// Draws the initial state.
  init(from generator: inout Xoshiro256) {
    axes = []
    for _ in 0..<3 { axes.append(Axis(place: generator.normal(), pace: generator.normal())) }
  }

  /// The errors on the axes: east, north, up.
  var place: SIMD3<Double> { SIMD3(axes[0].place, axes[1].place, axes[2].place) }

  /// The velocities on the axes, in units of the error per second.
  var velocity: SIMD3<Double> { SIMD3(axes[0].pace, axes[1].pace, axes[2].pace) / time }

  /// Advances by an interval with a correlation time, both in seconds.
  ///
  /// The correlation time must be above zero. Every call takes six draws.
  mutating func advance(
    by seconds: Double, correlatedOver time: Double, _ chance: inout Xoshiro256
  ) {
    self.time = time
    let part = max(seconds, 0) / time
    let kept = Math.exponential(-part)
    // The noise added in the interval, as a lower triangle: the square root of its covariance.
    let left = kept * kept
    let place = (1 - left * ((1 + part) * (1 + part) + part * part)).rootOrZero
    let shared = place > 0 ? 2 * part * part * left / place : 0
    let own = (1 - left * (part * part + (1 - part) * (1 - part)) - shared * shared).rootOrZero
    for index in axes.indices {
      let (axis, first, second) = (axes[index], chance.normal(), chance.normal())
      axes[index].place = kept * ((1 + part) * axis.place + part * axis.pace) + place * first
      axes[index].pace =
        kept * ((1 - part) * axis.pace - part * axis.place) + shared * first + own * second
    }
  }
}

extension Double {
  /// The square root; 0 for a value below zero, which rounding can produce.
  fileprivate var rootOrZero: Double { self > 0 ? squareRoot() : 0 }
}
