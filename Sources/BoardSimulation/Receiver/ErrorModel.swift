internal import GNSSBasics
internal import Mathematics

/// The statistical model of how far a receiver's position is from the truth.
///
/// Each axis has a slowly wandering part, a first-order Gauss–Markov process that holds two thirds
/// of the variance, and white noise that holds the rest. The wandering part keeps its direction
/// from epoch to epoch and only its size follows the state, so a position is continuous within a
/// state and jumps where the state changes. The same six position draws and three velocity draws
/// are made at every epoch, whatever the state.
struct ErrorModel: Sendable {
  /// An error or a velocity in the local frame, metres or metres per second.
  struct LocalVector: Hashable, Sendable {
    /// Components along the local axes.
    var east: Double, north: Double, up: Double

    fileprivate func times(_ factor: Double) -> LocalVector {
      LocalVector(east: factor * east, north: factor * north, up: factor * up)
    }
  }

  /// What one epoch's position and velocity are off by.
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

    /// Makes errors so many times as large, and what is estimated of them too.
    mutating func widen(by factor: Double) {
      position = position.times(factor)
      velocity = velocity.times(factor)
      horizontalAccuracy *= factor
      verticalAccuracy *= factor
      speedAccuracy *= factor
    }

    /// Makes position and velocity true; what is estimated of their accuracies stays.
    mutating func removeErrors() {
      position = LocalVector(east: 0, north: 0, up: 0)
      velocity = position
    }
  }

  private var generator: Xoshiro256
  /// The wandering part, of unit variance on each axis.
  private var wander: LocalVector
  private var lastEpoch: Duration?

  /// Creates a model that draws from `generator`.
  init(generator: Xoshiro256) {
    self.generator = generator
    wander = LocalVector(east: 0, north: 0, up: 0)
    wander = drawn()
  }

  /// The errors of the next navigation epoch.
  ///
  /// - Parameters:
  ///   - now: Board time of the epoch, after that of the previous one.
  ///   - state: State of the fix at this epoch.
  ///   - baseline: Distance to the station in metres; read from DGNSS upwards.
  ///   - age: Age of the corrections; read from DGNSS upwards.
  /// - Returns: The errors, with the accuracies that they are drawn from.
  mutating func sample(
    at now: Duration, state: GNSSFix, baseline: Double, age: Duration
  ) -> Sample {
    let spread = Spread(state: state, baseline: baseline, age: age)
    wander(for: lastEpoch.map { now - $0 } ?? .zero, correlatedOver: spread.correlationTime)
    lastEpoch = now
    let noise = drawn()
    let motion = drawn()
    return Sample(
      position: LocalVector(
        east: spread.horizontal * mixed(wander.east, noise.east),
        north: spread.horizontal * mixed(wander.north, noise.north),
        up: spread.vertical * mixed(wander.up, noise.up)),
      velocity: LocalVector(
        east: spread.speed * motion.east, north: spread.speed * motion.north,
        up: 1.5 * spread.speed * motion.up),
      horizontalAccuracy: spread.horizontal * 2.0.squareRoot(),
      verticalAccuracy: spread.vertical,
      speedAccuracy: spread.speed * 2.0.squareRoot())
  }

  /// Two thirds of the variance wander, one third is white.
  private func mixed(_ wandering: Double, _ white: Double) -> Double {
    (2.0 / 3).squareRoot() * wandering + (1.0 / 3).squareRoot() * white
  }

  private mutating func wander(for interval: Duration, correlatedOver time: Double) {
    let kept = Math.exponential(-(interval / .seconds(1)) / time)
    let fresh = (1 - kept * kept).squareRoot()
    let step = drawn()
    wander.east = kept * wander.east + fresh * step.east
    wander.north = kept * wander.north + fresh * step.north
    wander.up = kept * wander.up + fresh * step.up
  }

  /// Three draws from the standard normal distribution.
  private mutating func drawn() -> LocalVector {
    LocalVector(east: generator.normal(), north: generator.normal(), up: generator.normal())
  }
}

extension ErrorModel {
  /// How widely errors of a state are spread.
  ///
  /// | state | horizontal sigma of an axis | up | correlated over |
  /// |---|---|---|---|
  /// | 3D, none | 1.27 m (1.5 m CEP) | x1.8 | 120 s |
  /// | DGNSS | 0.34 m (0.4 m CEP) + 1 ppm | x1.6 | 100 s |
  /// | float | 0.20 m + 1 ppm | x1.6 | 60 s |
  /// | fixed | 8.5 mm + 0.85 ppm (0.01 m + 1 ppm CEP) | x1.75 | 80 s |
  ///
  /// Corrections that age add 3 cm for each minute, whichever state uses them.
  struct Spread {
    var horizontal: Double
    var vertical: Double
    var speed: Double
    /// Seconds.
    var correlationTime: Double

    init(state: GNSSFix, baseline: Double, age: Duration) {
      let drift = 0.03 * (age / .seconds(60))
      switch state {
      case .none, .threeD: self.init(1.27, up: 1.8, speed: 0.05, over: 120)
      case .dgnss: self.init(0.34 + 1e-6 * baseline + drift, up: 1.6, speed: 0.05, over: 100)
      case .rtkFloat: self.init(0.20 + 1e-6 * baseline + drift, up: 1.6, speed: 0.03, over: 60)
      case .rtkFixed:
        self.init(0.0085 + 0.85e-6 * baseline + drift, up: 1.75, speed: 0.015, over: 80)
      }
    }

    private init(_ horizontal: Double, up: Double, speed: Double, over correlationTime: Double) {
      self.horizontal = horizontal
      vertical = horizontal * up
      self.speed = speed
      self.correlationTime = correlationTime
    }
  }
}
