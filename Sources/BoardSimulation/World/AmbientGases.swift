/// Street-air gases that none of the board's sensors can tell apart.
///
/// The gases follow from the ``AirSources``. Exhaust brings nitrogen oxides, carbon monoxide, benzene and
/// soot; stoves bring smoke. Light splits nitrogen dioxide into nitric oxide and ozone, which recombine in
/// the dark. While ``WorldState/eco2`` is held by hand, exhaust and smoke are scaled to match the held value.
public struct AmbientGases: Hashable, Sendable {
  /// Nitrogen dioxide (NO2), µg/m³.
  public var nitrogenDioxide: Double
  /// Nitrogen oxides (NO and NO2 together, as NO2), µg/m³; not less than ``nitrogenDioxide``.
  public var nitrogenOxides: Double
  /// Ozone (O3), µg/m³.
  public var ozone: Double
  /// Sulphur dioxide (SO2), µg/m³.
  public var sulphurDioxide: Double
  /// Carbon monoxide (CO), mg/m³.
  public var carbonMonoxide: Double
  /// Ammonia (NH3), µg/m³.
  public var ammonia: Double
  /// Benzene (C6H6), µg/m³.
  public var benzene: Double
  /// Black carbon (soot), µg/m³.
  public var blackCarbon: Double

  /// Creates the gases that match a state of the air.
  public init(in state: WorldState) {
    let sources = state.sources
    // 1 unless eCO2 is held by hand; a held value may be far beyond any city's.
    let share = ((state.eco2 - 400) / max(sources.eco2, 1)).limited(to: 0...20)
    let exhaust = min(share * sources.traffic, Self.mostExhaust)
    let smoke = min(share * sources.heating, Self.mostExhaust)
    let oxides = 2.5 + 20 * exhaust + 3.5 * smoke
    let light = (state.illuminance / 100_000).limited(to: 0...1)
    let dioxide = min(Self.dioxide(oxides, oxidants: sources.oxidants, light: light), oxides)
    nitrogenDioxide = Self.dioxideWeight * dioxide
    nitrogenOxides = Self.dioxideWeight * oxides
    ozone =
      Self.ozoneWeight
      * max(sources.oxidants + Self.primary * oxides - dioxide, Self.leastOzone)
    sulphurDioxide = 1.5 + 0.6 * exhaust + 0.5 * smoke
    carbonMonoxide = 0.2 + 0.16 * exhaust + 0.14 * smoke
    ammonia = 5 + 0.4 * state.temperature.limited(to: 0...50)
    benzene = 0.2 + 0.28 * exhaust + 0.25 * smoke
    blackCarbon = 0.2 + 0.55 * exhaust + 0.5 * smoke
  }

  /// Returns the nitrogen dioxide, ppb, in equilibrium with light and ozone.
  ///
  /// In equilibrium, light splits as much NO2 as NO and O3 form. This gives a quadratic equation; the result
  /// is its smaller root. Source: Leighton, "Photochemistry of Air Pollution", 1961. The sum of ozone and NO2
  /// is the region's oxidants plus a share of the oxides: Clapp and Jenkin, Atmospheric Environment 35 (2001)
  /// 6391.
  private static func dioxide(_ oxides: Double, oxidants: Double, light: Double) -> Double {
    let all = oxidants + primary * oxides
    let sum = oxides + all + brightBalance * light
    return (sum - max(sum * sum - 4 * oxides * all, 0).squareRoot()) / 2
  }

  /// The share of the oxides that leaves the exhaust as NO2, not as NO.
  private static let primary = 0.12
  /// The equilibrium value of NO · O3 / NO2 in the brightest light, ppb: 0.008/s divided by 4·10⁻⁴/(ppb·s).
  private static let brightBalance = 20.0
  /// The ozone that remains in any case, ppb.
  private static let leastOzone = 0.5
  /// The upper limit of exhaust and of smoke; no city's air exceeds it.
  private static let mostExhaust = 12.0
  /// The mass concentration of 1 ppb at 20 °C and 1013 hPa, µg/m³ (Directive 2008/50/EC, annex VI, section
  /// D).
  private static let dioxideWeight = 1.912
  private static let ozoneWeight = 1.996
}
