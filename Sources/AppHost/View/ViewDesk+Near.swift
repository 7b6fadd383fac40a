internal import AirStatistics
internal import AppServer
internal import GNSSBasics
internal import OpenData
internal import TextOutput

extension ViewDesk {
  /// Writes the rows near each station beside the station's own values, for each day, week or month.
  func writeNear(_ question: Question, to json: inout JSONWriter) async throws {
    let field = try question.field()
    let radius = try question.query.radius(default: SampleCluster.codedRadius)
    let parts = try Self.parts(of: question)
    let samples = try await samples(of: field, in: question)
    let sensors = StationSensor.all.filter { $0.sensor.quantity.field == field }
    let series = sensors.map { values(of: $0, in: question) }
    question.write(to: &json)
    json.member("field", field.name)
    json.member("radius", exactly: radius)
    json.array("periods") { json in
      var rest = samples[...]
      for part in parts {
        // Samples are in the order of time.
        let rows = rest.prefix { $0.time <= part.upperBound }
        rest = rest.dropFirst(rows.count)
        let near = StationNeighborhood.all(
          of: zip(sensors, series).map { Self.record(of: $0, $1) },
          samples: rows.map { PlacedSample($0) }, radius: radius, period: part)
        json.object { json in
          json.member("from", AirRow.timestamp(part.lowerBound))
          json.member("to", AirRow.timestamp(part.upperBound))
          json.array("stations") { json in
            for (sensor, near) in zip(sensors, near) where near.hasContent {
              json.object { Self.write(near, sensor, to: &$0) }
            }
          }
        }
      }
    }
  }

  private static func parts(
    of question: Question
  ) throws(RowQuery.Invalid) -> [ClosedRange<UnixTime>] {
    let name = question.query.request.parameter("by") ?? LocalPeriods.Unit.all.rawValue
    guard let unit = LocalPeriods.Unit(rawValue: name) else {
      throw RowQuery.Invalid(text: "by must be all, day, week or month, not '\(name.prefix(40))'")
    }
    guard let period = question.period else { return [] }
    guard let parts = LocalPeriods.divide(period, by: unit, atMost: mostPeriods) else {
      throw RowQuery.Invalid(
        text: "by=\(name) makes more than \(mostPeriods) periods of this time; ask for a shorter "
          + "time, or for longer periods")
    }
    return parts
  }

  /// The greatest number of periods in an answer: two months of days.
  private static let mostPeriods = 62

  private static func record(of sensor: StationSensor, _ series: [TimedValue]) -> StationRecord {
    let position = sensor.station.position
    return StationRecord(
      name: sensor.station.name,
      place: SurfacePoint(latitude: position.latitude, longitude: position.longitude),
      series: [series])
  }

  private static func write(
    _ near: StationNeighborhood, _ sensor: StationSensor, to json: inout JSONWriter
  ) {
    json.member("sensor", sensor.sensor.id)
    json.member("name", near.name)
    json.members(of: near.place)
    json.object("rows") { $0.members(of: near.samples.first) }
    json.object("measured") { $0.members(of: near.station.first) }
  }
}

extension StationNeighborhood {
  /// Whether rows are near the station, or the station has values.
  fileprivate var hasContent: Bool { sampleCount > 0 || station.contains { $0.count > 0 } }
}

extension PlacedSample {
  /// Creates a sample of a row's one field.
  fileprivate init(_ sample: FieldSample) {
    self.init(
      time: sample.time, latitude: sample.latitude, longitude: sample.longitude,
      values: [sample.value])
  }
}
