internal import BoardFirmware

/// The measurement in one answer of a board.
///
/// A value is `nil` until a sensor has delivered one, and when the dialect does not include it.
///
/// ```swift
/// let body = Array("22.50;45.30;100653.25;56.07;12;412;1.70;4.00;5.10;5.20;5.20;45.4781;9.2277".utf8)
/// let measurement = try BoardMeasurement(parsing: body.span)
/// measurement.temperatureCelsius  // 22.5
/// ```
public struct BoardMeasurement: Hashable, Sendable {
  /// The dialect of the answer.
  public var dialect: BoardDialect
  /// Air temperature, degrees Celsius.
  public var temperatureCelsius: Double?
  /// Relative humidity, percent.
  public var humidityPercent: Double?
  /// Air pressure at the board, pascals.
  public var pressurePascals: Double?
  /// Altitude derived from the air pressure, metres; it drifts with the weather.
  public var altitudeMetres: Double?
  /// Total volatile organic compounds, parts per billion.
  public var tvocPartsPerBillion: Double?
  /// Equivalent carbon dioxide, parts per million; at least 400.
  public var eco2PartsPerMillion: Double?
  /// Mass of particles up to 0.5 µm, µg/m³; some boards send the particle count per cm³ instead.
  public var pm05: Double?
  /// Mass of particles up to 1 µm, µg/m³.
  public var pm1: Double?
  /// Mass of particles up to 2.5 µm, µg/m³.
  public var pm25: Double?
  /// Mass of particles up to 4 µm, µg/m³.
  public var pm4: Double?
  /// Mass of particles up to 10 µm, µg/m³.
  public var pm10: Double?
  /// The board's latitude, degrees, positive north.
  public var latitude: Double?
  /// The board's longitude, degrees, positive east.
  public var longitude: Double?
  /// The ages of values that the board reports as old, by the names of their fields.
  public var ages: [String: Duration] = [:]

  /// Creates a measurement without values.
  public init(_ dialect: BoardDialect = .moqa) { self.dialect = dialect }
}

extension BoardMeasurement {
  /// A value with its name and unit, for display.
  public struct Field: Hashable, Sendable {
    /// The field's name in the apps, such as `temperature` or `pm25`.
    public var name: String
    /// The unit, such as `°C` or `µg/m³`.
    public var unit: String
    /// The value; `nil` when the board has none.
    public var value: Double?
    /// The value's age, when the board reports it as old; otherwise `nil`.
    public var age: Duration?
  }

  /// The values of the dialect, in its order.
  public var fields: [Field] {
    dialect.quantities.map { quantity in
      Field(
        name: quantity.name, unit: quantity.unit, value: self[quantity], age: ages[quantity.name])
    }
  }

  subscript(quantity: Quantity) -> Double? {
    get { Self.path(to: quantity).flatMap { self[keyPath: $0] } }
    set { if let path = Self.path(to: quantity) { self[keyPath: path] = newValue } }
  }

  private static func path(to quantity: Quantity) -> WritableKeyPath<Self, Double?>? {
    switch quantity {
    case .temperature: \.temperatureCelsius
    case .humidity: \.humidityPercent
    case .pressure: \.pressurePascals
    case .altitude: \.altitudeMetres
    case .tvocs: \.tvocPartsPerBillion
    case .eco2: \.eco2PartsPerMillion
    case .pm05: \.pm05
    case .pm1: \.pm1
    case .pm25: \.pm25
    case .pm4: \.pm4
    case .pm10: \.pm10
    case .latitude: \.latitude
    case .longitude: \.longitude
    default: nil
    }
  }
}
