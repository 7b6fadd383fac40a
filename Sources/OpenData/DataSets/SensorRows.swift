internal import GNSSBasics
internal import TextOutput

/// The rows of a data set of sensors: one row a sensor, closed sensors included.
enum SensorRows {
  /// Returns all rows of a data set, with the values in the order of its columns.
  static func all(of dataSet: DataSet) -> [[SoQLValue]] {
    dataSet == .weatherSensors ? weather : air
  }

  private static let weather = rows(of: .weatherSensors)
  private static let air = rows(of: .airSensors)

  private static func rows(of dataSet: DataSet) -> [[SoQLValue]] {
    dataSet.stations.flatMap { station in
      let place = UTM(station.position)
      return station.sensors.map { sensor in
        dataSet.columns.map { value(of: $0.name, station, sensor, place) }
      }
    }
  }

  private static func value(
    of column: String, _ station: OpenDataStation, _ sensor: OpenDataStation.Sensor, _ place: UTM
  ) -> SoQLValue {
    switch column {
    case "idsensore": .text("\(sensor.id)")
    case "tipologia", "nometiposensore": .text(sensor.quantity.rawValue)
    case "unit_dimisura", "unitamisura": .text(sensor.quantity.unit)
    case "idstazione": .text("\(station.id)")
    case "nomestazione": .text(station.name)
    case "quota": .number(station.height)
    case "provincia": .text(station.province)
    case "comune": .text(station.town)
    case "storico": .text(sensor.isOpen ? "N" : "S")
    case "datastart": .timestamp(Int64(sensor.start.daysSince1970) * 86_400_000)
    case "datastop":
      sensor.stop.map { .timestamp(Int64($0.daysSince1970) * 86_400_000) } ?? .null
    case "utm_nord", "cgb_nord": .text(PlainText.number(place.north, decimals: 0))
    case "utm_est", "cgb_est": .text(PlainText.number(place.east, decimals: 0))
    case "lat": .number(station.position.latitude)
    case "lng": .number(station.position.longitude)
    default:
      .point(latitude: station.position.latitude, longitude: station.position.longitude)
    }
  }
}
