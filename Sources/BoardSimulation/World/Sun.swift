internal import GNSSBasics
internal import Mathematics

/// Where the sun stands and how light it is; good to a degree, enough for a day's course.
enum Sun {
  /// The sine of the sun's elevation, `unixDays` after 1970-01-01T00:00Z.
  static func elevationSine(at position: GeodeticPosition, unixDays: Double) -> Double {
    let declination = -23.44.degreesInRadians * Math.cosine(yearAngle(unixDays) + 0.172)
    let hourAngle = dayAngle(unixDays, longitude: position.longitude) - .pi
    let latitude = position.latitude.degreesInRadians
    return Math.sine(latitude) * Math.sine(declination)
      + Math.cosine(latitude) * Math.cosine(declination) * Math.cosine(hourAngle)
  }

  /// Illuminance of a level surface under a clear sky, lx, twilight included.
  static func illuminance(elevationSine: Double) -> Double {
    let elevation = Math.arcSine(elevationSine).radiansInDegrees
    let daylight = 120_000 * Math.power(max(elevationSine, 0), 1.15)
    return daylight + 400 * Math.exponential(0.8 * min(elevation, 0))
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
