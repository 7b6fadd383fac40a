/// Quantities that are held at a value, whatever the scenario says; `nil` leaves them to it.
public struct WorldOverrides: Hashable, Sendable {
  /// Air temperature, °C.
  public var temperature: Double?
  /// Relative humidity, percent.
  public var humidity: Double?
  /// Air pressure, Pa.
  public var pressure: Double?
  /// Equivalent CO2, ppm.
  public var eco2: Double?
  /// Total volatile organic compounds, ppb.
  public var tvoc: Double?
  /// Particles in the air.
  public var particulates: ParticulateState?
  /// Illuminance, lx.
  public var illuminance: Double?

  /// Creates overrides that change nothing.
  public init() {}

  /// Puts the held values into a state.
  func apply(to state: inout WorldState) {
    if let temperature { state.temperature = temperature }
    if let humidity { state.humidity = humidity }
    if let pressure { state.pressure = pressure }
    if let eco2 { state.eco2 = eco2 }
    if let tvoc { state.tvoc = tvoc }
    if let particulates { state.particulates = particulates }
    if let illuminance { state.illuminance = illuminance }
  }
}
