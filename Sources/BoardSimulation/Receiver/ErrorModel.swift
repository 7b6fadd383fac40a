internal import GNSSBasics
internal import Mathematics

/// The statistical model of how far a receiver's position is from the truth.
///
/// It is a model: nothing is computed from signals. An error is the sum of a slow part of minutes (orbits,
/// clocks, atmosphere), of multipath of seconds to a minute, and of a little white noise, as wide as the
/// state says (``Spread``). The first two are smooth, so that a position moves by centimetres from second to
/// second, not by its error; the velocity's error is how they move, and noise of its own.
///
/// Both keep their direction whatever the state, and only their size follows it: at once where the state
/// becomes a better one, as when ambiguities are fixed, and over some ten seconds where it becomes a worse one
/// or surroundings change. What is estimated of the accuracy is what is drawn from at the time.
///
/// The same draws are made at every epoch, whatever the state.
struct ErrorModel: Sendable {
  /// An error or a velocity in the local frame, metres or metres per second.
  struct LocalVector: Hashable, Sendable {
    /// Components along the local axes.
    var east: Double, north: Double, up: Double

    fileprivate init(_ vector: SIMD3<Double>) {
      (east, north, up) = (vector.x, vector.y, vector.z)
    }
  }

  /// The errors of one epoch's position and velocity.
  struct Sample: Hashable, Sendable {
    /// Error of the position, metres.
    var position: LocalVector
    /// Error of the velocity, metres per second.
    var velocity: LocalVector
    /// Estimated horizontal accuracy, metres: the RMS distance that the model draws from.
    var horizontalAccuracy: Double
    /// Estimated vertical accuracy, metres: one sigma.
    var verticalAccuracy: Double
    /// Estimated accuracy of the speed, metres per second: one sigma.
    var speedAccuracy: Double

    /// Makes position and velocity true; what is estimated of their accuracies stays.
    mutating func removeErrors() {
      position = LocalVector(.zero)
      velocity = position
    }
  }

  private var generator: Xoshiro256
  private var slow: SmoothWander
  private var multipath: SmoothWander
  /// The spread in force, which follows that of the state.
  private var spread: Spread?
  private var last: (epoch: Duration, state: GNSSFix)?

  /// Seconds in which a spread comes nearer to another one by the factor e.
  private static let relaxationTime = 10.0

  /// Creates a model that draws from `generator`.
  init(generator: Xoshiro256) {
    self.generator = generator
    slow = SmoothWander(from: &self.generator)
    multipath = SmoothWander(from: &self.generator)
  }

  /// The errors of the next navigation epoch.
  ///
  /// - Parameters:
  ///   - now: Board time of the epoch, after that of the previous one.
  ///   - state: State of the fix at this epoch.
  ///   - baseline: Distance to the station in metres; read from DGNSS upwards.
  ///   - age: Age of the corrections; read from DGNSS upwards.
  ///   - factor: How many times as large the surroundings make the errors, 1 for none.
  /// - Returns: The errors, with the accuracies that they are drawn from.
  mutating func sample(
    at now: Duration, state: GNSSFix, baseline: Double, age: Duration, widenedBy factor: Double = 1
  ) -> Sample {
    let seconds = last.map { (now - $0.epoch) / .seconds(1) } ?? 0
    let target = Spread(state: state, baseline: baseline, age: age).widened(by: factor)
    let spread = follow(target, for: seconds, into: state)
    last = (now, state)
    slow.advance(by: seconds, correlatedOver: spread.slowTime, &generator)
    multipath.advance(by: seconds, correlatedOver: spread.multipathTime, &generator)
    let (noise, doppler) = (drawn(), drawn())
    let level = SIMD3(1, 1, spread.up)
    let position =
      spread.slow * slow.place + spread.multipath * multipath.place + spread.white * noise
    let velocity =
      spread.slow * slow.velocity + spread.multipath * multipath.velocity + spread.speed * doppler
    return Sample(
      position: LocalVector(level * position), velocity: LocalVector(level * velocity),
      horizontalAccuracy: spread.horizontal * 2.0.squareRoot(),
      verticalAccuracy: spread.vertical,
      speedAccuracy: spread.pace * 2.0.squareRoot())
  }

  /// The spread on its way to that of the state.
  private mutating func follow(
    _ target: Spread, for seconds: Double, into state: GNSSFix
  ) -> Spread {
    var next = target
    if let spread, let last, state <= last.state {
      let kept = Math.exponential(-max(seconds, 0) / Self.relaxationTime)
      next.slow += kept * (spread.slow - target.slow)
      next.multipath += kept * (spread.multipath - target.multipath)
      next.white += kept * (spread.white - target.white)
    }
    spread = next
    return next
  }

  /// Three draws from the standard normal distribution.
  private mutating func drawn() -> SIMD3<Double> {
    let (east, north) = (generator.normal(), generator.normal())
    return SIMD3(east, north, generator.normal())
  }
}
