internal import Mathematics

/// Passing weather fronts, one in each three-day period at a random hour, most of them with rain.
///
/// A front brings clouds, wind and low pressure. Its rain washes particles out of the air, which takes days
/// to fill again.
struct Fronts {
  private let chance: ValueNoise

  /// Creates the fronts of the world with a seed.
  init(seed: UInt64) { chance = ValueNoise(seed: seed, .front) }

  /// The period that holds one front, seconds.
  private static let period = 72.0 * 3600
  /// The strength above which a front brings rain: 65 of 100 fronts, which is 79 times a year.
  private static let dry = 0.35
  /// Hours after the rain until its washing effect has gone.
  ///
  /// A third of the loss is made up in 18 hours, half of it in 30.
  private static let filling = 144.0
  /// The share of the particles that the rain of a front with strength 1 washes out.
  private static let washing = 0.75

  /// Returns the fronts' weather at a time, in seconds since 1970.
  func weather(at time: Double) -> FrontWeather {
    let cell = Int64((time / Self.period).limited(to: -1e12...1e12).rounded(.down))
    var weather = FrontWeather()
    // The next front may be near, and the air may still be washed by the last but one.
    for offset in -2...1 as ClosedRange<Int64> { add(cell &+ offset, at: time, to: &weather) }
    return weather
  }

  private func add(_ cell: Int64, at time: Double, to weather: inout FrontWeather) {
    let (place, strength, duration) = chance.uniforms(cell)
    let hours = (time - Self.period * (Double(cell) + 0.1 + 0.8 * place)) / 3600
    weather.closeness += strength * Self.bump(hours / 22)
    guard strength > Self.dry else { return }
    let length = 3 + 11 * duration
    let millimetres = 17 * strength * strength + 3.5
    let (start, end) = (hours + length / 2, hours - length / 2)
    if start > 0 && end < 0 {
      let phase = hours / (length / 2)
      weather.rain += 1.5 * millimetres / length * (1 - phase * phase)
    }
    guard start > 0 else { return }
    let progress = min(start / length, 1)
    let left = max(1 - max(end, 0) / Self.filling, 0)
    weather.washing *=
      1 - Self.washing * strength * progress * progress * (3 - 2 * progress) * left * left * left
  }

  /// Returns a smooth bump: 1 at 0, falling to 0 at -1 and 1.
  private static func bump(_ x: Double) -> Double {
    let rest = 1 - x * x
    return rest > 0 ? rest * rest : 0
  }
}

/// The fronts' contribution to the weather.
struct FrontWeather {
  /// The closeness of a front: 0 between fronts, 1 in the middle of a strong one.
  var closeness = 0.0
  /// The rain, mm/h.
  var rain = 0.0
  /// The share of the particles that the rain has left in the air.
  var washing = 1.0
}
