/// Gases of street air that no sensor of a board tells apart.
///
/// They follow from what a board does measure, so that both tell one story: exhaust brings nitrogen oxides,
/// carbon monoxide, benzene and soot along with the gases of ``WorldState/eco2``; light makes ozone, and
/// exhaust takes it away. They stay within the ranges that the region's air has on ordinary days.
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
    // 1 beside an ordinary block at an ordinary hour; what is held by hand may be far beyond.
    let exhaust = ((state.eco2 - 400) / Weather.ordinaryLoad).limited(to: 0...3)
    let light = (state.illuminance / 120_000).limited(to: 0...1)
    nitrogenDioxide = 8 + 24 * exhaust * (1 - 0.35 * light)
    nitrogenOxides = nitrogenDioxide + 12 * exhaust * (1 - 0.5 * light)
    ozone = (15 + 74 * light) / (0.75 + 0.25 * exhaust)
    sulphurDioxide = 2 + 1.5 * exhaust
    carbonMonoxide = 0.2 + 0.35 * exhaust
    ammonia = 5 + 0.4 * state.temperature.limited(to: 0...50)
    benzene = 0.3 + 0.6 * exhaust
    blackCarbon = 0.4 + 1.1 * exhaust
  }
}
