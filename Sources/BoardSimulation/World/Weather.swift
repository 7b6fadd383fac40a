internal import GNSSBasics
internal import Mathematics

/// Milan's air at a date and place: seasons, days, slow weather and gusts, without any chance.
///
/// Quantities are consistent: the dew point is slow, so humidity falls as temperature rises;
/// pressure follows from sea level's and the height; gas and particles rise and fall together, more of them
/// where there is traffic, fewer in a park.
struct Weather: Hashable, Sendable {
  /// Nanoseconds since 1970 when board time is zero.
  let bootDate: UnixTime

  /// The state at a position and time.
  ///
  /// A light wind carries the air along (Taylor's frozen turbulence): what is at the scenario's origin now
  /// is downwind of it later. So places differ by as much as the air changes while it blows from one to the
  /// other, and by their ``Surroundings``; neighbours agree.
  ///
  /// - Parameters:
  ///   - position: The place.
  ///   - east: How far east of the scenario's origin that is, metres.
  ///   - north: How far north of it, metres.
  ///   - velocity: How the board moves.
  ///   - seconds: The time after boot.
  /// - Returns: What is true there and then.
  func state(
    at position: GeodeticPosition, east: Double, north: Double, moving velocity: LocalVelocity,
    time seconds: Double
  ) -> WorldState {
    let time = seconds - (east * Self.wind.east + north * Self.wind.north) / Self.wind.square
    let days = (Double(bootDate.nanoseconds) * 1e-9 + seconds) / 86_400
    let place = Surroundings.traffic(at: position)
    let height = Surroundings.height(of: position)
    let season = seasonalMean(days)
    let solar = Sun.dayAngle(days, longitude: position.longitude)
    // Coldest at five, warmest at five in the afternoon.
    let day = -4.5 * Math.cosine(solar - 2 * .pi * 5 / 24)
    let temperature =
      season + day + Self.front.value(at: time) + Self.gusts.value(at: time)
      - Self.lapseRate * height + 0.6 * (place - 1)
    let dewPoint = season - 6 + Self.moisture.value(at: time) - Self.dewPointLapseRate * height
    let pressure = Atmosphere.pressure(
      seaLevel: 101_325 + Self.pressureDrift.value(at: time),
      height: position.height - Atmosphere.geoidSeparation)
    let clouds = 0.7 + Self.clouds.value(at: time)
    let elevation = Sun.elevationSine(at: position, unixDays: days)
    // Traffic gives gases and fine dust, wind raises coarse dust.
    let traffic = 1 + Self.traffic.value(at: time)  // 0.4...1.6
    let dust = 1 + Self.dust.value(at: time)
    let load = Self.ordinaryLoad * traffic * place
    return WorldState(
      position: position,
      velocity: velocity,
      temperature: temperature,
      humidity: Atmosphere.humidity(temperature: temperature, dewPoint: dewPoint),
      pressure: pressure,
      eco2: 400 + load,
      tvoc: 0.152 * load,
      particulates: ParticulateState(
        fineMass: 9 * traffic * (0.6 + 0.4 * place), coarseMass: 7 * dust * (0.7 + 0.3 * place)),
      illuminance: clouds * Sun.illuminance(elevationSine: elevation)
    )
  }

  /// The mean temperature of the day in Milan's climate, °C.
  private func seasonalMean(_ days: Double) -> Double {
    13.5 - 11 * Math.cosine(Sun.yearAngle(days) - 2 * .pi * 18 / 365)  // coldest 18 January
  }
}

extension Weather {
  /// What traffic adds beside an ordinary block at an ordinary hour, ppm of equivalent CO2.
  static let ordinaryLoad = 180.0

  /// From the west-south-west, m/s.
  static let wind = (east: 1.1, north: 0.4, square: 1.1 * 1.1 + 0.4 * 0.4)

  /// How much colder it is a metre further up, °C: the standard atmosphere's.
  private static let lapseRate = 0.0065
  /// How much lower the dew point is there, °C; less, so that hills are damp.
  private static let dewPointLapseRate = 0.0055

  // (amplitude, period in seconds, phase in radians); amplitudes bound the sum.
  private static let front = SmoothVariation([
    (1.1, 167_000, 0.4), (0.5, 61_300, 2.1), (0.2, 5_230, 4.4),
  ])
  private static let gusts = SmoothVariation([
    (0.06, 311, 1.7), (0.04, 47.3, 0.3), (0.03, 13.7, 5.1),
  ])
  private static let moisture = SmoothVariation([
    (1.2, 203_000, 3.3), (0.25, 7_410, 0.9), (0.08, 173, 2.6), (0.03, 17.9, 4.0),
  ])
  private static let pressureDrift = SmoothVariation([
    (310, 291_000, 5.6), (90, 83_200, 1.2), (6, 1_870, 0.1), (1.5, 29.3, 3.7), (0.8, 7.9, 1.1),
  ])
  private static let clouds = SmoothVariation([
    (0.18, 4_310, 0.8), (0.08, 613, 2.9), (0.02, 37.1, 5.5),
  ])
  private static let traffic = SmoothVariation([
    (0.25, 19_700, 1.9), (0.2, 1_270, 0.2), (0.1, 139, 4.8), (0.04, 41.3, 3.0), (0.01, 11.3, 1.4),
  ])
  private static let dust = SmoothVariation([
    (0.25, 23_900, 4.1), (0.2, 977, 1.0), (0.1, 97, 2.2), (0.04, 31.7, 5.9), (0.01, 9.1, 0.6),
  ])
}
