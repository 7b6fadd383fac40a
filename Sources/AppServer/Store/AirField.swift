/// A column of a row: a quantity that a board measures, in the order of its text.
public enum AirField: Int, Hashable, Sendable, CaseIterable {
  /// The air temperature, degrees Celsius.
  case temperature
  /// The relative humidity, percent.
  case humidity
  /// The air pressure, pascals.
  case pressure
  /// The altitude derived from the pressure, metres.
  case altitude
  /// Volatile organic compounds, ppb; placed before eCO2, unlike in the sensor's registers.
  case tvocs
  /// Equivalent CO2, ppm.
  case eco2
  /// Particles up to 0.5 µm, µg/m³.
  case pm05
  /// Particles up to 1 µm, µg/m³.
  case pm1
  /// Particles up to 2.5 µm, µg/m³.
  case pm25
  /// Particles up to 4 µm, µg/m³.
  case pm4
  /// Particles up to 10 µm, µg/m³.
  case pm10
  /// The latitude, degrees, positive north.
  case latitude
  /// The longitude, degrees, positive east.
  case longitude

  /// The column's name in rows and in error messages.
  public var name: String { "\(self)" }
}
