public import GNSSBasics
import SensorDrivers

/// A value and the board time it was measured at.
public struct Timed<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What was measured.
  public var value: Value
  /// When, since boot.
  public var time: Duration

  /// Creates a value measured at a board time.
  public init(_ value: Value, at time: Duration) {
    self.value = value
    self.time = time
  }

  /// How long ago that was; never negative.
  public func age(at now: Duration) -> Duration { max(now - time, .zero) }
}

/// What the BME280 tells about the air.
public struct AirReading: Hashable, Sendable {
  /// Temperature, degrees Celsius.
  public var temperatureCelsius: Double
  /// Relative humidity, per cent.
  public var humidityPercent: Double
  /// Pressure where the board is, pascals.
  public var pressurePascals: Double

  /// Creates a reading.
  public init(temperatureCelsius: Double, humidityPercent: Double, pressurePascals: Double) {
    self.temperatureCelsius = temperatureCelsius
    self.humidityPercent = humidityPercent
    self.pressurePascals = pressurePascals
  }

  /// The altitude at which the standard atmosphere has this pressure, metres.
  ///
  /// It drifts with the weather, about 8.3 m per hectopascal: the sea-level pressure is taken to be
  /// the standard one, as on the original board.
  public var altitudeMetres: Double { BarometricAltitude.metres(pressurePascals: pressurePascals) }
}

/// What the CCS811 tells about gases.
public struct GasReading: Hashable, Sendable {
  /// Equivalent carbon dioxide, parts per million.
  public var eco2PartsPerMillion: Double
  /// Total volatile organic compounds, parts per billion.
  public var tvocPartsPerBillion: Double

  /// Creates a reading.
  public init(eco2PartsPerMillion: Double, tvocPartsPerBillion: Double) {
    self.eco2PartsPerMillion = eco2PartsPerMillion
    self.tvocPartsPerBillion = tvocPartsPerBillion
  }
}

/// What the SPS30 tells about particles, each bin from 0.3 µm up to its name.
public struct ParticulateReading: Hashable, Sendable {
  /// Mass up to 1.0 µm, µg/m³.
  public var pm1: Double
  /// Mass up to 2.5 µm, µg/m³.
  public var pm25: Double
  /// Mass up to 4.0 µm, µg/m³.
  public var pm4: Double
  /// Mass up to 10 µm, µg/m³.
  public var pm10: Double
  /// Number up to 0.5 µm, per cm³.
  public var pm05Number: Double

  /// Creates a reading.
  public init(pm1: Double, pm25: Double, pm4: Double, pm10: Double, pm05Number: Double) {
    self.pm1 = pm1
    self.pm25 = pm25
    self.pm4 = pm4
    self.pm10 = pm10
    self.pm05Number = pm05Number
  }

  /// Mass up to 0.5 µm, µg/m³, derived from the number: the sensor has no such value.
  public var pm05: Double { pm05Number * Self.microgramsPerThousandLitresAndParticle }

  /// The mass of one particle per cm³, in µg/m³: spheres of 0.4 µm and 1.65 g/cm³.
  static let microgramsPerThousandLitresAndParticle = 0.0553
}

/// The board's last values, each with the time it was measured at; `nil` until there was one.
///
/// A part that fails keeps its last value here, which then only grows older.
public struct Measurement: Hashable, Sendable {
  /// Temperature, humidity and pressure, of one conversion.
  public var air: Timed<AirReading>?
  /// Gases.
  public var gas: Timed<GasReading>?
  /// Particles.
  public var particulates: Timed<ParticulateReading>?
  /// Where the receiver was, at the time of that epoch.
  public var position: Timed<GeodeticPosition>?
  /// Illuminance, lux.
  public var illuminance: Timed<Double>?

  /// Creates a measurement with no values.
  public init() {}
}
