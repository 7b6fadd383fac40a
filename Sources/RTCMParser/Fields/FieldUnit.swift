/// The unit of a data field's value.
public enum FieldUnit: Hashable, Sendable {
  /// No unit: an identifier, a count, a flag or a ratio.
  case none
  case metres, metresPerSecond, metresPerSecondSquared, metresPerYear
  case kilometres, kilometresPerSecond, kilometresPerSecondSquared
  case totalElectronContentUnits
  case seconds, milliseconds, secondsPerSecond, secondsPerSecondSquared
  case semicircles, semicirclesPerSecond, radians
  case degrees, arcSeconds, arcSecondsPerYear
  case partsPerMillion, partsPerMillionPerYear
  case squareRootMetres
  case decibelHertz
  case days, weeks, years
  /// Units for custom messages; the standard has none of these.
  case celsius, hectopascals, percent, volts

  /// The unit in words for use in a name, such as `metres_per_second`; empty for no unit.
  public var name: StaticString {
    switch self {
    case .none: ""
    case .metres: "metres"
    case .metresPerSecond: "metres_per_second"
    case .metresPerYear: "metres_per_year"
    case .metresPerSecondSquared: "metres_per_second_squared"
    case .kilometres: "kilometres"
    case .kilometresPerSecond: "kilometres_per_second"
    case .kilometresPerSecondSquared: "kilometres_per_second_squared"
    case .totalElectronContentUnits: "tecu"
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .secondsPerSecond: "seconds_per_second"
    case .secondsPerSecondSquared: "seconds_per_second_squared"
    case .semicircles: "semicircles"
    case .semicirclesPerSecond: "semicircles_per_second"
    case .radians: "radians"
    case .degrees: "degrees"
    case .arcSeconds: "arc_seconds"
    case .arcSecondsPerYear: "arc_seconds_per_year"
    case .partsPerMillion: "parts_per_million"
    case .partsPerMillionPerYear: "parts_per_million_per_year"
    case .squareRootMetres: "square_root_metres"
    case .decibelHertz: "decibel_hertz"
    case .days: "days"
    case .weeks: "weeks"
    case .years: "years"
    case .celsius: "celsius"
    case .hectopascals: "hectopascals"
    case .percent: "percent"
    case .volts: "volts"
    }
  }

  /// The unit's symbol, such as `m/s`; empty for no unit.
  public var symbol: StaticString {
    switch self {
    case .none: ""
    case .metres: "m"
    case .metresPerSecond: "m/s"
    case .metresPerYear: "m/a"
    case .metresPerSecondSquared: "m/s²"
    case .kilometres: "km"
    case .kilometresPerSecond: "km/s"
    case .kilometresPerSecondSquared: "km/s²"
    case .totalElectronContentUnits: "TECU"
    case .seconds: "s"
    case .milliseconds: "ms"
    case .secondsPerSecond: "s/s"
    case .secondsPerSecondSquared: "s/s²"
    case .semicircles: "semicircle"
    case .semicirclesPerSecond: "semicircle/s"
    case .radians: "rad"
    case .degrees: "°"
    case .arcSeconds: "″"
    case .arcSecondsPerYear: "″/a"
    case .partsPerMillion: "ppm"
    case .partsPerMillionPerYear: "ppm/a"
    case .squareRootMetres: "√m"
    case .decibelHertz: "dB-Hz"
    case .days: "day"
    case .weeks: "week"
    case .years: "a"
    case .celsius: "°C"
    case .hectopascals: "hPa"
    case .percent: "%"
    case .volts: "V"
    }
  }
}
