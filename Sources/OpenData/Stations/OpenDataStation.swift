public import GNSSBasics

/// A station of the region's network: a place with sensors.
public struct OpenDataStation: Hashable, Sendable {
  /// The network of a station; each network has its own data sets.
  public enum Network: Hashable, Sendable, CaseIterable {
    /// The network of weather stations.
    case weather
    /// The network of air-quality stations.
    case air
  }

  /// A sensor of a station.
  public struct Sensor: Hashable, Sendable {
    /// The sensor's number, `idsensore`.
    public var id: Int
    /// The sensor's quantity.
    public var quantity: OpenDataQuantity
    /// The first day of operation.
    public var start: CivilDate
    /// The last day of operation; `nil` while the sensor is in operation.
    public var stop: CivilDate?
    /// Whether the mean of a day is delivered from the start of that day (civil time), instead of a day
    /// late.
    ///
    /// MOQA's pinned PM10 sensors are prompt. The app shows the last 24 hours, and a mean that is delivered
    /// after its day would never be within them.
    public var isPrompt = false
    /// Whether the sensor is in operation.
    public var isOpen: Bool { stop == nil }
  }

  /// The station's network.
  public var network: Network
  /// The station's number, `idstazione`.
  public var id: Int
  /// The station's name.
  public var name: String
  /// The town in which the station stands.
  public var town: String
  /// The two-letter code of the province.
  public var province: String
  /// The station's position; the height is ellipsoidal.
  public var position: GeodeticPosition
  /// The height above sea level, metres.
  public var height: Double
  /// The station's sensors, in the order of the data set.
  public var sensors: [Sensor]
}

extension OpenDataStation {
  /// All stations: the weather stations, then the air-quality stations.
  public static let all = weather + air

  /// Whether a sensor of the station is in operation.
  public var isOpen: Bool { sensors.contains { $0.isOpen } }

  /// The quantities of the sensors in operation; of a closed station, those of its closed sensors.
  public var quantities: [OpenDataQuantity] {
    sensors.filter { $0.isOpen || !isOpen }.map(\.quantity)
  }

  /// The geoid height above the ellipsoid in Lombardy, metres; the world uses the same value near Milan.
  private static let geoidSeparation = 47.0

  /// Creates a station from its entry in the tables.
  ///
  /// - Parameters:
  ///   - network: The station's network.
  ///   - number: The base of generated numbers, from 11. Unless they are known, the `idstazione` is 900,000
  ///     + `number`, and a sensor's number is 900,000 + 100 · `number` + the sensor's index.
  ///   - name: The station's name.
  ///   - town: The town; `nil` for the station's name.
  ///   - province: The two-letter code of the province.
  ///   - place: Latitude and longitude, degrees.
  ///   - height: The height above sea level, metres.
  ///   - id: The station's number, `idstazione`, when it is known.
  ///   - open: The measured quantities, with the sensor's number when it is known.
  ///   - closed: The quantities of closed sensors.
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

/// A sensor in the tables: its quantity, and its number when it is known.
struct TableSensor {
  var quantity: OpenDataQuantity
  var id: Int?
  var isPrompt = false

  static func known(_ quantity: OpenDataQuantity, _ id: Int) -> Self {
    TableSensor(quantity: quantity, id: id)
  }

  /// Returns a sensor that MOQA pins, with daily means delivered from the start of the day.
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
  /// Returns a date; the arguments must name a day of the calendar.
  fileprivate static func of(_ year: Int, _ month: Int, _ day: Int) -> CivilDate {
    CivilDate(year: year, month: month, day: day) ?? CivilDate(daysSince1970: 0)
  }
}
