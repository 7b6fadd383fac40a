internal import Mathematics

/// The composition of 1 µg/m³ of a lognormal population of spheres between 0.3 and 10 µm.
///
/// Source: Hinds, "Aerosol Technology", chapter 4 (Hatch–Choate equations).
struct LognormalMode: Hashable, Sendable {
  /// Mass up to each size limit, as a share of the mass up to 10 µm.
  let mass: ParticulateState.Mass
  /// Particles per cm³ up to each size limit.
  let number: ParticulateState.Number
  /// The sum of all particle diameters in a cm³, µm.
  let diameterSum: Double

  /// The accumulation mode: smoke and exhaust.
  static let accumulation = LognormalMode(medianDiameter: 0.32, geometricDeviation: 1.6)
  /// The coarse mode: dust and pollen.
  static let coarse = LognormalMode(medianDiameter: 1.6, geometricDeviation: 1.9)

  /// Creates a mode from the median particle diameter, µm, and the geometric standard deviation.
  private init(medianDiameter: Double, geometricDeviation: Double) {
    let mode = Population(
      logMedian: Math.logarithm(medianDiameter), spread: Math.logarithm(geometricDeviation))
    func mass(_ limit: Double) -> Double { mode.moment(3, upTo: limit) / mode.moment(3, upTo: 10) }
    // A sphere of 1 µm and 1 g/cm³ weighs π/6 pg, and one pg in a cm³ is one µg in a m³.
    let count = 1 / (Population.density * .pi / 6 * mode.moment(3, upTo: 10))
    func number(_ limit: Double) -> Double { count * mode.moment(0, upTo: limit) }
    self.mass = .init(pm1: mass(1), pm25: mass(2.5), pm4: mass(4), pm10: mass(10))
    self.number = .init(
      pm05: number(0.5), pm1: number(1), pm25: number(2.5), pm4: number(4), pm10: number(10))
    diameterSum = count * mode.moment(1, upTo: 10)
  }
}

/// A lognormal distribution of diameters.
private struct Population {
  let logMedian: Double
  let spread: Double  // ln of the geometric standard deviation

  /// The smallest diameter that an optical sensor detects, µm.
  static let smallest = 0.3
  /// The density of the particles, g/cm³: the usual assumption for city air.
  static let density = 1.65

  /// Returns the mean of a power of the diameter over the particles from 0.3 µm to `limit`.
  func moment(_ power: Double, upTo limit: Double) -> Double {
    let whole = Math.exponential(power * logMedian + power * power * spread * spread / 2)
    let shifted = logMedian + power * spread * spread
    func below(_ diameter: Double) -> Double {
      let deviations = (Math.logarithm(diameter) - shifted) / spread
      return 0.5 * (1 + Math.errorFunction(deviations / 2.0.squareRoot()))
    }
    return whole * (below(limit) - below(Self.smallest))
  }
}
