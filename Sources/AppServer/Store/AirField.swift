/// A column of a row: what a board measures, in the order of its text.
public enum AirField: Int, Hashable, Sendable, CaseIterable {
  /// Degrees Celsius.
  case temperature
  /// Relative humidity, percent.
  case humidity
  /// Pascals.
  case pressure
  /// Metres, derived from the pressure.
  case altitude
  /// Volatile organic compounds, ppb; before eCO2, unlike in the sensor's registers.
  case tvocs
  /// Equivalent CO2, ppm.
  case eco2
  /// Up to 0.5 µm, µg/m³.
  case pm05
  /// Up to 1 µm, µg/m³.
  case pm1
  /// Up to 2.5 µm, µg/m³.
  case pm25
  /// Up to 4 µm, µg/m³.
  case pm4
  /// Up to 10 µm, µg/m³.
  case pm10
  /// Degrees, positive north.
  case latitude
  /// Degrees, positive east.
  case longitude

  /// Its name in rows, and in errors.
  public var name: String { "\(self)" }
}
