internal import AirStatistics
internal import AppServer
internal import GNSSBasics
internal import OpenData
internal import TextOutput

extension ViewDesk {
  /// Writes the courses of a field in spans of equal length: of the rows, and of sensors.
  func writeSeries(_ question: Question, to json: inout JSONWriter) async throws {
    let field = try question.field()
    let points = try question.query.number("points", default: 500, in: 2...5000)
    let sensors = try question.query.sensors(of: field, atMost: 8)
    let spans = question.period.map { TimeSpans($0, atMost: points) }
    var boards = [[ValueSums]](repeating: [], count: question.owners?.count ?? 1)
    if let spans {
      boards = try await store.sums(of: field, over: spans, owners: question.owners?.map(\.key))
    }
    question.write(to: &json)
    json.member("field", field.name)
    json.member("unit", field.unit)
    json.member("rows", boards.joined().reduce(0) { $0 + $1.samples })
    json.array("series") { json in
      for (index, sums) in boards.enumerated() {
        json.object { json in
          json.member("kind", "board")
          json.member("owner", question.owners?[index].email)
          Self.write(sums, spans, to: &json)
        }
      }
      for sensor in sensors {
        json.object { json in
          json.member("kind", "station")
          json.member("sensor", sensor.sensor.id)
          json.member("name", sensor.station.name)
          let values = values(of: sensor, in: question)
          Self.write(spans.map { Self.sums(of: values, over: $0) } ?? [], spans, to: &json)
        }
      }
    }
  }

  private static func sums(of values: [TimedValue], over spans: TimeSpans) -> [ValueSums] {
    var sums = [ValueSums](repeating: ValueSums(), count: spans.count)
    for value in values {
      if let index = spans.index(of: value.time) { sums[index].add(value.value) }
    }
    return sums
  }

  private static func write(_ sums: [ValueSums], _ spans: TimeSpans?, to json: inout JSONWriter) {
    json.member("count", sums.reduce(0) { $0 + $1.count })
    json.array("points") { json in
      guard let spans else { return }
      for (index, sums) in sums.enumerated() where sums.count > 0 {
        json.object { json in
          json.member("time", AirRow.timestamp(spans.start(of: index)))
          json.member("seconds", exactly: spans.seconds)
          json.member("count", sums.count)
          json.members(of: sums)
        }
      }
    }
  }
}
