internal import GNSSBasics
internal import Mathematics

/// A statistical model of a receiver's position and velocity errors.
///
/// The model computes nothing from signals. An error is the sum of three parts, sized by the fix state
/// (``Spread``): a slow part over minutes (orbits, clocks, atmosphere), multipath over seconds to a minute,
/// and a little white noise. The first two parts are smooth, so between seconds a position moves by
/// centimetres and not by its whole error. The velocity's error is the movement of these parts plus noise of
/// its own.
///
/// The smooth parts keep their direction in every state; only their size changes with the state. The size
/// changes at once when the state improves, as when ambiguities are fixed. It changes over about ten seconds
/// when the state or the surroundings get worse. The estimated accuracy is the spread from which errors are
/// drawn at that time.
///
/// The number of random draws at an epoch does not depend on the state.
struct ErrorModel: Sendable {
  /// An error or a velocity in the local frame, metres or metres per second.
  struct LocalVector: Hashable, Sendable {
    /// The components along the local axes.
    var east: Double, north: Double, up: Double

    fileprivate init(_ vector: SIMD3<Double>) {
      (east, north, up) = (vector.x, vector.y, vector.z)
    }
  }

  /// The position and velocity errors of one epoch.
  struct Sample: Hashable, Sendable {
    /// The position error, metres.
    var position: LocalVector
    /// The velocity error, metres per second.
    var velocity: LocalVector
    /// The estimated horizontal accuracy, metres: the RMS distance of the model's spread.
    var horizontalAccuracy: Double
    /// The estimated vertical accuracy, metres: one sigma.
    var verticalAccuracy: Double
    /// The estimated speed accuracy, metres per second: one sigma.
    var speedAccuracy: Double

    /// Sets the position and velocity errors to zero; the estimated accuracies stay.
    mutating func removeErrors() {
      position = LocalVector(.zero)
      velocity = position
    }
  }

  private var generator: Xoshiro256
  private var slow: SmoothWander
  private var multipath: SmoothWander
  /// The spread in use, which follows that of the state.
  private var spread: Spread?
  private var last: (epoch: Duration, state: GNSSFix)?

  /// The time constant with which a spread approaches a larger one, seconds.
  private static let relaxationTime = 10.0

  /// Creates a model that draws from `generator`.
  init(generator: Xoshiro256) {
    self.generator = generator
    slow = SmoothWander(from: &self.generator)
    multipath = SmoothWander(from: &self.generator)
  }

  /// Returns the errors of the next navigation epoch.
  ///
  /// - Parameters:
  ///   - now: The board time of the epoch, later than that of the previous one.
  ///   - state: The fix state at this epoch.
  ///   - baseline: The distance to the station, metres; used from DGNSS upwards.
  ///   - age: The age of the corrections; used from DGNSS upwards.
  ///   - factor: The factor by which the surroundings enlarge the errors; 1 for none.
  /// - Returns: The errors and the accuracies from which they are drawn.
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

  /// Moves the spread towards that of the state and returns it.
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

  /// Returns three draws from the standard normal distribution.
  private mutating func drawn() -> SIMD3<Double> {
    let (east, north) = (generator.normal(), generator.normal())
    return SIMD3(east, north, generator.normal())
  }
}
