internal import BoardFirmware
internal import BoardSimulation
internal import HTTPMessages
internal import Locks
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

/// The history of a board for other threads; the board's thread records each sample.
final class PublishedHistory: Sendable {
  private let history: Lock<BoardHistory>

  init() { history = Lock(BoardHistory()) }

  /// Records a sample.
  func record(_ snapshot: BoardSnapshot) { history.withLock { $0.record(snapshot) } }

  /// Returns the points of a field; those of the truth are computed.
  func points(of question: HistoryQuestion, in world: World) -> [HistoryPoint] {
    guard case .truth(let quantity) = question.field else {
      return history.withLock { history in
        history.points(
          of: question.field, from: question.from, to: question.to, count: question.count)
      }
    }
    return question.points { quantity.value(in: world.state(at: .seconds($0))) }
  }
}

/// A question about the history of a field.
struct HistoryQuestion: Hashable, Sendable {
  /// The largest and the usual number of points.
  static let greatestCount = 2000
  static let usualCount = 500
  /// The usual length of the span, seconds.
  static let usualLength = 3600.0

  var field: HistoryField
  /// The beginning and the end, seconds of board time; the end is not in the future.
  var from: Double
  var to: Double
  /// The largest number of points.
  var count: Int
  /// Whether the answer is CSV in place of JSON.
  var isCSV: Bool

  /// Reads the parameters of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - now: The present board time.
  /// - Throws: ``HistoryError`` for a missing or unknown field, and for a value out of range.
  init(_ request: HTTPRequest, at now: Duration) throws(HistoryError) {
    let name = request.parameter("field") ?? ""
    guard let field = HistoryField(name: name) else { throw .unknownField(name) }
    self.field = field
    to = min(try Self.time("to", in: request) ?? now.inSeconds, now.inSeconds)
    from = try Self.time("from", in: request) ?? max(0, to - Self.usualLength)
    guard from <= to else { throw .reversed }
    let points = request.parameter("points") ?? "\(Self.usualCount)"
    guard let count = Int(points), 1...Self.greatestCount ~= count else { throw .badCount(points) }
    self.count = count
    let format = request.parameter("format") ?? "json"
    guard ["json", "csv"].contains(format) else { throw .badFormat(format) }
    isCSV = format == "csv"
  }

  private static func time(
    _ name: String, in request: HTTPRequest
  ) throws(HistoryError) -> Double? {
    guard let text = request.parameter(name) else { return nil }
    guard let time = Duration(eventSeconds: Double(text)) else { throw .badTime(name, text) }
    return time.inSeconds
  }

  /// Returns points of a value that can be computed for every time: three values in each.
  func points(of value: (Double) -> Double) -> [HistoryPoint] {
    guard to > from else { return [] }
    let width = (to - from) / Double(count)
    return (0..<count).map { index in
      let begin = from + Double(index) * width
      var values = HistoryValues(value(begin))
      values.add(HistoryValues(value(begin + width / 2)))
      values.add(HistoryValues(value(begin + width)))
      return HistoryPoint(from: begin, to: begin + width, values: values)
    }
  }

  /// Returns the answer with the points.
  func answer(_ points: [HistoryPoint]) -> HTTPResponse {
    isCSV
      ? HTTPResponse(
        status: 200, fields: [HTTPField("Content-Type", "text/csv; charset=utf-8")],
        body: Array(csv(points).utf8))
      : HTTPResponse(status: 200, json: json(points))
  }

  private func json(_ points: [HistoryPoint]) -> JSONWriter {
    var json = JSONWriter()
    json.object { json in
      json.member("field", field.name)
      json.array("points") { json in
        for point in points { json.object { $0.members(of: point, decimals: field.decimals) } }
      }
    }
    return json
  }

  private func csv(_ points: [HistoryPoint]) -> String {
    var text = "from,to,min,mean,max,count\n"
    for point in points {
      let times = [point.from, point.to].map { PlainText.number($0, decimals: 3) }
      let values = point.values.map { [$0.least, $0.mean, $0.greatest] } ?? []
      let numbers = values.map { PlainText.number($0, decimals: field.decimals) }
      let cells =
        times + (numbers.isEmpty ? ["", "", ""] : numbers) + ["\(point.values?.count ?? 0)"]
      text += cells.joined(separator: ",") + "\n"
    }
    return text
  }
}

extension JSONWriter {
  fileprivate mutating func members(of point: HistoryPoint, decimals: Int) {
    member("from", point.from, decimals: 3)
    member("to", point.to, decimals: 3)
    guard let values = point.values else { return member("gap", true) }
    member("min", values.least, decimals: decimals)
    member("mean", values.mean, decimals: decimals)
    member("max", values.greatest, decimals: decimals)
    member("count", values.count)
  }
}

/// An error in a question about a board's history.
enum HistoryError: Error, Hashable, CustomStringConvertible {
  /// No field has this name.
  case unknownField(String)
  /// The time of a parameter is not a board time.
  case badTime(String, String)
  /// The end is before the beginning.
  case reversed
  /// The number of points is out of range.
  case badCount(String)
  /// The format is neither JSON nor CSV.
  case badFormat(String)
  /// The service keeps no history.
  case notKept

  var description: String {
    switch self {
    case .unknownField(let name):
      "there is no field '\(name.withControlsEscaped)'; there are "
        + HistoryField.all.map(\.name).joined(separator: ", ")
    case .badTime(let name, let text):
      "'\(name)' must be a board time in seconds, 0 or more, not '\(text.withControlsEscaped)'"
    case .reversed: "'from' must not be after 'to', nor after the present board time"
    case .badCount(let text):
      "'points' must be 1 to \(HistoryQuestion.greatestCount), not '\(text.withControlsEscaped)'"
    case .badFormat(let text): "'format' must be json or csv, not '\(text.withControlsEscaped)'"
    case .notKept: "several boards keep no history; start with --history-memory on"
    }
  }
}
