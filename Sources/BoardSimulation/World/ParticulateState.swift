/// Particles in the air, as an optical sensor that sees 0.3 µm and more would report them.
///
/// Mass and number never fall from one size class to the next, because each counts everything
/// from 0.3 µm up to its limit.
public struct ParticulateState: Hashable, Sendable {
  /// Mass concentrations, µg/m³.
  public struct Mass: Hashable, Sendable {
    /// Up to 1.0 µm.
    public var pm1: Double
    /// Up to 2.5 µm.
    public var pm25: Double
    /// Up to 4.0 µm.
    public var pm4: Double
    /// Up to 10 µm.
    public var pm10: Double

    /// Creates mass concentrations in µg/m³.
    public init(pm1: Double, pm25: Double, pm4: Double, pm10: Double) {
      self.pm1 = pm1
      self.pm25 = pm25
      self.pm4 = pm4
      self.pm10 = pm10
    }
  }

  /// Number concentrations, particles per cm³.
  public struct Number: Hashable, Sendable {
    /// Up to 0.5 µm.
    public var pm05: Double
    /// Up to 1.0 µm.
    public var pm1: Double
    /// Up to 2.5 µm.
    public var pm25: Double
    /// Up to 4.0 µm.
    public var pm4: Double
    /// Up to 10 µm.
    public var pm10: Double

    /// Creates number concentrations in particles per cm³.
    public init(pm05: Double, pm1: Double, pm25: Double, pm4: Double, pm10: Double) {
      self.pm05 = pm05
      self.pm1 = pm1
      self.pm25 = pm25
      self.pm4 = pm4
      self.pm10 = pm10
    }
  }

  /// Mass concentrations, µg/m³.
  public var mass: Mass
  /// Number concentrations, particles per cm³.
  public var number: Number
  /// Mean diameter of the particles counted, µm.
  public var typicalSize: Double

  /// Creates a state from what a sensor would report.
  public init(mass: Mass, number: Number, typicalSize: Double) {
    self.mass = mass
    self.number = number
    self.typicalSize = typicalSize
  }

  /// Creates a consistent state from the mass in two lognormal modes between 0.3 and 10 µm.
  ///
  /// - Parameters:
  ///   - fineMass: Mass of the accumulation mode (smoke, exhaust), µg/m³, not negative.
  ///   - coarseMass: Mass of the coarse mode (dust, pollen), µg/m³, not negative.
  public init(fineMass: Double, coarseMass: Double) {
    let (fine, coarse) = (max(fineMass, 0), max(coarseMass, 0))
    let (f, c) = (LognormalMode.accumulation, LognormalMode.coarse)
    mass = Mass(
      pm1: fine * f.mass.pm1 + coarse * c.mass.pm1,
      pm25: fine * f.mass.pm25 + coarse * c.mass.pm25,
      pm4: fine * f.mass.pm4 + coarse * c.mass.pm4,
      pm10: fine * f.mass.pm10 + coarse * c.mass.pm10
    )
    number = Number(
      pm05: fine * f.number.pm05 + coarse * c.number.pm05,
      pm1: fine * f.number.pm1 + coarse * c.number.pm1,
      pm25: fine * f.number.pm25 + coarse * c.number.pm25,
      pm4: fine * f.number.pm4 + coarse * c.number.pm4,
      pm10: fine * f.number.pm10 + coarse * c.number.pm10
    )
    let diameters = fine * f.diameterSum + coarse * c.diameterSum
    typicalSize = number.pm10 > 0 ? diameters / number.pm10 : Self.sizeInCleanAir
  }

  /// Returns a multiple of the particles, of the same sizes.
  func scaled(by factor: Double) -> Self {
    ParticulateState(
      mass: Mass(
        pm1: mass.pm1 * factor, pm25: mass.pm25 * factor, pm4: mass.pm4 * factor,
        pm10: mass.pm10 * factor),
      number: Number(
        pm05: number.pm05 * factor, pm1: number.pm1 * factor, pm25: number.pm25 * factor,
        pm4: number.pm4 * factor, pm10: number.pm10 * factor),
      typicalSize: factor > 0 ? typicalSize : Self.sizeInCleanAir)
  }

  /// The size that the sensor shows when it sees no particle at all, µm.
  static let sizeInCleanAir = 1.63
}
