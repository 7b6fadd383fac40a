internal import GNSSBasics

extension ErrorModel {
  /// The spread of a state's errors, with their correlation times.
  ///
  /// | state | horizontal sigma of an axis | of it multipath, over | white | up | slow part over |
  /// |---|---|---|---|---|---|
  /// | 3D, none | 1.27 m (1.5 m CEP) | 0.45 m, 35 s | 4 mm | x1.8 | 20 min |
  /// | DGNSS | 0.34 m (0.4 m CEP) + 1 ppm | 0.27 m, 50 s | 4 mm | x1.6 | 10 min |
  /// | float | 0.20 m + 1 ppm | 0.085 m, 20 s | 4 mm | x1.6 | 2 min |
  /// | fixed | 8.5 mm + 0.85 ppm (0.01 m + 1 ppm CEP) | 6 mm, 3 s | 3 mm | x1.75 | 150 s |
  ///
  /// The rest of the sigma is the slow part: errors of orbits, clocks and atmosphere. It grows with the
  /// baseline and with the age of the corrections, 3 cm for each minute.
  ///
  /// Sources: the sums come from the data sheet UBX-17051259. Their division into parts comes from two
  /// stationary receivers of the series, whose figures are in docs/receiver-model.md.
  struct Spread: Hashable, Sendable {
    /// The sigmas of an axis, metres: of the slow part, multipath and white noise.
    var slow: Double, multipath: Double, white: Double
    /// The ratio of the vertical sigma to the horizontal sigma of an axis.
    var up: Double
    /// The correlation times of the slow part and of multipath, seconds.
    var slowTime: Double, multipathTime: Double
    /// The white noise of a velocity axis, metres per second: the precision of Doppler measurements.
    var speed: Double

    /// Creates the spread of a state for a baseline in metres and an age of the corrections.
    init(state: GNSSFix, baseline: Double, age: Duration) {
      let drift = 0.03 * (age / .seconds(60))
      switch state {
      case .none, .threeD:
        self.init(1.27, multipath: (0.45, 35), white: 0.004, up: 1.8, over: 1200, speed: 0.01)
      case .dgnss:
        self.init(
          0.34 + 1e-6 * baseline + drift, multipath: (0.27, 50), white: 0.004, up: 1.6, over: 600,
          speed: 0.008)
      case .rtkFloat:
        self.init(
          0.20 + 1e-6 * baseline + drift, multipath: (0.085, 20), white: 0.004, up: 1.6, over: 120,
          speed: 0.008)
      case .rtkFixed:
        self.init(
          0.0085 + 0.85e-6 * baseline + drift, multipath: (0.006, 3), white: 0.003, up: 1.75,
          over: 150, speed: 0.006)
      }
    }

    /// Creates a spread whose parts add up to the sigma `sum`, which must not be below that of multipath and
    /// white noise.
    private init(
      _ sum: Double, multipath: (sigma: Double, time: Double), white: Double, up: Double,
      over slowTime: Double, speed: Double
    ) {
      (self.multipath, multipathTime) = (multipath.sigma, multipath.time)
      (self.white, self.up, self.slowTime, self.speed) = (white, up, slowTime, speed)
      slow = (sum * sum - multipath.sigma * multipath.sigma - white * white).squareRoot()
    }

    /// The sigma of a horizontal axis, metres.
    var horizontal: Double { (slow * slow + multipath * multipath + white * white).squareRoot() }
    /// The vertical sigma, metres.
    var vertical: Double { up * horizontal }

    /// The sigma of a velocity axis, metres per second: the movement of the smooth parts and white noise.
    var pace: Double {
      let (slow, multipath) = (slow / slowTime, multipath / multipathTime)
      return (slow * slow + multipath * multipath + speed * speed).squareRoot()
    }

    /// Returns the spread multiplied by a factor of the surroundings.
    func widened(by factor: Double) -> Spread {
      var spread = self
      (spread.slow, spread.multipath, spread.white) = (
        factor * slow, factor * multipath, factor * white
      )
      spread.speed = factor * speed
      return spread
    }
  }
}
