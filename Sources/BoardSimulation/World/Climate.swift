internal import Mathematics

/// The usual inland weather at a latitude on a day of the year, without a map of seas, winds and mountains.
///
/// The project's own formula, fitted to Milan and near the normals of some other cities (docs/air.md).
struct Climate {
  /// The day's mean temperature at Milan's height, °C.
  let temperature: Double
  /// The season, -1 in the middle of Milan's winter, 1 in the middle of its summer, nearer 0 in milder
  /// climates.
  let season: Double

  /// Creates the climate of a day, counted from 1970-01-01, at a latitude given by its sine.
  init(latitudeSine sine: Double, unixDays: Double) {
    let warmest = -Math.cosine(Sun.yearAngle(unixDays) - 2 * .pi * 18 / 365)  // coldest 18 January
    let strength = min(sine.magnitude / Self.sineOfMilan, 1)
    // Six months later in the southern hemisphere, whose larger seas make seasons weaker.
    season = warmest * strength * strength.squareRoot() * (sine < 0 ? -0.7 : 1)
    temperature = 27.5 * (1 - sine * sine) + Self.swing * season
  }

  /// The difference between Milan's annual mean and its warmest day, °C.
  private static let swing = 11.0
  private static let sineOfMilan = 0.713
}
