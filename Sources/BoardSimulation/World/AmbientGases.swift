/// Gases of street air that no sensor of a board tells apart.
///
/// They follow from the ``AirSources``: exhaust brings nitrogen oxides, carbon monoxide, benzene and soot, stoves
/// bring smoke; light parts nitrogen dioxide into nitric oxide and ozone, which find each other again in the
/// dark. Where ``WorldState/eco2`` is held by hand, there is as much more or less of what raises it.
public struct AmbientGases: Hashable, Sendable {
  /// NO2, µg/m³.
  public var nitrogenDioxide: Double
  /// NO and NO2 together, as NO2, µg/m³; not less than ``nitrogenDioxide``.
  public var nitrogenOxides: Double
  /// O3, µg/m³.
  public var ozone: Double
  /// SO2, µg/m³.
  public var sulphurDioxide: Double
  /// CO, mg/m³.
  public var carbonMonoxide: Double
  /// NH3, µg/m³.
  public var ammonia: Double
  /// C6H6, µg/m³.
  public var benzene: Double
  /// Soot, µg/m³.
  public var blackCarbon: Double

  /// The gases that go with a state of the air.
  public init(in state: WorldState) {
    let sources = state.sources
    // 1 unless it was changed by hand; what is held may be far beyond what any city has.
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

  /// Nitrogen dioxide, ppb, where light and ozone have come to rest with each other.
  ///
  /// NO2 that light parts is as much as NO and O3 make anew: a quadratic equation, whose smaller root it is.
  /// Source: Leighton, "Photochemistry of Air Pollution", 1961; that ozone and NO2 together are what the region
  /// brings and a share of the oxides: Clapp and Jenkin, Atmospheric Environment 35 (2001) 6391.
  private static func dioxide(_ oxides: Double, oxidants: Double, light: Double) -> Double {
    let all = oxidants + primary * oxides
    let sum = oxides + all + brightBalance * light
    return (sum - max(sum * sum - 4 * oxides * all, 0).squareRoot()) / 2
  }

  /// The share of the oxides that leaves the exhaust as NO2.
  private static let primary = 0.12
  /// NO times O3 by NO2 in the brightest light, ppb: 0.008 a second by 4·10⁻⁴ a ppb and second.
  private static let brightBalance = 20.0
  /// The ozone that is never taken away wholly, ppb.
  private static let leastOzone = 0.5
  /// Beyond this it is no city's air any more.
  private static let mostExhaust = 12.0
  /// µg/m³ of a ppb at 20 °C and 1013 hPa (Directive 2008/50/EC, annex VI, section D).
  private static let dioxideWeight = 1.912
  private static let ozoneWeight = 1.996
}
