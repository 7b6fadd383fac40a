/// A condition of the weather, with the service's number and icon.
///
/// Source: https://openweathermap.org/weather-conditions.
struct WeatherCondition: Hashable {
  /// The number of the condition.
  let id: Int
  /// The group of conditions: Rain, Clouds or Clear.
  let group: String
  /// The condition in the languages of the answers.
  private let english: String
  private let italian: String
  /// The number of the icon, which a letter for day or night follows.
  private let picture: String

  private init(_ id: Int, _ group: String, _ english: String, _ italian: String, _ picture: String)
  {
    (self.id, self.group, self.picture) = (id, group, picture)
    (self.english, self.italian) = (english, italian)
  }

  /// Returns the condition in a language.
  func description(in language: WeatherQuestion.Language) -> String {
    language == .italian ? italian : english
  }

  /// Returns the name of the icon by day or by night.
  func icon(isDay: Bool) -> String { picture + (isDay ? "d" : "n") }
}

extension WeatherCondition {
  /// Creates the condition of a rain in mm/h and a cloud cover in percent.
  ///
  /// The shares of clouds are the service's. The service does not say where its rains begin; here they are
  /// the limits of the Glossary of Meteorology, American Meteorological Society, and 50 mm/h for violent rain.
  init(rain: Double, clouds: Double) {
    self =
      switch rain {
      case 50...: Self(503, "Rain", "very heavy rain", "pioggia fortissima", "10")
      case 7.6...: Self(502, "Rain", "heavy intensity rain", "forte pioggia", "10")
      case 2.5...: Self(501, "Rain", "moderate rain", "pioggia moderata", "10")
      case Self.leastRain...: Self(500, "Rain", "light rain", "pioggia leggera", "10")
      default: Self(clouds: clouds)
      }
  }

  private init(clouds: Double) {
    self =
      switch clouds.rounded() {
      case ..<11: Self(800, "Clear", "clear sky", "cielo sereno", "01")
      case ..<25: Self(801, "Clouds", "few clouds", "poche nuvole", "02")
      case ..<51: Self(802, "Clouds", "scattered clouds", "nubi sparse", "03")
      case ..<85: Self(803, "Clouds", "broken clouds", "nubi sparse", "04")
      default: Self(804, "Clouds", "overcast clouds", "cielo coperto", "04")
      }
  }

  /// The least rain that makes a wet condition, mm/h.
  static let leastRain = 0.1
}
