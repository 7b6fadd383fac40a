internal import Mathematics

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
    let modes = [
      LognormalMode(medianDiameter: 0.32, geometricDeviation: 1.6, mass: fineMass),
      LognormalMode(medianDiameter: 1.6, geometricDeviation: 1.9, mass: coarseMass),
    ]
    func mass(_ limit: Double) -> Double { modes.reduce(0) { $0 + $1.mass(upTo: limit) } }
    func number(_ limit: Double) -> Double { modes.reduce(0) { $0 + $1.number(upTo: limit) } }
    self.mass = Mass(pm1: mass(1), pm25: mass(2.5), pm4: mass(4), pm10: mass(10))
    self.number = Number(
      pm05: number(0.5), pm1: number(1), pm25: number(2.5), pm4: number(4), pm10: number(10))
    let diameters = modes.reduce(0) { $0 + $1.diameterSum }
    typicalSize = self.number.pm10 > 0 ? diameters / self.number.pm10 : Self.sizeInCleanAir
  }

  /// What the sensor shows when it sees no particle at all, µm.
  static let sizeInCleanAir = 1.63
}

/// A lognormal population of spheres between 0.3 and 10 µm.
///
/// Source: Hinds, "Aerosol Technology", chapter 4 (Hatch–Choate equations).
private struct LognormalMode {
  let medianDiameter: Double
  let spread: Double  // ln of the geometric standard deviation
  let count: Double  // particles per cm³ over all sizes, the unseen ones included

  static let smallest = 0.3
  static let largest = 10.0
  static let density = 1.65  // g/cm³, the usual assumption for city air

  init(medianDiameter: Double, geometricDeviation: Double, mass: Double) {
    self.medianDiameter = medianDiameter
    spread = Math.logarithm(geometricDeviation)
    let unit = Self.weight(median: medianDiameter, spread: spread, power: 3)
    let seen = Self.share(3, upTo: Self.largest, median: medianDiameter, spread: spread)
    // A sphere of 1 µm and 1 g/cm³ weighs π/6 pg, and one pg in a cm³ is one µg in a m³.
    count = max(mass, 0) / (Self.density * .pi / 6 * unit * seen)
  }

  func number(upTo limit: Double) -> Double { moment(0, upTo: limit) }
  func mass(upTo limit: Double) -> Double { Self.density * .pi / 6 * moment(3, upTo: limit) }
  var diameterSum: Double { moment(1, upTo: Self.largest) }

  /// The sum of diameters to a power, over the particles from 0.3 µm to `limit` in a cm³.
  private func moment(_ power: Double, upTo limit: Double) -> Double {
    count * Self.weight(median: medianDiameter, spread: spread, power: power)
      * Self.share(power, upTo: limit, median: medianDiameter, spread: spread)
  }

  /// The mean of the diameter to a power over the whole population.
  private static func weight(median: Double, spread: Double, power: Double) -> Double {
    Math.power(median, power) * Math.exponential(power * power * spread * spread / 2)
  }

  /// The part of a moment that lies between 0.3 µm and `limit`.
  private static func share(
    _ power: Double, upTo limit: Double, median: Double, spread: Double
  ) -> Double {
    let shifted = Math.logarithm(median) + power * spread * spread
    func below(_ diameter: Double) -> Double {
      let deviations = (Math.logarithm(diameter) - shifted) / spread
      return 0.5 * (1 + Math.errorFunction(deviations / 2.0.squareRoot()))
    }
    return below(limit) - below(smallest)
  }
}
