internal import BoardSimulation
internal import GNSSBasics

/// The weather of a place at a time, in the quantities of OpenWeatherMap.
struct WeatherMoment {
  let time: UnixTime
  let state: WorldState
  /// Whether the sun is up.
  let isDay: Bool
  /// The rain of the last hours, mm.
  let rainVolume: Double
  /// The number of hours of ``rainVolume``.
  let hours: Int

  /// The rain of the hours, mm/h.
  var rain: Double { rainVolume / Double(hours) }

  /// The pressure at sea level, Pa, by the world's formula.
  var seaLevelPressure: Double {
    state.pressure / World.pressure(seaLevel: 1, atHeight: state.position.height)
  }

  /// The condition of rain and clouds.
  var condition: WeatherCondition { WeatherCondition(rain: rain, clouds: state.clouds) }

  /// The wind speed, m/s.
  var windSpeed: Double { OpenDataQuantity.windSpeed.value(in: state) }

  /// The direction from which the wind blows, degrees.
  var windDirection: Double { OpenDataQuantity.windDirection.value(in: state) }

  /// The temperature that people feel, °C.
  var feltTemperature: Double {
    ApparentTemperature.celsius(
      temperature: state.temperature, humidity: state.humidity, wind: windSpeed)
  }
}

extension OpenDataServer {
  /// Returns the weather of a place at a time, past or future, with the rain of the hours before.
  func weather(at place: WeatherPlace, _ time: UnixTime, hours: Int) -> WeatherMoment {
    // Samples in the middle of each ten minutes.
    let samples = (0..<6 * hours).map { sample in
      state(at: place, time.advanced(by: .seconds(-300 - 600 * sample))).rain / 6
    }
    return WeatherMoment(
      time: time, state: state(at: place, time),
      isDay: Daylight(at: place.position, on: time).isDay, rainVolume: samples.reduce(0, +),
      hours: hours)
  }

  private func state(at place: WeatherPlace, _ time: UnixTime) -> WorldState {
    world.air(at: place.position, time: time.duration(since: bootDate))
  }
}
