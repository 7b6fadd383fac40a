internal import Mathematics

/// The fronts that pass, one every three days at an hour of its own, and the rain of most of them.
///
/// A front brings clouds, wind and low pressure; rain washes the air, which takes days to fill again.
struct Fronts {
  private let chance: ValueNoise

  /// The fronts of a world.
  init(seed: UInt64) { chance = ValueNoise(seed: seed, .front) }

  /// Seconds in which there is one.
  private static let period = 72.0 * 3600
  /// The strength from which on it rains: 65 of 100 fronts, so on 79 occasions a year.
  private static let dry = 0.35
  /// Hours behind the rain after which the air is as if it had not rained: a third of the loss is made up
  /// for in 18 hours, half of it in 30.
  private static let filling = 144.0
  /// The share of the particles that a strong front's rain takes away.
  private static let washing = 0.75

  /// Returns the fronts' weather at a time, seconds since 1970.
  func weather(at time: Double) -> FrontWeather {
    let cell = Int64((time / Self.period).limited(to: -1e12...1e12).rounded(.down))
    var weather = FrontWeather()
    // The next one may be near, the air may remember the last but one.
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

  /// A smooth hill from -1 to 1, 1 high.
  private static func bump(_ x: Double) -> Double {
    let rest = 1 - x * x
    return rest > 0 ? rest * rest : 0
  }
}

/// The fronts' part in the weather.
struct FrontWeather {
  /// 0 between fronts, 1 in the middle of a strong one.
  var closeness = 0.0
  /// mm/h.
  var rain = 0.0
  /// The share of the particles that is left.
  var washing = 1.0
}
