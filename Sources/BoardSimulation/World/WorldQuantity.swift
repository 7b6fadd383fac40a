/// A quantity that can be held at a value by hand; the raw value is its name in reports.
public enum WorldQuantity: String, Hashable, Sendable, CaseIterable {
  /// Air temperature, °C.
  case temperature
  /// Relative humidity, percent.
  case humidity
  /// Air pressure, Pa.
  case pressure
  /// Total volatile organic compounds, ppb.
  case tvocs
  /// Equivalent CO2, ppm.
  case eco2
  /// Mass of the particles up to 1 µm, µg/m³.
  case pm1
  /// Mass of the particles up to 2.5 µm, µg/m³.
  case pm25
  /// Mass of the particles up to 4 µm, µg/m³.
  case pm4
  /// Mass of the particles up to 10 µm, µg/m³.
  case pm10
  /// Number of the particles up to 0.5 µm per cubic centimetre.
  case pm05Number = "pm05_number"
  /// Illuminance on a level surface, lx.
  case light

  /// The quantity's name in JSON and on the command line.
  public var name: String { rawValue }

  /// The range of values at which the quantity can be held; it goes well beyond the parts' specified range.
  public var range: ClosedRange<Double> {
    switch self {
    case .temperature: -100...150
    case .humidity: 0...100
    case .pressure: 1_000...200_000
    case .tvocs: 0...100_000
    case .eco2: 400...100_000
    case .pm1, .pm25, .pm4, .pm10, .pm05Number: 0...100_000
    case .light: 0...200_000
    }
  }

  /// The number of decimals in reports of the quantity.
  public var decimals: Int {
    switch self {
    case .temperature, .humidity, .pm1, .pm25, .pm4, .pm10, .pm05Number: 3
    case .pressure, .tvocs, .eco2: 2
    case .light: 1
    }
  }

  /// The particle quantities; only one of them is held at a time, and it determines all particle sizes.
  static let particulates: [Self] = [.pm1, .pm25, .pm4, .pm10, .pm05Number]

  /// Returns the quantity's value in a state.
  public func value(in state: WorldState) -> Double {
    switch self {
    case .temperature: state.temperature
    case .humidity: state.humidity
    case .pressure: state.pressure
    case .tvocs: state.tvoc
    case .eco2: state.eco2
    case .pm1: state.particulates.mass.pm1
    case .pm25: state.particulates.mass.pm25
    case .pm4: state.particulates.mass.pm4
    case .pm10: state.particulates.mass.pm10
    case .pm05Number: state.particulates.number.pm05
    case .light: state.illuminance
    }
  }

  /// Sets the quantity in a state; a particle quantity scales all sizes alike.
  func set(_ value: Double, in state: inout WorldState) {
    switch self {
    case .temperature: state.temperature = value
    case .humidity: state.humidity = value
    case .pressure: state.pressure = value
    case .tvocs: state.tvoc = value
    case .eco2: state.eco2 = value
    case .light: state.illuminance = value
    case .pm1, .pm25, .pm4, .pm10, .pm05Number:
      if self.value(in: state) <= 0 {
        state.particulates = ParticulateState(fineMass: 1, coarseMass: 0)
      }
      state.particulates = state.particulates.scaled(by: value / self.value(in: state))
    }
  }
}
