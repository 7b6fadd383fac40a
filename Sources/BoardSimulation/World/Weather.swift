internal import GNSSBasics
internal import Mathematics

/// The air at a date and place: a climate by latitude, fitted to Milan, with fronts, days, gusts and human
/// emissions.
///
/// A pure function of time, place and seed. `docs/air.md` gives the source of each figure.
struct Weather: Hashable, Sendable {
  /// The date of board time zero, nanoseconds since 1970.
  let bootDate: UnixTime
  /// The seed of the random weather.
  let seed: UInt64
  /// The kind of spot; `nil` takes the map's.
  var site: Site?

  /// Returns the state at a position and time.
  ///
  /// A light wind carries the air along (Taylor's frozen turbulence): the air here now is downwind later. So
  /// two places differ by the air's change while the wind blows from one to the other, and by their
  /// ``Surroundings``; neighbouring places agree.
  ///
  /// - Parameters:
  ///   - position: The place.
  ///   - velocity: The board's velocity.
  ///   - seconds: The time after boot, seconds.
  /// - Returns: The state of the world at the place and time.
  func state(
    at position: GeodeticPosition, moving velocity: LocalVelocity, time seconds: Double
  ) -> WorldState {
    let moment = Moment(
      at: position, unix: Double(bootDate.nanoseconds) * 1e-9 + seconds)
    let front = Fronts(seed: seed).weather(at: moment.passing)
    let sky = SkyWeather(moment, front, seed: seed)
    let quarter = Surroundings.traffic(at: position)
    let traffic = site?.traffic(onMap: quarter) ?? quarter
    let heat = heat(moment, sky, traffic: traffic)
    let emissions = Emissions(moment, sky, heat, traffic: traffic, seed: seed)
    var air = WorldState(
      position: position, velocity: velocity, temperature: heat.temperature,
      humidity: heat.humidity, pressure: pressure(moment, front),
      particulates: emissions.particles(dust: site?.dust ?? 1),
      illuminance: (site?.light ?? 1) * sky.illuminance, clouds: 100 * sky.cover, rain: front.rain)
    air.breathe(emissions.air)
    return site == .indoors ? Room.air(with: air, moment, heat) : air
  }

  /// The wind's velocity and its squared speed, m/s and m²/s²; it blows from the west-south-west.
  static let wind = (east: 1.1, north: 0.4, square: 1.1 * 1.1 + 0.4 * 0.4)
}

/// The temperature and humidity of the air.
struct Heat {
  /// The air temperature, °C.
  var temperature: Double
  /// The dew point, °C.
  var dewPoint: Double
  /// The temperature without its daily course, °C; heating depends on it.
  var daily: Double

  /// The relative humidity, percent.
  ///
  /// Above 80 the water condenses on grass, roofs and windows, so the humidity only approaches 100.
  var humidity: Double {
    let share =
      100 * Atmosphere.saturationPressure(at: dewPoint)
      / Atmosphere.saturationPressure(at: temperature)
    return share < 80 ? share : 100 - 20 * Math.exponential((80 - share) / 20)
  }
}

extension Weather {
  /// Returns temperature and dew point.
  ///
  /// The dew point changes slowly, so humidity falls as temperature rises.
  private func heat(_ moment: Moment, _ sky: SkyWeather, traffic: Double) -> Heat {
    let (climate, height) = (moment.climate, Surroundings.height(of: moment.position))
    let daily =
      climate.temperature + 2.3 * noise(.warmth, moment.passing, every: 62 * 3600)
      - Self.lapseRate * height + 0.6 * (traffic - 1)
    let turbulence =
      0.35 * noise(.breeze, moment.drifting, every: 4200)
      + 0.14 * noise(.gust, moment.drifting, every: 75)
      + 0.035 * noise(.puff, moment.drifting, every: 11)
    // In still air under a clear sky the ground cools and warms the most, so the daily range is the largest.
    let range = (4.5 + 1.2 * climate.season) * (1.4 - 0.8 * sky.cover)
    let depression = 4.9 + 2.4 * climate.season - 2.0 * sky.closeness
    let dewPoint =
      climate.temperature - depression + 1.5 * noise(.moisture, moment.passing, every: 50 * 3600)
      + 0.5 * noise(.damp, moment.drifting, every: 9000)
      - Self.dewPointLapseRate * height
    return Heat(
      temperature: daily + range * Self.course(of: moment.sun) + turbulence, dewPoint: dewPoint,
      daily: daily)
  }

  /// Returns the daily course of temperature: -1 at sunrise, 1 at 15:00 solar time.
  ///
  /// The rise takes about nine hours, the fall the other fifteen.
  private static func course(of sun: Sun) -> Double {
    let warmest = 15.0
    let since = sun.hour < warmest ? sun.hour + 24 - warmest : sun.hour - warmest
    let rise = warmest - sun.sunrise
    let fall = 24 - rise
    return since < fall
      ? Math.cosine(.pi * since / fall) : -Math.cosine(.pi * (since - fall) / rise)
  }

  /// Returns the pressure at the height of a place, Pa: slow weather, fronts and atmospheric tides.
  private func pressure(_ moment: Moment, _ front: FrontWeather) -> Double {
    let slow =
      (1 - 0.3 * moment.climate.season) * noise(.pressure, moment.passing, every: 84 * 3600)
    let seaLevel =
      101_600 + 540 * slow - 700 * min(front.closeness, 1)
      + 90 * noise(.trough, moment.passing, every: 15 * 3600)
      + 5 * noise(.trough, moment.drifting, every: 1900)
      + 1.5 * noise(.puff, moment.drifting, every: 23)
      + Self.tide(moment)
    return Atmosphere.pressure(
      seaLevel: seaLevel, height: moment.position.height - Atmosphere.geoidSeparation)
  }

  /// Returns the solar tide of the atmosphere, Pa.
  ///
  /// The twice-daily tide is highest at 9:44 and 21:44 solar time, with an amplitude of 1.16 hPa at the
  /// equator. The daily tide has an amplitude of 0.295 hPa there, half of 0.59 hPa.
  ///
  /// Source: Haurwitz and Cowley, Pure and Applied Geophysics 102 (1973) 193.
  private static func tide(_ moment: Moment) -> Double {
    let (cosine, sine) = moment.sun.hourAngle
    // 9:44 is 34° before noon, so the double angle is 68° before.
    let (double, other) = (cosine * cosine - sine * sine, 2 * sine * cosine)
    let semidiurnal = 116 * (0.3746 * double - 0.9272 * other)
    let diurnal = 59 * (0.2079 * -sine - 0.9781 * cosine) * 0.5
    let latitude = moment.latitude.cosine
    return latitude * latitude * latitude * (semidiurnal + diurnal)
  }

  private func noise(
    _ stream: ValueNoise.Stream, _ time: Double, every seconds: Double
  ) -> Double {
    ValueNoise(seed: seed, stream).value(time / seconds)
  }

  /// The lapse rate of temperature, °C per metre of height: the standard atmosphere's.
  private static let lapseRate = 0.0065
  /// The lapse rate of the dew point, °C per metre; smaller than the temperature's, so that hills are damp.
  private static let dewPointLapseRate = 0.0055
}
