/// The four data sets that the apps request, with their ids on the region's portal.
enum DataSet: String, Hashable, Sendable, CaseIterable {
  case weatherSensors = "nf78-nj6b"
  case weatherData = "647i-nhxk"
  case airSensors = "ib47-atvt"
  case airData = "nicp-bhqi"

  /// The network of stations that the data set covers.
  var network: OpenDataStation.Network {
    switch self {
    case .weatherSensors, .weatherData: .weather
    case .airSensors, .airData: .air
    }
  }

  /// Whether the rows are measured values; otherwise the rows are sensors.
  var isMeasured: Bool { self == .weatherData || self == .airData }

  /// The stations of the data set's network.
  var stations: [OpenDataStation] {
    network == .weather ? OpenDataStation.weather : OpenDataStation.air
  }

  /// The sensors of the data set's network.
  var sensors: [SensorEntry] {
    network == .weather ? Self.weatherEntries : Self.airEntries
  }

  /// The age of the oldest rows, seconds: 15 days for weather, 45 days for air.
  ///
  /// The age covers more than 1,000 rows of a sensor that measures every ten minutes or every hour.
  var depth: Int64 { network == .weather ? 15 * 86_400 : 45 * 86_400 }

  /// The columns of the data set.
  var columns: [SoQLColumn] {
    switch self {
    case .weatherSensors: Self.weatherColumns
    case .airSensors: Self.airColumns
    case .weatherData, .airData: Self.dataColumns
    }
  }

  private static let weatherEntries = SensorEntry.all(OpenDataStation.weather)
  private static let airEntries = SensorEntry.all(OpenDataStation.air)

  private static let weatherColumns = [
    SoQLColumn("idsensore", .text), SoQLColumn("tipologia", .text),
    SoQLColumn("unit_dimisura", .text), SoQLColumn("idstazione", .text),
    SoQLColumn("nomestazione", .text), SoQLColumn("quota", .number),
    SoQLColumn("provincia", .text), SoQLColumn("datastart", .timestamp),
    SoQLColumn("datastop", .timestamp), SoQLColumn("storico", .text),
    SoQLColumn("cgb_nord", .text), SoQLColumn("cgb_est", .text), SoQLColumn("lng", .number),
    SoQLColumn("lat", .number), SoQLColumn("location", .point),
  ]

  private static let airColumns = [
    SoQLColumn("idsensore", .text), SoQLColumn("nometiposensore", .text),
    SoQLColumn("unitamisura", .text), SoQLColumn("idstazione", .text),
    SoQLColumn("nomestazione", .text), SoQLColumn("quota", .number),
    SoQLColumn("provincia", .text), SoQLColumn("comune", .text), SoQLColumn("storico", .text),
    SoQLColumn("datastart", .timestamp), SoQLColumn("datastop", .timestamp),
    SoQLColumn("utm_nord", .text), SoQLColumn("utm_est", .text), SoQLColumn("lat", .number),
    SoQLColumn("lng", .number), SoQLColumn("location", .point),
  ]

  private static let dataColumns = [
    SoQLColumn("idsensore", .text), SoQLColumn("data", .timestamp), SoQLColumn("valore", .number),
    SoQLColumn("stato", .text), SoQLColumn("idoperatore", .text),
  ]
}
