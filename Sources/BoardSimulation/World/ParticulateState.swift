/// Airborne particles, as reported by an optical sensor that detects particles of 0.3 µm and more.
///
/// Mass and number never fall from one size class to the next: each class includes all particles from 0.3 µm
/// up to the class's limit.
public struct ParticulateState: Hashable, Sendable {
  /// Mass concentrations, µg/m³.
  public struct Mass: Hashable, Sendable {
    /// Mass of particles up to 1.0 µm (PM1), µg/m³.
    public var pm1: Double
    /// Mass of particles up to 2.5 µm (PM2.5), µg/m³.
    public var pm25: Double
    /// Mass of particles up to 4.0 µm (PM4), µg/m³.
    public var pm4: Double
    /// Mass of particles up to 10 µm (PM10), µg/m³.
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
    /// Number of particles up to 0.5 µm, per cm³.
    public var pm05: Double
    /// Number of particles up to 1.0 µm, per cm³.
    public var pm1: Double
    /// Number of particles up to 2.5 µm, per cm³.
    public var pm25: Double
    /// Number of particles up to 4.0 µm, per cm³.
    public var pm4: Double
    /// Number of particles up to 10 µm, per cm³.
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
  /// The mean diameter of the counted particles, µm.
  public var typicalSize: Double

  /// Creates a state from the values that a sensor would report.
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

  /// Returns the particles multiplied by a factor, with the same size distribution.
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

  /// The typical size that the sensor reports when it detects no particles, µm.
  static let sizeInCleanAir = 1.63
}
