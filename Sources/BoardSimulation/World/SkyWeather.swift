/// The sky's weather: clouds, light and the mixing of the air.
struct SkyWeather {
  /// The cloud cover, `0.03...0.97`, without minute-to-minute changes.
  let cover: Double
  /// The illuminance of a level surface, lx.
  let illuminance: Double
  /// The mixing of the air that dilutes emissions: about 1 by day, half as much at night, more than 2 on a
  /// summer afternoon.
  let mixing: Double
  /// The closeness of a front, 0 to 1.
  let closeness: Double
  /// The sun's elevation and the clearness of the sky three hours ago, when the present ozone formed: 0 to 1.
  let photochemistry: Double
  /// The share of the particles that the last days' rain has left in the air.
  let washing: Double
  /// The wetness of the ground, 0 to 1.
  let wetness: Double

  init(_ moment: Moment, _ front: FrontWeather, seed: UInt64) {
    func noise(_ stream: ValueNoise.Stream, _ time: Double, every seconds: Double) -> Double {
      ValueNoise(seed: seed, stream).value(time / seconds)
    }
    let (season, sun) = (moment.climate.season, moment.sun)
    closeness = min(front.closeness, 1)
    let slow = 0.42 - 0.12 * season + 0.22 * noise(.cloud, moment.passing, every: 26 * 3600)
    cover = (slow + 0.6 * closeness).limited(to: 0.03...0.97)
    let scattered =
      0.12 * noise(.cumulus, moment.drifting, every: 2300)
      + 0.06 * noise(.cumulus, moment.drifting, every: 260)
    illuminance =
      Self.transmission(Self.cloud(cover, scattered))
      * Sun.illuminance(elevationSine: sun.elevationSine)
    let warmed = max(sun.elevationSine(before: Self.ninetyMinutes), 0) * (1 - 0.5 * cover)
    let wind = 0.46 + 0.11 * noise(.wind, moment.passing, every: 5 * 3600) + 0.45 * closeness
    mixing = (wind + 1.5 * warmed) * (1 + 0.22 * season)
    photochemistry = max(sun.elevationSine(before: Self.threeHours), 0) * (1 - 0.6 * cover)
    washing = front.washing
    wetness = min(front.rain, 1)
  }

  /// Returns the momentary cloud cover: scattered clouds come and go, a clear or an overcast sky stays.
  private static func cloud(_ cover: Double, _ scattered: Double) -> Double {
    cover + 4 * cover * (1 - cover) * scattered
  }

  /// Returns the share of the light that passes through the clouds.
  ///
  /// Source: Kasten and Czeplak, Solar Energy 24 (1980) 177. Their exponent is 3.4; here it is 3.5, because a
  /// square root is faster.
  private static func transmission(_ cover: Double) -> Double {
    let cover = cover.limited(to: 0...1)
    return 1 - 0.75 * cover * cover * cover * cover.squareRoot()
  }

  // Lags behind the sun as an hour angle's cosine and sine: 90 minutes for the ground and the mixed layer
  // above it, three hours for ozone.
  private static let ninetyMinutes = (cosine: 0.923_879_532_5, sine: 0.382_683_432_4)
  private static let threeHours = (cosine: 0.707_106_781_2, sine: 0.707_106_781_2)
}
