internal import AirStatistics
internal import AppServer
internal import OpenData
internal import TextOutput

extension ViewDesk {
  /// Writes the quartiles of a field, of the rows and of a sensor: the right ones, and those that MOQA prints.
  func writeQuartiles(_ question: Question, to json: inout JSONWriter) async throws {
    let field = try question.field()
    let sensor = try question.query.sensors(of: field, atMost: 1).first
    let board = try await samples(of: field, in: question).compactMap { sample in
      sample.value.map { TimedValue($0, at: sample.time) }
    }
    let measured = sensor.map { values(of: $0, in: question) } ?? []
    let right = QuartilePair(board: board, stations: measured)
    let printed = QuartilePair.asMOQA(board: board, stations: measured)
    question.write(to: &json)
    json.member("field", field.name)
    json.object("board") { json in
      json.member("count", board.count)
      json.member("right") { $0.value(right.board) }
      json.member("printed") { $0.value(printed.board) }
    }
    json.member("station") { json in
      guard let sensor else { return json.value(nil as String?) }
      json.object { json in
        json.member("sensor", sensor.sensor.id)
        json.member("name", sensor.station.name)
        json.member("count", measured.count)
        json.member("right") { $0.value(right.stations) }
        json.member("printed") { $0.value(printed.stations) }
      }
    }
  }
}
