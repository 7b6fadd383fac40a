internal import BoardSimulation
internal import Mathematics

/// The quantity that a sensor of the region measures, by its name in the data sets.
///
/// The apps compare these names exactly, and derive units and bars from them.
public enum OpenDataQuantity: String, Hashable, Sendable, CaseIterable {
  /// Air temperature, °C.
  case temperature = "Temperatura"
  /// Relative humidity, percent.
  case humidity = "Umidità Relativa"
  /// Rain of the last ten minutes, mm.
  case precipitation = "Precipitazione"
  /// The direction from which the wind blows, degrees from north over east.
  case windDirection = "Direzione Vento"
  /// Wind speed, m/s.
  case windSpeed = "Velocità Vento"
  /// Global radiation: the power of sunlight on a horizontal surface, W/m².
  case radiation = "Radiazione Globale"

  /// Ozone (O3), µg/m³.
  case ozone = "Ozono"
  /// Sulphur dioxide (SO2), µg/m³.
  case sulphurDioxide = "Biossido di Zolfo"
  /// Nitrogen dioxide (NO2), µg/m³.
  case nitrogenDioxide = "Biossido di Azoto"
  /// Nitrogen oxides (NO and NO2, expressed as NO2), µg/m³.
  case nitrogenOxides = "Ossidi di Azoto"
  /// Carbon monoxide (CO), mg/m³.
  case carbonMonoxide = "Monossido di Carbonio"
  /// Particles up to 2.5 µm, µg/m³.
  case pm25 = "Particelle sospese PM2.5"
  /// Particles up to 10 µm, µg/m³.
  case pm10 = "PM10 (SM2005)"
  /// Ammonia (NH3), µg/m³.
  case ammonia = "Ammoniaca"
  /// Benzene (C6H6), µg/m³.
  case benzene = "Benzene"
  /// Black carbon (soot), µg/m³.
  case blackCarbon = "BlackCarbon"

  /// The quantity's unit, as the data sets write it.
  public var unit: String {
    switch self {
    case .temperature: "°C"
    case .humidity: "%"
    case .precipitation: "mm"
    case .windDirection: "°"
    case .windSpeed: "m/s"
    case .radiation: "W/m²"
    case .carbonMonoxide: "mg/m³"
    case .ozone, .sulphurDioxide, .nitrogenDioxide, .nitrogenOxides, .pm25, .pm10, .ammonia,
      .benzene, .blackCarbon:
      "µg/m³"
    }
  }

  /// The step of the last written digit, in the quantity's unit; rounding changes a value by at most half
  /// of it.
  public var resolution: Double { decimals == 0 ? 1 : 0.1 }

  /// The number of digits after the decimal point.
  var decimals: Int {
    switch self {
    case .windDirection, .radiation: 0
    default: 1
    }
  }

  /// The cadence of the quantity's rows.
  var cadence: Cadence {
    switch self {
    case .temperature, .humidity, .precipitation, .windDirection, .windSpeed, .radiation:
      .tenMinutes
    case .pm25, .pm10: .day
    case .ozone, .sulphurDioxide, .nitrogenDioxide, .nitrogenOxides, .carbonMonoxide, .ammonia,
      .benzene, .blackCarbon:
      .hour
    }
  }

  /// The code in the column `idoperatore`: 4 is a sum, 1 a mean.
  var operatorCode: String { self == .precipitation ? "4" : "1" }

  /// Returns the quantity's value in a state of the world.
  func value(in state: WorldState) -> Double {
    switch self {
    case .temperature: state.temperature
    case .humidity: state.humidity
    case .precipitation: state.rain / 6  // from mm/h to mm in ten minutes
    case .windDirection: World.wind.origin
    case .windSpeed: World.wind.speed
    case .radiation: state.illuminance / 120  // 120 lx of daylight are 1 W/m²
    case .ozone: state.gases.ozone
    case .sulphurDioxide: state.gases.sulphurDioxide
    case .nitrogenDioxide: state.gases.nitrogenDioxide
    case .nitrogenOxides: state.gases.nitrogenOxides
    case .carbonMonoxide: state.gases.carbonMonoxide
    case .pm25: state.particulates.mass.pm25
    case .pm10: state.particulates.mass.pm10
    case .ammonia: state.gases.ammonia
    case .benzene: state.gases.benzene
    case .blackCarbon: state.gases.blackCarbon
    }
  }
}

/// The interval between a sensor's rows, and the time that each value covers.
enum Cadence: Hashable, Sendable {
  /// A row every ten minutes, with the value at the time of the row.
  case tenMinutes
  /// A row every hour, with the mean of the hour that ends at the time of the row.
  case hour
  /// A row every day, with the mean of the day that begins at the time of the row; delivered after that
  /// day.
  case day

  /// The time between two rows, seconds.
  var seconds: Int64 {
    switch self {
    case .tenMinutes: 600
    case .hour: 3_600
    case .day: 86_400
    }
  }

  /// Returns the time of the newest row available at a time; both in seconds of local time.
  func newest(at time: Int64) -> Int64 {
    let last = time - time.modulo(seconds)
    return self == .day ? last - seconds : last
  }

  /// Returns the sample times for a row; a mean has a sample every ten minutes.
  func instants(of time: Int64) -> [Int64] {
    switch self {
    case .tenMinutes: [time]
    case .hour: (0..<6).map { time - 3_600 + 300 + 600 * $0 }
    case .day: (0..<144).map { time + 300 + 600 * $0 }
    }
  }
}

extension LocalVelocity {
  /// The direction from which the velocity comes, degrees from north over east, `0..<360`.
  fileprivate var origin: Double {
    let towards = Math.arcTangent(y: east, x: north).radiansInDegrees
    return towards < 180 ? towards + 180 : towards - 180
  }

  /// The horizontal speed, m/s.
  fileprivate var speed: Double { (east * east + north * north).squareRoot() }
}
