/// A sensor and the station that it belongs to.
public struct StationSensor: Hashable, Sendable {
  /// The station.
  public var station: OpenDataStation
  /// The station's sensor.
  public var sensor: OpenDataStation.Sensor

  /// Creates a station's sensor.
  public init(_ sensor: OpenDataStation.Sensor, of station: OpenDataStation) {
    self.sensor = sensor
    self.station = station
  }
}

extension StationSensor {
  /// All sensors, in the order of the data sets: the weather stations', then the air-quality stations'.
  public static let all = OpenDataStation.all.flatMap { station in
    station.sensors.map { StationSensor($0, of: station) }
  }

  /// Returns the sensors of a network as MOQA's picker lists them.
  ///
  /// MOQA keeps the province of Milan, closed sensors included, and sorts the list by the station's name,
  /// stably and by UTF-16 units. It stores a choice as the index in this list.
  public static func listedByMOQA(_ network: OpenDataStation.Network) -> [StationSensor] {
    // Swift's sort is stable.
    all.filter { $0.station.network == network && $0.station.province == "MI" }.sorted { a, b in
      a.station.name.utf16.lexicographicallyPrecedes(b.station.name.utf16)
    }
  }

  /// The sensors that Air Quality lists: the air-quality sensors in the town of Milan that are in
  /// operation, in the order of the data set.
  public static let listedByAirQuality = all.filter { entry in
    entry.station.network == .air && entry.station.town == "Milano" && entry.sensor.isOpen
  }
}
