internal import Mathematics

/// The position of the sun over a place; good to a degree, enough for a day's course.
struct Sun {
  /// The sine of its elevation.
  let elevationSine: Double
  /// Cosine and sine of its hour angle, zero when it is highest.
  let hourAngle: (cosine: Double, sine: Double)
  /// Hours of mean solar time, `0..<24`.
  let hour: Double
  /// When it rises, hours of solar time; from 3 to 9, as if days were never shorter or longer.
  let sunrise: Double
  private let level: (constant: Double, swing: Double)

  /// The sun over a place, `unixDays` after 1970-01-01T00:00Z.
  ///
  /// - Parameters:
  ///   - latitude: Its sine and cosine.
  ///   - longitude: Degrees.
  ///   - unixDays: The time.
  init(
    latitude: (sine: Double, cosine: Double), longitude: Double, unixDays: Double
  ) {
    let angle = Self.yearAngle(unixDays)
    let declination = Math.sine(-23.44.degreesInRadians * Math.cosine(angle + 0.172))
    let cosines = latitude.cosine * (1 - declination * declination).squareRoot()
    let dayAngle = Self.dayAngle(unixDays, longitude: longitude)
    // Counted from noon, half a turn after midnight.
    hourAngle = (-Math.cosine(dayAngle), -Math.sine(dayAngle))
    level = (latitude.sine * declination, cosines)
    elevationSine = level.constant + level.swing * hourAngle.cosine
    let turns = dayAngle / (2 * .pi)
    hour = 24 * (turns - turns.rounded(.down))
    let rising = (level.constant / max(level.swing, 1e-9)).limited(to: -0.7...0.7)
    sunrise = 6 - 12 / .pi * Math.arcSine(rising)
  }

  /// The sine of its elevation so much of a turn earlier, by cosine and sine of that angle.
  func elevationSine(before angle: (cosine: Double, sine: Double)) -> Double {
    level.constant
      + level.swing * (hourAngle.cosine * angle.cosine + hourAngle.sine * angle.sine)
  }

  /// Illuminance of a level surface under a clear sky, lx, twilight included.
  static func illuminance(elevationSine: Double) -> Double {
    guard elevationSine < 0 else { return 120_000 * Math.power(elevationSine, 1.15) + 400 }
    return 400 * Math.exponential(0.8 * Math.arcSine(elevationSine).radiansInDegrees)
  }

  /// The part of the light that comes through clouds which cover a part of the sky.
  ///
  /// Source: Kasten and Czeplak, "Solar and terrestrial radiation dependent on the amount and type of
  /// cloud", Solar Energy 24 (1980).
  static func transmission(through cover: Double) -> Double {
    1 - 0.75 * Math.power(cover.limited(to: 0...1), 3.4)
  }

  /// Radians since the year began.
  static func yearAngle(_ unixDays: Double) -> Double {
    2 * .pi * (unixDays - 10_957) / 365.2425  // 2000-01-01 is day 10957
  }

  /// Radians since mean solar midnight.
  static func dayAngle(_ unixDays: Double, longitude: Double) -> Double {
    2 * .pi * (unixDays - unixDays.rounded(.down)) + longitude.degreesInRadians
  }
}
