internal import Mathematics

/// The optics of an SPS30 and its computation of particle concentrations.
enum SPS30Optics {
  /// The detected shares of the true particles above 1.0 µm and above 2.5 µm.
  ///
  /// PM4 and PM10 are "calculated based on distribution profile of all measured particles" (datasheet version
  /// 1.0, §1.1, note 4). Dust outside of the fine particles' profile is hardly detected.
  private static let sight = (medium: 0.5, coarse: 0.1)

  /// Returns the air as the part computes it at a relative humidity, percent.
  static func seen(of air: ParticulateState, humidity: Double) -> ParticulateState {
    unsized(air).grown(by: growth(humidity: humidity))
  }

  /// Returns the mass factor of particles against a reference filter, which is weighed at 50 % (EN 12341).
  ///
  /// The part does not dry the air. By κ-Köhler theory the water in a particle is κ·a/(1-a) of the particle's
  /// dry volume, a being the humidity (Petters and Kreidenweis, Atmos. Chem. Phys. 7 (2007) 1961). κ is 0.15
  /// to 0.29 for a city's fine particles (Huang et al., Atmos. Meas. Tech. 17 (2024) 6073). Electronics warm
  /// the air in the part by a degree or two, so its humidity never exceeds 92 %.
  static func growth(humidity: Double) -> Double {
    func mass(_ share: Double) -> Double { 1 + kappa / density * share / (1 - share) }
    return mass((humidity / 100).limited(to: 0.5...0.92)) / mass(0.5)
  }

  private static let kappa = 0.2
  private static let density = 1.65  // g/cm³, of a dry particle

  /// Returns the air with the part's approximation of the size distribution.
  private static func unsized(_ air: ParticulateState) -> ParticulateState {
    let (mass, number) = (air.mass, air.number)
    let fine = LognormalMode.accumulation
    let masses = believed(
      (mass.pm1, mass.pm25, mass.pm4, mass.pm10),
      by: (fine.mass.pm1, fine.mass.pm25, fine.mass.pm4, fine.mass.pm10))
    let numbers = believed(
      (number.pm1, number.pm25, number.pm4, number.pm10),
      by: (fine.number.pm1, fine.number.pm25, fine.number.pm4, fine.number.pm10))
    return ParticulateState(
      mass: .init(pm1: masses.0, pm25: masses.1, pm4: masses.2, pm10: masses.3),
      number: .init(
        pm05: number.pm05, pm1: numbers.0, pm25: numbers.1, pm4: numbers.2, pm10: numbers.3),
      typicalSize: air.typicalSize)
  }

  private typealias Sums = (Double, Double, Double, Double)

  /// Returns the part's estimates up to 1.0, 2.5, 4.0 and 10 µm from the true sums.
  ///
  /// The estimate between two limits combines two terms: the detected share of the true difference, and for
  /// the rest the profile's difference, scaled to the sum up to 1.0 µm.
  private static func believed(_ air: Sums, by profile: Sums) -> Sums {
    let scale = air.0 / profile.0
    func between(_ truth: Double, _ usual: Double, _ sight: Double) -> Double {
      max(sight * truth + (1 - sight) * scale * usual, 0)
    }
    let second = air.0 + between(air.1 - air.0, profile.1 - profile.0, sight.medium)
    let third = second + between(air.2 - air.1, profile.2 - profile.1, sight.coarse)
    return (
      air.0, second, third, third + between(air.3 - air.2, profile.3 - profile.2, sight.coarse)
    )
  }
}

extension ParticulateState {
  /// Returns the same particles with water on them, which multiplies their mass by a factor.
  ///
  /// A third of the growth shows as more particles, which were too small to be detected before; the rest
  /// shows as size.
  fileprivate func grown(by factor: Double) -> ParticulateState {
    guard factor != 1 else { return self }
    let more = 1 + (factor - 1) / 3
    var grown = scaled(by: factor)
    grown.number = scaled(by: more).number
    grown.typicalSize *= Math.power(factor / more, 1.0 / 3)
    return grown
  }
}

/// An SPS30's view of the air once settled, without noise.
public struct SPS30Sight: Hashable, Sendable {
  let isIdeal: Bool
  let tolerance: SPS30Tolerance

  /// Returns the mass concentrations that the part shows, µg/m³.
  public func mass(in state: WorldState) -> ParticulateState.Mass {
    let mass = air(in: state).mass
    return ParticulateState.Mass(
      pm1: tolerance.mass(mass.pm1), pm25: tolerance.mass(mass.pm25),
      pm4: tolerance.mass(mass.pm4), pm10: tolerance.mass(mass.pm10))
  }

  /// Returns the air as the part computes it, without its tolerance.
  func air(in state: WorldState) -> ParticulateState {
    isIdeal
      ? state.particulates : SPS30Optics.seen(of: state.particulates, humidity: state.humidity)
  }
}

/// The constant deviation of one SPS30 from the truth.
///
/// Source: Sensirion SPS30 datasheet version 1.0, §1.1: mass ±10 µg/m³ up to 100 µg/m³ and ±10 % above for
/// PM1 and PM2.5, number ±100 per cm³ up to 1000 and ±10 % above. PM4 and PM10, whose limits are wider, take
/// the same error, so that the size classes stay in order.
struct SPS30Tolerance: Hashable, Sendable {
  private let share: Double

  /// Draws the error from a seed.
  init(seed: UInt64, realism: PartRealism) {
    var chance = Xoshiro256(seed: seed, part: "sps30.tolerance")
    share = realism.share(&chance)
  }

  /// Returns the mass that the part shows for a true mass, µg/m³; zero stays zero.
  func mass(_ truth: Double) -> Double { shown(truth, error: 10) }

  /// Returns the number that the part shows for a true number, per cm³; zero stays zero.
  func number(_ truth: Double) -> Double { shown(truth, error: 100) }

  private func shown(_ truth: Double, error: Double) -> Double {
    share == 0 ? truth : truth + share * min(truth, max(error, 0.1 * truth))
  }
}
