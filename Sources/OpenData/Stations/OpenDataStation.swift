public import GNSSBasics

/// A station of the region's network: a place with sensors.
public struct OpenDataStation: Hashable, Sendable {
  /// The network of stations, by the quantities it measures: each has data sets of its own.
  public enum Network: Hashable, Sendable, CaseIterable {
    /// The weather.
    case weather
    /// The quality of the air.
    case air
  }

  /// A sensor of a station.
  public struct Sensor: Hashable, Sendable {
    /// Its number, `idsensore`.
    public var id: Int
    /// The sensor's quantity.
    public var quantity: OpenDataQuantity
    /// Its first day.
    public var start: CivilDate
    /// Its last day; `nil` while it measures.
    public var stop: CivilDate?
    /// Whether the mean of a day is told from that day's start by the region's clocks, not a day late.
    ///
    /// MOQA's pinned sensors of PM10 do: the app shows the last 24 hours, in which a mean that is told once
    /// its day is over never lies.
    public var isPrompt = false
  }

  /// The station's network.
  public var network: Network
  /// Its number, `idstazione`.
  public var id: Int
  /// Its name.
  public var name: String
  /// The town that it stands in.
  public var town: String
  /// Two letters of the province.
  public var province: String
  /// The station's position; the height is ellipsoidal.
  public var position: GeodeticPosition
  /// Metres above the sea.
  public var height: Double
  /// Its sensors, in the order of the data set.
  public var sensors: [Sensor]
}

extension OpenDataStation {
  /// The height of the geoid above the ellipsoid in Lombardy, metres, as the world has it near Milan.
  private static let geoidSeparation = 47.0

  /// A station of the tables.
  ///
  /// - Parameters:
  ///   - network: What it belongs to.
  ///   - number: Makes up its own numbers, from 11: 900,000 more is its `idstazione` unless that is known, and
  ///     a hundred times as much those of its sensors.
  ///   - name: Its name.
  ///   - town: The town; the name without a word.
  ///   - province: Two letters.
  ///   - place: Latitude and longitude, degrees.
  ///   - height: Metres above the sea.
  ///   - id: Its number where it is known.
  ///   - open: Quantities that are measured, with the sensor's number where that is known.
  ///   - closed: Those that were measured once.
  init(
    _ network: Network, _ number: Int, _ name: String, town: String? = nil,
    province: String = "MI", _ place: (Double, Double), height: Double, id: Int? = nil,
    open: [TableSensor] = [], closed: [OpenDataQuantity] = []
  ) {
    self.network = network
    self.id = id ?? 900_000 + number
    self.name = name
    self.town = town ?? name
    self.province = province
    self.height = height
    position = GeodeticPosition(
      latitude: place.0, longitude: place.1, height: height + Self.geoidSeparation)
    let own = 900_000 + number * 100
    let year = 1989 + number % 23
    sensors = open.enumerated().map { index, sensor in
      Sensor(
        id: sensor.id ?? own + index, quantity: sensor.quantity,
        start: .of(year + index % 3, number % 12 + 1, 1), stop: nil, isPrompt: sensor.isPrompt)
    }
    sensors += closed.enumerated().map { index, quantity in
      Sensor(
        id: own + open.count + index, quantity: quantity, start: .of(year - 9, 1, 1 + index),
        stop: .of(year + 4, 12, 31))
    }
  }
}

/// A sensor in the tables: what it measures, and its number where that is known.
struct TableSensor {
  var quantity: OpenDataQuantity
  var id: Int?
  var isPrompt = false

  static func known(_ quantity: OpenDataQuantity, _ id: Int) -> Self {
    TableSensor(quantity: quantity, id: id)
  }

  /// A sensor that MOQA pins and whose daily means are told from the day's start.
  static func prompt(_ quantity: OpenDataQuantity, _ id: Int) -> Self {
    TableSensor(quantity: quantity, id: id, isPrompt: true)
  }

  static var temperature: Self { Self(quantity: .temperature) }
  static var humidity: Self { Self(quantity: .humidity) }
  static var rain: Self { Self(quantity: .precipitation) }
  static var windDirection: Self { Self(quantity: .windDirection) }
  static var windSpeed: Self { Self(quantity: .windSpeed) }
  static var radiation: Self { Self(quantity: .radiation) }
  static var o3: Self { Self(quantity: .ozone) }
  static var so2: Self { Self(quantity: .sulphurDioxide) }
  static var no2: Self { Self(quantity: .nitrogenDioxide) }
  static var nox: Self { Self(quantity: .nitrogenOxides) }
  static var co: Self { Self(quantity: .carbonMonoxide) }
  static var pm10: Self { Self(quantity: .pm10) }
  static var nh3: Self { Self(quantity: .ammonia) }
  static var benzene: Self { Self(quantity: .benzene) }
  static var soot: Self { Self(quantity: .blackCarbon) }
}

extension OpenDataQuantity {
  static var no2: Self { .nitrogenDioxide }
  static var nox: Self { .nitrogenOxides }
  static var so2: Self { .sulphurDioxide }
  static var co: Self { .carbonMonoxide }
  static var o3: Self { .ozone }
}

extension CivilDate {
  /// A day that the calendar has.
  fileprivate static func of(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
  }
}
