internal import Mathematics

/// The optics of an SPS30, and its computation of the particles in the air.
enum SPS30Optics {
  /// The shares of the true particles that the part sees from 1.0 µm up, and from 2.5 µm up.
  ///
  /// PM4 and PM10 are "calculated based on distribution profile of all measured particles" (datasheet
  /// version 1.0, §1.1, note 4): dust that is not in the profile of the fine particles is hardly seen.
  private static let sight = (medium: 0.5, coarse: 0.1)

  /// The air as the part believes it to be, at so many percent of relative humidity.
  static func seen(of air: ParticulateState, humidity: Double) -> ParticulateState {
    unsized(air).grown(by: growth(humidity: humidity))
  }

  /// By how much particles weigh more than on the filter of a reference, which is weighed at 50 % (EN 12341).
  ///
  /// The part does not dry the air. By κ-Köhler theory the water in a particle is κ·a/(1-a) of its dry volume,
  /// a being the humidity (Petters and Kreidenweis, Atmos. Chem. Phys. 7 (2007) 1961). κ is 0.15 to 0.29
  /// for fine particles of a city (Huang et al., Atmos. Meas. Tech. 17 (2024) 6073). Electronics warm the
  /// air in the part by a degree or two, so that it is never damper than 92 % there.
  static func growth(humidity: Double) -> Double {
    func mass(_ share: Double) -> Double { 1 + kappa / density * share / (1 - share) }
    return mass((humidity / 100).limited(to: 0.5...0.92)) / mass(0.5)
  }

  private static let kappa = 0.2
  private static let density = 1.65  // g/cm³, of a dry particle

  /// The air with what the part makes of its sizes.
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

  /// Sums up to 1.0, 2.5, 4.0 and 10 µm: what lies between is what is seen there, filled up by what the
  /// profile has beside so much up to 1.0 µm.
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
  /// The same particles with water on them, which makes them so many times as heavy.
  ///
  /// A third of that shows as particles that were too small to be seen before, the rest as size.
  fileprivate func grown(by factor: Double) -> ParticulateState {
    guard factor != 1 else { return self }
    let more = 1 + (factor - 1) / 3
    var grown = scaled(by: factor)
    grown.number = scaled(by: more).number
    grown.typicalSize *= Math.power(factor / more, 1.0 / 3)
    return grown
  }
}

/// An SPS30's view of the air once it has settled, without its noise.
public struct SPS30Sight: Hashable, Sendable {
  let isIdeal: Bool
  let tolerance: SPS30Tolerance

  /// Mass concentrations, µg/m³.
  public func mass(in state: WorldState) -> ParticulateState.Mass {
    let mass = air(in: state).mass
    return ParticulateState.Mass(
      pm1: tolerance.mass(mass.pm1), pm25: tolerance.mass(mass.pm25),
      pm4: tolerance.mass(mass.pm4), pm10: tolerance.mass(mass.pm10))
  }

  /// The air as the part believes it to be.
  func air(in state: WorldState) -> ParticulateState {
    isIdeal
      ? state.particulates : SPS30Optics.seen(of: state.particulates, humidity: state.humidity)
  }
}

/// The deviation of one SPS30 from the truth, the same all its life.
///
/// Source: Sensirion SPS30 datasheet version 1.0, §1.1: mass ±10 µg/m³ up to 100 µg/m³ and ±10 % above
/// for PM1 and PM2.5, number ±100 per cm³ up to 1000 and ±10 % above. PM4 and PM10, which may be off
/// farther, go with them, so that classes stay in order.
struct SPS30Tolerance: Hashable, Sendable {
  private let share: Double

  /// Draws it.
  init(seed: UInt64, realism: PartRealism) {
    var chance = Xoshiro256(seed: seed, part: "sps30.tolerance")
    share = realism.share(&chance)
  }

  /// A mass in µg/m³ as the part has it; none stays none.
  func mass(_ truth: Double) -> Double { shown(truth, error: 10) }

  /// A number per cm³ as the part has it; none stays none.
  func number(_ truth: Double) -> Double { shown(truth, error: 100) }

  private func shown(_ truth: Double, error: Double) -> Double {
    share == 0 ? truth : truth + share * min(truth, max(error, 0.1 * truth))
  }
}
