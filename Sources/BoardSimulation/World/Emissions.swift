internal import Mathematics

/// Emissions of traffic, stoves, kitchens, people and the region at a place, after mixing with the air.
///
/// Each source has a daily, weekly and yearly course and noise of its own. So gases and particles are neither
/// fully correlated nor independent.
struct Emissions {
  /// The emissions by source.
  let air: AirSources
  /// The region's fine particles without the local sources' share, µg/m³.
  private let regional: Double
  private let dust: Double

  init(_ moment: Moment, _ sky: SkyWeather, _ heat: Heat, traffic place: Double, seed: UInt64) {
    let chance = Chance(moment, seed: seed)
    let (hour, mixing, season) = (moment.hourOfWeek, sky.mixing, moment.climate.season)
    let cold = (Self.heatingLimit - heat.daily).limited(to: 0...25) / Self.heatingSpan
    let warmth = ((heat.daily - 4) / 18).limited(to: 0...1.4)
    air = AirSources(
      traffic: WeeklyCourse.traffic.value(at: hour) * place * chance.quarter * chance.flow / mixing,
      heating: cold * WeeklyCourse.heating.value(at: hour) * chance.smoke / mixing,
      people: WeeklyCourse.people.value(at: hour) * (0.4 + 0.6 * place) / mixing,
      cooking: WeeklyCourse.cooking.value(at: hour) * chance.kitchens / mixing,
      evaporation: 0.12 * (heat.temperature - 5).limited(to: 0...30) / (0.4 + mixing),
      oxidants: 26 + 5 * season + 56 * sky.photochemistry * warmth)
    regional = (14.5 - 5.5 * season) * chance.region * sky.washing / (0.75 + 0.25 * mixing)
    dust =
      (5.5 + 3.5 * air.traffic) * chance.dust * (0.4 + 0.6 * sky.washing) * (1 - 0.5 * sky.wetness)
  }

  /// Returns the particles, with the coarse dust multiplied by `share`.
  func particles(dust share: Double) -> ParticulateState {
    ParticulateState(
      fineMass: regional + 1.3 * air.traffic + 4.5 * air.heating + 0.35 * air.cooking,
      coarseMass: share * dust)
  }

  /// The heating limit: stoves burn on days with a mean temperature below it, °C.
  private static let heatingLimit = 15.5
  /// The temperature difference below the heating limit at which heating is 1, °C.
  private static let heatingSpan = 9.0
}

/// Random factors of a place's air, each with mean 1.
private struct Chance {
  /// The local deviation from the map's traffic: a constant part of the spot and a part that lasts some
  /// hours.
  let quarter: Double
  let flow: Double
  let smoke: Double
  let kitchens: Double
  let region: Double
  let dust: Double

  init(_ moment: Moment, seed: UInt64) {
    let (east, north, time) = (moment.east, moment.north, moment.drifting)
    func noise(_ stream: ValueNoise.Stream, every seconds: Double) -> Double {
      ValueNoise(seed: seed, stream).value(time / seconds)
    }
    func field(_ stream: ValueNoise.Stream, _ metres: Double, _ seconds: Double) -> Double {
      ValueNoise(seed: seed, stream).value(east / metres, north / metres, moment.unix / seconds)
    }
    quarter =
      1 + 0.07 * ValueNoise(seed: seed, .streets).value(east / 450, north / 450)
      + 0.12 * field(.town, 4000, 9000)
    let flicker = 0.05 * noise(.flicker, every: 130)
    flow = 1 + 0.11 * noise(.exhaust, every: 1500) + flicker
    smoke = 1 + 0.14 * field(.smoke, 2500, 5400) + 0.06 * noise(.smoke, every: 700)
    kitchens = 1 + 0.2 * noise(.kitchens, every: 900)
    region =
      (1 + 0.30 * ValueNoise(seed: seed, .region).value(moment.passing / (105 * 3600)))
      * (1 + 0.19 * field(.district, 5000, 12_000))
      * (1 + 0.04 * noise(.region, every: 800) + 0.012 * noise(.puff, every: 61))
    dust =
      1 + 0.16 * noise(.dustiness, every: 1100) + 0.05 * noise(.dustiness, every: 110)
  }
}
