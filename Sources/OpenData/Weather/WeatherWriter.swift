internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import Quantities
internal import TextOutput

/// A writer of the weather's answers, with members, types and units of OpenWeatherMap.
///
/// Source: https://openweathermap.org/current and https://openweathermap.org/forecast5.
struct WeatherWriter {
  private let question: WeatherQuestion
  private var json = JSONWriter()

  init(_ question: WeatherQuestion) { self.question = question }

  /// The text so far.
  var bytes: [UInt8] { json.bytes }

  /// Writes the answer for the present weather.
  mutating func write(present moment: WeatherMoment) {
    json.object { json in
      json.write(question.place.position)
      json.write(moment.condition, isDay: moment.isDay, in: question.language)
      json.member("base", "stations")
      json.write(main: moment, in: question.units)
      json.write(skyOf: moment, in: question.units)
      json.member("dt", moment.time.wholeSeconds)
      json.object("sys") { json in
        json.member("type", 2)
        json.member("id", question.place.id)
        if let country = question.place.country { json.member("country", country) }
        json.write(sunOf: question.place, on: moment.time)
      }
      json.member("timezone", question.place.secondsAhead(at: moment.time))
      json.member("id", question.place.id)
      json.member("name", question.place.name)
      json.member("cod", 200)
    }
  }

  /// Writes the answer for a forecast, which was asked for at a date.
  mutating func write(forecast moments: [WeatherMoment], asked now: UnixTime) {
    json.object { json in
      json.member("cod", "200")
      json.member("message", 0)
      json.member("cnt", moments.count)
      json.array("list") { json in
        for moment in moments { json.write(step: moment, of: question) }
      }
      json.object("city") { json in
        json.member("id", question.place.id)
        json.member("name", question.place.name)
        json.write(question.place.position)
        json.member("country", question.place.country ?? "")
        json.member("population", 0)
        json.member("timezone", question.place.secondsAhead(at: now))
        json.write(sunOf: question.place, on: now)
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func write(step moment: WeatherMoment, of question: WeatherQuestion) {
    object { json in
      json.member("dt", moment.time.wholeSeconds)
      json.write(main: moment, in: question.units)
      json.write(moment.condition, isDay: moment.isDay, in: question.language)
      json.write(skyOf: moment, in: question.units)
      // The world's future is certain.
      json.member("pop", moment.rain >= WeatherCondition.leastRain ? 1 : 0)
      json.object("sys") { json in json.member("pod", moment.isDay ? "d" : "n") }
      json.member("dt_txt", moment.time.dateAndTime)
    }
  }

  fileprivate mutating func write(_ position: GeodeticPosition) {
    object("coord") { json in
      json.member("lon", position.longitude, decimals: 4)
      json.member("lat", position.latitude, decimals: 4)
    }
  }

  fileprivate mutating func write(
    _ condition: WeatherCondition, isDay: Bool, in language: WeatherQuestion.Language
  ) {
    array("weather") { json in
      json.object { json in
        json.member("id", condition.id)
        json.member("main", condition.group)
        json.member("description", condition.description(in: language))
        json.member("icon", condition.icon(isDay: isDay))
      }
    }
  }

  /// Writes temperatures, pressures and humidity.
  ///
  /// The least and the greatest temperature are the same, because a place has a single one at a time.
  fileprivate mutating func write(main moment: WeatherMoment, in units: UnitSystem) {
    let temperature = units.temperature(celsius: moment.state.temperature)
    let seaLevel = Int((moment.seaLevelPressure / 100).rounded())
    object("main") { json in
      json.member("temp", temperature, decimals: 2)
      json.member(
        "feels_like", units.temperature(celsius: moment.feltTemperature), decimals: 2)
      json.member("temp_min", temperature, decimals: 2)
      json.member("temp_max", temperature, decimals: 2)
      json.member("pressure", seaLevel)
      json.member("humidity", Int(moment.state.humidity.rounded()))
      json.member("sea_level", seaLevel)
      json.member("grnd_level", Int((moment.state.pressure / 100).rounded()))
      if moment.hours == 3 { json.member("temp_kf", 0) }
    }
  }

  /// Writes visibility, wind, clouds and rain.
  ///
  /// The world has no fog, so the visibility is the greatest that the service tells, 10 km.
  fileprivate mutating func write(skyOf moment: WeatherMoment, in units: UnitSystem) {
    member("visibility", 10_000)
    object("wind") { json in
      json.member("speed", units.speed(metresPerSecond: moment.windSpeed), decimals: 2)
      json.member("deg", Int(moment.windDirection.rounded()))
    }
    object("clouds") { json in json.member("all", Int(moment.state.clouds.rounded())) }
    guard moment.rain >= WeatherCondition.leastRain else { return }
    object("rain") { json in
      json.member("\(moment.hours)h", moment.rainVolume, decimals: 2)
    }
  }

  /// Writes sunrise and sunset of the day; 0 where the sun does not cross the horizon.
  fileprivate mutating func write(sunOf place: WeatherPlace, on time: UnixTime) {
    let span = Daylight(at: place.position, on: time).span
    member("sunrise", span?.lowerBound.wholeSeconds ?? 0)
    member("sunset", span?.upperBound.wholeSeconds ?? 0)
  }
}

extension WeatherPlace {
  /// Returns the seconds by which the civil time is ahead of UTC.
  fileprivate func secondsAhead(at time: UnixTime) -> Int {
    Int(3600 * CivilZone.hours(at: time, position))
  }
}

extension UnixTime {
  /// The number of whole seconds since 1970.
  fileprivate var wholeSeconds: Int64 {
    nanoseconds.dividedRoundingDown(by: 1_000_000_000).quotient
  }

  /// The date and time as `2026-06-01 12:00:00`, in UTC.
  fileprivate var dateAndTime: String {
    var text: [UInt8] = []
    text.append(iso8601: CivilTime(self))
    return String(decoding: text.prefix(19), as: UTF8.self).replacing("T", with: " ")
  }
}
