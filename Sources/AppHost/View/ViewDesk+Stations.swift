internal import AppServer
internal import GNSSBasics
internal import OpenData
internal import TextOutput

extension ViewDesk {
  /// Writes the fields of rows, and whether the open data measure them.
  func writeFields(_ query: RowQuery, to json: inout JSONWriter) {
    json.array("fields") { json in
      for field in RowQuery.viewFields {
        json.object { json in
          json.member("name", field.name)
          json.member("unit", field.unit)
          json.member("decimals", field.decimals)
          json.member("stations", field.openDataQuantity != nil)
        }
      }
    }
  }

  /// Writes the region's sensors; with a field in the query, those that measure it.
  func writeStations(_ query: RowQuery, to json: inout JSONWriter) throws(RowQuery.Invalid) {
    var sensors = StationSensor.all
    if query.request.parameter("field") != nil {
      let field = try query.field(among: RowQuery.viewFields)
      sensors.removeAll { $0.sensor.quantity.field != field }
    }
    let indices = PickerIndices()
    json.array("stations") { json in
      for sensor in sensors {
        json.object { write(sensor, indices, to: &$0) }
      }
    }
  }

  private func write(_ entry: StationSensor, _ indices: PickerIndices, to json: inout JSONWriter) {
    let (station, sensor) = (entry.station, entry.sensor)
    json.member("sensor", sensor.id)
    json.member("station", station.id)
    json.member("name", station.name)
    json.member("municipality", station.town)
    json.member("latitude", exactly: station.position.latitude)
    json.member("longitude", exactly: station.position.longitude)
    json.member("field", sensor.quantity.field?.name)
    json.member("quantity", sensor.quantity.rawValue)
    json.member("unit", sensor.quantity.unit)
    json.member("network", station.network == .air ? "air" : "weather")
    json.member("open", sensor.isOpen)
    json.member("since", Self.text(sensor.start))
    json.member("until", sensor.stop.map(Self.text))
    json.member("moqa", indices.moqa[sensor.id])
    json.member("air_quality", indices.airQuality[sensor.id])
    json.member("last") { json in
      guard let last = openData.newestValue(of: sensor.id, at: now) else {
        return json.value(nil as String?)
      }
      json.object { json in
        json.member("time", AirRow.timestamp(last.time))
        json.member("value", exactly: last.value)
      }
    }
  }

  private static func text(_ date: CivilDate) -> String {
    String(AirRow.timestamp(UnixTime(date) ?? UnixTime(seconds: 0)).prefix(10))
  }
}

/// The indices of sensors in the two apps' own lists, by the sensor's number.
private struct PickerIndices {
  let moqa: [Int: Int]
  let airQuality: [Int: Int]

  init() {
    moqa = Self.indices(of: StationSensor.listedByMOQA(.weather))
      .merging(Self.indices(of: StationSensor.listedByMOQA(.air))) { $1 }
    airQuality = Self.indices(of: StationSensor.listedByAirQuality)
  }

  private static func indices(of list: [StationSensor]) -> [Int: Int] {
    Dictionary(list.enumerated().map { ($1.sensor.id, $0) }) { first, _ in first }
  }
}
