/// The content of a place's air by its sources, after dilution.
///
/// What boards measure and what they do not follows from it, so that all of it tells one story: a morning's
/// exhaust is in the eCO2 and in the nitrogen oxides, a winter evening's smoke in the particles and the benzene.
/// 1 is about what there is beside an ordinary block in Milan in an ordinary hour of the year.
public struct AirSources: Hashable, Sendable {
  /// Exhaust of engines.
  public var traffic: Double
  /// Smoke of boilers and stoves.
  public var heating: Double
  /// The part that people breathe out and wear.
  public var people: Double
  /// Fumes of kitchens.
  public var cooking: Double
  /// The part that warmth drives out of fuel, paint and leaves.
  public var evaporation: Double
  /// Ozone of the region's air before nitric oxide takes some of it, ppb.
  public var oxidants: Double

  /// Creates the sources of a mild, clean day, unless told otherwise.
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

  /// The sum of all sources in equivalent CO2 above clean air, ppm.
  var eco2: Double {
    42 * traffic + 4 * heating + 8 * people + 6 * cooking + 24 * evaporation
  }

  /// Volatile organic compounds, ppb: each source has its own share of them.
  var tvoc: Double {
    4.0 * traffic + 1.2 * heating + 1.0 * people + 3.6 * cooking + 8.0 * evaporation
  }
}
