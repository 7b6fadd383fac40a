internal import Mathematics

/// A flat with people in it, its windows shut but not tight.
///
/// Sources: Chen and Zhao, Atmospheric Environment 45 (2011) 275, for particles that come in; Weschler,
/// Indoor Air 10 (2000) 269, for ozone. Heating and cooking habits are the project's own assumptions.
enum Room {
  /// Returns the indoor air for given outdoor air.
  static func air(with outdoors: WorldState, _ moment: Moment, _ heat: Heat) -> WorldState {
    var air = outdoors
    let home = WeeklyCourse.atHome.value(at: moment.hourOfWeek)
    let cooking = WeeklyCourse.cooking.value(at: moment.hourOfWeek)
    air.temperature = warmth(heat, home: home, cooking: cooking)
    let inside = Heat(
      temperature: air.temperature, dewPoint: heat.dewPoint + 1.5 * home + 0.4 * cooking,
      daily: heat.daily)
    air.humidity = inside.humidity
    air.breathe(sources(outdoors.sources, home: home, cooking: cooking))
    let mass = outdoors.particulates.mass
    air.particulates = ParticulateState(
      fineMass: 0.6 * mass.pm25 + 4.5 * cooking,
      coarseMass: 0.3 * (mass.pm10 - mass.pm25) + 2 * home)
    air.rain = 0
    air.illuminance += lamps(at: moment.hourOfWeek, daylight: air.illuminance)
    return air
  }

  /// Returns the light of lamps, lx: it fills daylight up to 250 lx while people are awake.
  private static func lamps(at hour: Double, daylight: Double) -> Double {
    let awake = (WeeklyCourse.people.value(at: hour) - 0.5).limited(to: 0...0.4) / 0.4
    return max(250 - daylight, 0) * awake
  }

  /// Returns the indoor temperature, °C: about 20.5 when heated in winter; in summer it follows the day's
  /// mean.
  private static func warmth(_ heat: Heat, home: Double, cooking: Double) -> Double {
    let summer = 0.75 * max(heat.daily - 17, 0)
    return 20 + summer + 0.06 * (heat.temperature - heat.daily) + 0.4 * home + 0.15 * cooking
  }

  private static func sources(
    _ outdoors: AirSources, home: Double, cooking: Double
  ) -> AirSources {
    AirSources(
      traffic: 0.6 * outdoors.traffic, heating: 0.6 * outdoors.heating,
      people: 0.6 * outdoors.people + 24 * home, cooking: 0.6 * outdoors.cooking + 9 * cooking,
      evaporation: 0.6 * outdoors.evaporation + 2, oxidants: 0.3 * outdoors.oxidants)
  }
}
