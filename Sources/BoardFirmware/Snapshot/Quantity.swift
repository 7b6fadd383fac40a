import GNSSBasics

/// A quantity the board tells: its name, unit and how it is printed.
///
/// The order of the cases is that of the fields on the wire.
public enum Quantity: UInt8, CaseIterable, Hashable, Sendable {
  /// Air temperature.
  case temperature
  /// Relative humidity.
  case humidity
  /// Air pressure at the board.
  case pressure
  /// Altitude by pressure.
  case altitude
  /// Total volatile organic compounds. They come before the carbon dioxide, unlike in the part.
  case tvocs
  /// Equivalent carbon dioxide.
  case eco2
  /// Mass of particles up to 0.5 µm.
  case pm05
  /// Mass of particles up to 1 µm.
  case pm1
  /// Mass of particles up to 2.5 µm.
  case pm25
  /// Mass of particles up to 4 µm.
  case pm4
  /// Mass of particles up to 10 µm.
  case pm10
  /// Geodetic latitude.
  case latitude
  /// Longitude.
  case longitude
  /// Number of particles up to 0.5 µm, which the part measures.
  case pm05Number
  /// Illuminance.
  case light
}

extension Quantity {
  /// How a value came about.
  public enum Provenance: Hashable, Sendable {
    /// A part delivered it.
    case measured
    /// The firmware calculated it from what a part delivered.
    case derived

    /// The word for it in JSON.
    public var name: String { self == .measured ? "measured" : "derived" }
  }

  /// The name in JSON, as the phone apps call the field.
  public var name: String {
    switch self {
    case .temperature: "temperature"
    case .humidity: "humidity"
    case .pressure: "pressure"
    case .altitude: "altitude"
    case .tvocs: "tvocs"
    case .eco2: "eco2"
    case .pm05: "pm05"
    case .pm1: "pm1"
    case .pm25: "pm25"
    case .pm4: "pm4"
    case .pm10: "pm10"
    case .latitude: "latitude"
    case .longitude: "longitude"
    case .pm05Number: "pm05_number"
    case .light: "light"
    }
  }

  /// The unit of its value.
  public var unit: String {
    switch self {
    case .temperature: "°C"
    case .humidity: "%RH"
    case .pressure: "Pa"
    case .altitude: "m"
    case .tvocs: "ppb"
    case .eco2: "ppm"
    case .pm05, .pm1, .pm25, .pm4, .pm10: "µg/m³"
    case .latitude, .longitude: "°"
    case .pm05Number: "#/cm³"
    case .light: "lx"
    }
  }

  /// Digits after the point, on the wire and in JSON: a real-time kinematic fix is worth millimetres.
  public var decimals: Int {
    switch self {
    case .tvocs, .eco2: 0
    case .latitude, .longitude: 9
    default: 2
    }
  }

  /// How its value comes about.
  public var provenance: Provenance {
    switch self {
    case .altitude, .pm05: .derived
    default: .measured
    }
  }
}

extension Measurement {
  /// The value of a quantity and when it was measured; `nil` when no part has delivered one.
  public func value(of quantity: Quantity) -> Timed<Double>? {
    switch quantity {
    case .temperature, .humidity, .pressure, .altitude:
      air.map { Timed($0.value.value(of: quantity), at: $0.time) }
    case .tvocs: gas.map { Timed($0.value.tvocPartsPerBillion, at: $0.time) }
    case .eco2: gas.map { Timed($0.value.eco2PartsPerMillion, at: $0.time) }
    case .pm05, .pm1, .pm25, .pm4, .pm10, .pm05Number:
      particulates.map { Timed($0.value.value(of: quantity), at: $0.time) }
    case .latitude: position.map { Timed($0.value.latitude, at: $0.time) }
    case .longitude: position.map { Timed($0.value.longitude, at: $0.time) }
    case .light: illuminance
    }
  }
}

extension AirReading {
  fileprivate func value(of quantity: Quantity) -> Double {
    switch quantity {
    case .humidity: humidityPercent
    case .pressure: pressurePascals
    case .altitude: altitudeMetres
    default: temperatureCelsius
    }
  }
}

extension ParticulateReading {
  fileprivate func value(of quantity: Quantity) -> Double {
    switch quantity {
    case .pm1: pm1
    case .pm25: pm25
    case .pm4: pm4
    case .pm10: pm10
    case .pm05Number: pm05Number
    default: pm05
    }
  }
}
