internal import Mathematics

/// The sun's position over a place, to about a degree, enough for the course of a day.
struct Sun {
  /// The sine of the sun's elevation.
  let elevationSine: Double
  /// The cosine and sine of the sun's hour angle, which is zero at noon.
  let hourAngle: (cosine: Double, sine: Double)
  /// The mean solar time, hours, `0..<24`.
  let hour: Double
  /// The time of sunrise, hours of solar time, limited to about 3 to 9 where days are longer or shorter.
  let sunrise: Double
  private let level: (constant: Double, swing: Double)

  /// Creates the sun's position over a place, `unixDays` after 1970-01-01T00:00Z.
  ///
  /// - Parameters:
  ///   - latitude: The sine and cosine of the latitude.
  ///   - longitude: The longitude, degrees.
  ///   - unixDays: The time, days since 1970-01-01T00:00Z.
  init(
    latitude: (sine: Double, cosine: Double), longitude: Double, unixDays: Double
  ) {
    let angle = Self.yearAngle(unixDays)
    let declination = Math.sine(-23.44.degreesInRadians * Math.cosine(angle + 0.172))
    let cosines = latitude.cosine * (1 - declination * declination).squareRoot()
    let dayAngle = Self.dayAngle(unixDays, longitude: longitude)
    // The hour angle counts from noon, the day angle from midnight: half a turn apart.
    hourAngle = (-Math.cosine(dayAngle), -Math.sine(dayAngle))
    level = (latitude.sine * declination, cosines)
    elevationSine = level.constant + level.swing * hourAngle.cosine
    let turns = dayAngle / (2 * .pi)
    hour = 24 * (turns - turns.rounded(.down))
    let rising = (level.constant / max(level.swing, 1e-9)).limited(to: -0.7...0.7)
    sunrise = 6 - 12 / .pi * Math.arcSine(rising)
  }

  /// Returns the sine of the sun's elevation at an earlier time, given the cosine and sine of the hour angle
  /// between.
  func elevationSine(before angle: (cosine: Double, sine: Double)) -> Double {
    level.constant
      + level.swing * (hourAngle.cosine * angle.cosine + hourAngle.sine * angle.sine)
  }

  /// Returns the time from noon to the sun's passage through an elevation, hours; `nil` without a passage that
  /// day.
  func hoursFromNoon(toElevationSine sine: Double) -> Double? {
    let cosine = (sine - level.constant) / max(level.swing, 1e-9)
    guard abs(cosine) <= 1 else { return nil }
    return 6 - 12 / .pi * Math.arcSine(cosine)
  }

  /// Returns the illuminance of a level surface under a clear sky, lx, twilight included.
  static func illuminance(elevationSine: Double) -> Double {
    guard elevationSine < 0 else { return 120_000 * Math.power(elevationSine, 1.15) + 400 }
    return 400 * Math.exponential(0.8 * Math.arcSine(elevationSine).radiansInDegrees)
  }

  /// Returns the share of the light that passes through a cloud cover, `0...1`.
  ///
  /// Source: Kasten and Czeplak, "Solar and terrestrial radiation dependent on the amount and type of cloud",
  /// Solar Energy 24 (1980).
  static func transmission(through cover: Double) -> Double {
    1 - 0.75 * Math.power(cover.limited(to: 0...1), 3.4)
  }

  /// Returns the angle of the year, radians, zero on 1 January 2000 and every 365.2425 days.
  static func yearAngle(_ unixDays: Double) -> Double {
    2 * .pi * (unixDays - 10_957) / 365.2425  // 2000-01-01 is day 10957
  }

  /// Returns the angle of the day, radians since mean solar midnight.
  static func dayAngle(_ unixDays: Double, longitude: Double) -> Double {
    2 * .pi * (unixDays - unixDays.rounded(.down)) + longitude.degreesInRadians
  }
}
