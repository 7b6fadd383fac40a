extension Quantity {
  /// The row of a quantity, from which every output is made.
  package struct Row {
    /// The name in JSON, on the card and in reports.
    package var name: String
    /// The name in sentences; `nil` when it is the same.
    package var label: String?
    /// The unit of the value.
    package var unit: String
    /// The number of decimals.
    package var decimals: Int
    /// The provenance of the value.
    package var provenance = Provenance.measured
    /// The field in the text of the dialect moqa, from 0; `nil` for none.
    package var moqa: Int?
    /// The field in the text of the dialect air-quality, from 0; `nil` for none.
    package var airQuality: Int?
    /// The line on the page of the original firmware; `nil` for none.
    package var page: PageLine?
    /// The column on the card; `nil` for none.
    ///
    /// Column 0 is board time; columns 15 and 16 belong to the log too.
    package var column: Int?
    /// The quantity's place in the metrics.
    package var metric: MetricPlace
  }

  /// A line in the page of the original firmware.
  package struct PageLine {
    /// The place of the line, from 0.
    package var place: Int
    /// The label before the value.
    package var label: String
    /// The text in place of a missing value.
    package var missing = "nan"
    /// The constant text in place of the value, in a line that the original never filled.
    package var constant: String?
  }

  /// The metric of a quantity, in base units as Prometheus expects.
  package enum MetricPlace {
    /// A metric of its own, with its place in the order of metrics, its name and its help text.
    case own(Int, name: String, help: String)
    /// The metric shared by particle masses, with the upper size in µm.
    case mass(upTo: String)
  }

  /// The row of the quantity in the table of quantities.
  ///
  /// Places in dialects never change, because apps read fields by them. A new quantity takes the next
  /// free column and the next place among the metrics.
  package var row: Row {
    switch self {
    case .temperature:
      Row(
        name: "temperature", unit: "°C", decimals: 2, moqa: 0, airQuality: 0,
        page: PageLine(place: 5, label: "Temperature"), column: 1,
        metric: .own(0, name: "temperature_celsius", help: "Air temperature"))
    case .humidity:
      Row(
        name: "humidity", unit: "%RH", decimals: 2, moqa: 1, airQuality: 1,
        page: PageLine(place: 1, label: "Humidity"), column: 2,
        metric: .own(1, name: "relative_humidity_percent", help: "Relative humidity"))
    case .pressure:
      Row(
        name: "pressure", unit: "Pa", decimals: 2, moqa: 2, airQuality: 2,
        page: PageLine(place: 4, label: "Pressure"), column: 3,
        metric: .own(2, name: "pressure_pascals", help: "Air pressure at the board"))
    case .altitude:
      Row(
        name: "altitude", unit: "m", decimals: 2, provenance: .derived, moqa: 3, airQuality: 3,
        page: PageLine(place: 2, label: "Altitude"), column: 4,
        metric: .own(
          3, name: "altitude_meters", help: "Altitude by pressure, standard atmosphere"))
    case .tvocs:
      // TVOC precedes the carbon dioxide, unlike in the part.
      Row(
        name: "tvocs", label: "TVOC", unit: "ppb", decimals: 0, moqa: 4, airQuality: 4,
        page: PageLine(place: 3, label: "TVOC", missing: "0.00"), column: 5,
        metric: .own(4, name: "tvoc_ppb", help: "Total volatile organic compounds"))
    case .eco2:
      Row(
        name: "eco2", label: "eCO2", unit: "ppm", decimals: 0, moqa: 5, airQuality: 5,
        page: PageLine(place: 0, label: "CO2", missing: "0.00"), column: 6,
        metric: .own(5, name: "eco2_ppm", help: "Equivalent carbon dioxide"))
    case .pm05:
      Row(
        name: "pm05", label: "PM0.5", unit: "µg/m³", decimals: 2, provenance: .derived, moqa: 6,
        airQuality: 6, column: 7, metric: .mass(upTo: "0.5"))
    case .pm1:
      Row(
        name: "pm1", label: "PM1", unit: "µg/m³", decimals: 2, moqa: 7, airQuality: 7, column: 8,
        metric: .mass(upTo: "1"))
    case .pm25:
      Row(
        name: "pm25", label: "PM2.5", unit: "µg/m³", decimals: 2, moqa: 8, airQuality: 8,
        column: 9, metric: .mass(upTo: "2.5"))
    case .pm4:
      Row(
        name: "pm4", label: "PM4", unit: "µg/m³", decimals: 2, moqa: 9, airQuality: 9,
        column: 10, metric: .mass(upTo: "4"))
    case .pm10:
      Row(
        name: "pm10", label: "PM10", unit: "µg/m³", decimals: 2, moqa: 10, airQuality: 10,
        column: 11, metric: .mass(upTo: "10"))
    case .latitude:
      Row(
        name: "latitude", unit: "°", decimals: 9, moqa: 11,
        page: PageLine(place: 6, label: "Latitude", constant: "999000000"), column: 12,
        metric: .own(7, name: "latitude_degrees", help: "Geodetic latitude"))
    case .longitude:
      Row(
        name: "longitude", unit: "°", decimals: 9, moqa: 12,
        page: PageLine(place: 7, label: "Longitude", constant: "999000000<br>"), column: 13,
        metric: .own(8, name: "longitude_degrees", help: "Longitude"))
    case .pm05Number:
      Row(
        name: "pm05_number", unit: "#/cm³", decimals: 2,
        metric: .own(
          6, name: "pm05_particles_per_cubic_centimeter", help: "Particles up to 0.5 um by number")
      )
    case .light:
      Row(
        name: "light", unit: "lx", decimals: 2, column: 14,
        metric: .own(9, name: "illuminance_lux", help: "Illuminance"))
    }
  }
}
