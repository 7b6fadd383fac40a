/// A weather service's system of units, by its name in requests.
///
/// Source: https://openweathermap.org/weather-data.
package enum UnitSystem: String, Hashable, Sendable, CaseIterable {
  /// Kelvin and m/s, the default of the service.
  case standard
  /// Degrees Celsius and m/s.
  case metric
  /// Degrees Fahrenheit and miles per hour.
  case imperial

  /// The name of the temperature's unit, in words.
  package var temperatureUnit: String {
    switch self {
    case .standard: "kelvin"
    case .metric: "degrees Celsius"
    case .imperial: "degrees Fahrenheit"
    }
  }

  /// Returns a temperature in degrees Celsius in this system.
  package func temperature(celsius: Double) -> Double {
    switch self {
    case .standard: celsius + 273.15
    case .metric: celsius
    case .imperial: celsius * 1.8 + 32
    }
  }

  /// Returns a temperature of this system in degrees Celsius.
  package func celsius(of temperature: Double) -> Double {
    switch self {
    case .standard: temperature - 273.15
    case .metric: temperature
    case .imperial: (temperature - 32) / 1.8
    }
  }

  /// Returns a speed in metres per second in this system.
  package func speed(metresPerSecond speed: Double) -> Double {
    self == .imperial ? speed * 3600 / Self.metresPerMile : speed
  }

  /// The international mile, metres.
  private static let metresPerMile = 1609.344
}

extension UnitSystem {
  /// The temperatures that weather has anywhere on Earth, with a margin, in this system.
  ///
  /// The lowest one measured is -89.2 °C, the highest 56.7 °C (WMO).
  package var weatherTemperatures: ClosedRange<Double> {
    switch self {
    case .standard: 173.15...343.15
    case .metric: -100...70
    case .imperial: -148...158
    }
  }
}
