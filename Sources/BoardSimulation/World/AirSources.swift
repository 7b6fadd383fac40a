/// The air's content at a place by source, after dilution.
///
/// All measured and unmeasured gases and particles follow from these sources, so they agree with each other.
/// Morning exhaust raises both eCO2 and nitrogen oxides; winter smoke in the evening raises both particles
/// and benzene. A value of 1 is about the level beside an ordinary block in Milan in an ordinary hour of the
/// year.
public struct AirSources: Hashable, Sendable {
  /// Engine exhaust, relative to an ordinary Milan block.
  public var traffic: Double
  /// Smoke of boilers and stoves; 1 is a day whose mean is 9 °C below the heating limit.
  public var heating: Double
  /// Emissions of people: breath and clothing, relative to an ordinary Milan block.
  public var people: Double
  /// Kitchen fumes, relative to an ordinary hour.
  public var cooking: Double
  /// Vapours that warmth drives out of fuel, paint and leaves.
  public var evaporation: Double
  /// The region's ozone before nitric oxide consumes part of it, ppb.
  public var oxidants: Double

  /// Creates sources; the defaults are a mild, clean day.
  public init(
    traffic: Double = 0.6, heating: Double = 0, people: Double = 0.7, cooking: Double = 0.6,
    evaporation: Double = 0.6, oxidants: Double = 42
  ) {
    self.traffic = traffic
    self.heating = heating
    self.people = people
    self.cooking = cooking
    self.evaporation = evaporation
    self.oxidants = oxidants
  }

  /// The equivalent CO2 of all sources above clean air, ppm.
  var eco2: Double {
    42 * traffic + 4 * heating + 8 * people + 6 * cooking + 24 * evaporation
  }

  /// The volatile organic compounds of all sources, ppb, with a factor for each source.
  var tvoc: Double {
    4.0 * traffic + 1.2 * heating + 1.0 * people + 3.6 * cooking + 8.0 * evaporation
  }
}
