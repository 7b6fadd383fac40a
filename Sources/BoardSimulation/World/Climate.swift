internal import Mathematics

/// The usual weather inland at a latitude on a day of the year; there is no map of seas, winds and mountains.
///
/// Of our own making, fitted to Milan and near the normals of some other cities (docs/air.md).
struct Climate {
  /// The mean temperature of the day at Milan's height, °C.
  let temperature: Double
  /// -1 in the middle of Milan's winter, 1 in that of its summer, nearer to 0 where seasons are milder.
  let season: Double

  /// The climate on a day, counted from 1970.
  init(latitudeSine sine: Double, unixDays: Double) {
    let warmest = -Math.cosine(Sun.yearAngle(unixDays) - 2 * .pi * 18 / 365)  // coldest 18 January
    let strength = min(sine.magnitude / Self.sineOfMilan, 1)
    // Six months later in the south, where there is more sea and less of a season.
    season = warmest * strength * strength.squareRoot() * (sine < 0 ? -0.7 : 1)
    temperature = 27.5 * (1 - sine * sine) + Self.swing * season
  }

  /// From the mean of the year to the warmest day in Milan, °C.
  private static let swing = 11.0
  private static let sineOfMilan = 0.713
}
