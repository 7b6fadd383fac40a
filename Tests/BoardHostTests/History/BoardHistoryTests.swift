import BoardFirmware
import BoardSimulation
import Foundation
import HTTPMessages
import Mathematics
import TestSupport
import Testing

@testable import BoardHost

@Suite("The history of a board")
struct BoardHistoryTests {
  private static let temperature = HistoryField.measurement(.temperature)

  /// Returns values of which the first field is one value and the others are missing.
  private static func values(_ value: Double?) -> [Double?] {
    [value] + [Double?](repeating: nil, count: HistoryField.kept.count - 1)
  }

  /// Returns a history with a sample each two seconds.
  private static func history(
    until end: Double, every step: Double = 2, _ value: (Double) -> Double?
  ) -> BoardHistory {
    var history = BoardHistory()
    for time in stride(from: 0, through: end, by: step) {
      history.record(values(value(time)), at: time, pause: 4)
    }
    return history
  }

  @Test("samples of the last hour come one by one")
  func samples() {
    let history = Self.history(until: 100) { 20 + $0 / 1000 }
    let points = history.points(of: Self.temperature, from: 10, to: 20, count: 500)
    #expect(
      points.map(\.from) == [10, 12, 14, 16, 18, 20] && points.map(\.to) == points.map(\.from))
    for point in points {
      let values = point.values
      #expect(values?.count == 1 && abs((values?.mean ?? 0) - 20 - point.from / 1000) < 1e-6)
    }
    #expect(history.points(of: Self.temperature, from: 20, to: 20, count: 5).isEmpty)
    #expect(history.points(of: .truth(.temperature), from: 0, to: 90, count: 5).isEmpty)
  }

  @Test("before the last hour there are minutes, with what all their samples were")
  func minutes() throws {
    let history = Self.history(until: 7200) { $0 }
    let points = history.points(of: Self.temperature, from: 600, to: 900, count: 500)
    #expect(points.map(\.from) == [600, 660, 720, 780, 840] && points.map(\.to).last == 900)
    let first = try #require(points.first?.values)
    #expect(first.least == 600 && first.greatest == 658 && first.mean == 629 && first.count == 30)
  }

  @Test(
    "all samples are counted once, over the border between minutes and samples, for any number of points"
  )
  func border() {
    for (end, step) in [(7200.0, 2.0), (7201, 2), (5000, 7), (3599, 1), (3661, 1), (100_000, 20)] {
      let history = Self.history(until: end, every: step) { $0 }
      let count = Int(end / step) + 1
      for most in [1, 2, 7, 60, 500, 2000] {
        let points = history.points(of: Self.temperature, from: 0, to: end, count: most)
        #expect(points.count <= most)
        #expect(points.reduce(0) { $0 + ($1.values?.count ?? 0) } == count, "\(end), \(most)")
        #expect(points.compactMap(\.values?.least).first == 0)
        #expect(zip(points, points.dropFirst()).allSatisfy { $0.to <= $1.from })
        let mean = points.reduce(0.0) {
          $0 + ($1.values?.mean ?? 0) * Double($1.values?.count ?? 0)
        }
        #expect(abs(mean / Double(count) - (Double(count) - 1) * step / 2) < 0.01)
      }
    }
  }

  @Test("a value that is missing is a gap, and so is a time without samples")
  func gaps() {
    let failed = Self.history(until: 100) { (40..<60).contains($0) ? nil : 1 }
    let points = failed.points(of: Self.temperature, from: 0, to: 100, count: 500)
    let gaps = points.filter { $0.values == nil }
    #expect(gaps.count == 1 && gaps[0].from == 40 && gaps[0].to == 58)
    var silent = Self.history(until: 100) { _ in 1 }
    silent.record(Self.values(1), at: 200, pause: 4)
    let pause = silent.points(of: Self.temperature, from: 90, to: 230, count: 500)
      .filter { $0.values == nil }
    #expect(pause.map(\.from) == [100, 200] && pause.map(\.to) == [200, 230])
    let coarse = silent.points(of: Self.temperature, from: 0, to: 230, count: 10)
    #expect(coarse.filter { $0.values == nil }.map(\.from).first == 100)
  }

  @Test("a minute of which some values are missing counts the others")
  func partialMinute() throws {
    let history = Self.history(until: 8000) { $0 < 620 ? nil : 5 }
    let points = history.points(of: Self.temperature, from: 540, to: 720, count: 500)
    #expect(points.map { $0.values?.count } == [nil, 20, 30])
  }

  @Test("fourteen days are kept, in four megabytes, and a position keeps its millimetres")
  func memory() throws {
    var history = BoardHistory()
    let days = 15.0
    for minute in stride(from: 0, to: days * 1440, by: 1) {
      let all = HistoryField.kept.indices.map { Double($0) + 45.478_129_1 + minute * 1e-9 }
      history.record(all, at: minute * 60 + 1, pause: 61)
    }
    #expect(history.byteCount < 4_400_000, "\(history.byteCount)")
    let latitude = HistoryField.measurement(.latitude)
    let end = history.end
    let old = history.points(of: latitude, from: 0, to: 86_000, count: 10)
    #expect(old.count == 1 && old[0].values == nil, "the first day is forgotten")
    let points = history.points(of: latitude, from: 2 * 86_400, to: end, count: 2000)
    #expect(points.allSatisfy { $0.values != nil } && points.count > 1000)
    let index = Double(HistoryField.kept.firstIndex(of: latitude) ?? 0)
    let first = try #require(points.first?.values?.least)
    #expect(abs(first - (index + 45.478_129_1 + 2 * 1440 * 1e-9)) < 2e-9)
  }

  @Test("a pause of weeks leaves gaps only, and the samples after it")
  func longPause() {
    for pause in [13.0, 14, 15, 40] {
      var history = Self.history(until: 200) { _ in 1 }
      let time = pause * 86_400 + 300
      for second in 0..<30 {
        history.record(Self.values(2), at: time + Double(second) * 2, pause: 4)
      }
      let points = history.points(of: Self.temperature, from: 0, to: time + 60, count: 2000)
      let counted = points.reduce(0) { $0 + ($1.values?.count ?? 0) }
      #expect(counted == (pause < 14 ? 131 : 30), "\(pause) days: \(counted)")
      #expect(points.last?.values?.greatest == 2)
    }
  }

  @Test("samples that go back in time are left out")
  func backwards() {
    var history = Self.history(until: 100) { _ in 1 }
    history.record(Self.values(9), at: 99, pause: 4)
    let points = history.points(of: Self.temperature, from: 0, to: 100, count: 1)
    #expect(points.first?.values?.greatest == 1)
  }
}

@Suite("The history on the control port", .timeLimit(.minutes(5)))
struct HistoryPortTests {
  private func history(_ query: String, of service: BoardService) throws -> HTTPAnswer {
    try service.control("/api/v1/history\(query)")
  }

  @Test("the values are those that the data port had, the truth that of the world")
  func values() throws {
    let service = try manualBoard()
    try service.advance("60")
    let measured = try JSONDocument(service.get("/api/v1/measurement").body)
    let fields = try #require(measured["fields"] as? [[String: Any]])
    for field in fields {
      let name = try #require(field["name"] as? String)
      let answer = try JSONDocument(history("?field=\(name)&from=50", of: service).body)
      let points = try #require(answer["points"] as? [[String: Any]])
      let last = try #require(points.last)
      #expect(answer.text("field") == name && points.count >= 4)
      let mean = last["mean"] as? Double
      if let value = field["value"] as? Double {
        #expect(abs((mean ?? .nan) - value) <= max(1e-9, abs(value) * 1e-6), "\(name)")
      } else {
        #expect(mean == nil, "\(name)")
      }
    }
    let truth = try JSONDocument(
      history("?field=truth.temperature&from=30&to=60&points=3", of: service).body)
    let points = try #require(truth["points"] as? [[String: Any]])
    #expect(points.compactMap { $0["from"] as? Double } == [30, 40, 50])
    let now = try JSONDocument(service.control("/api/v1/truth?at=45").body)
    let middle = points[1]
    let range = try #require(middle["min"] as? Double)...(try #require(middle["max"] as? Double))
    #expect(range.contains(try #require(now.number("temperature"))))
    service.stop()
  }

  @Test("a failed part is a gap, and so is a board without power")
  func gaps() throws {
    let service = try manualBoard()
    _ = try HTTPAnswer.to(
      "POST", "/api/v1/faults", port: service.controlPort,
      body: #"{"fault":"nack","part":"bme280","from":30,"to":50}"#)
    try service.advance("70")
    let answer = try JSONDocument(history("?field=temperature&from=20&to=70", of: service).body)
    let points = try #require(answer["points"] as? [[String: Any]])
    let gaps = points.filter { $0["gap"] as? Bool == true }
    #expect(gaps.count == 1)
    let begin = try #require(gaps.first?["from"] as? Double)
    #expect(begin >= 30 && begin <= 36, "\(gaps)")
    service.stop()
  }

  @Test("the same points are CSV")
  func csv() throws {
    let service = try manualBoard()
    try service.advance("20")
    let answer = try history("?field=gnss.fix&from=0&to=20&points=2&format=csv", of: service)
    #expect(answer.headers["content-type"] == "text/csv; charset=utf-8")
    let lines = answer.text.split(separator: "\n")
    #expect(lines.first == "from,to,min,mean,max,count")
    #expect((2...3).contains(lines.count) && lines[1].split(separator: ",").count == 6)
    service.stop()
  }

  @Test(
    "what is asked wrongly is told",
    arguments: [
      ("", "there is no field ''"), ("?field=heat", "there are temperature, humidity"),
      ("?field=temperature&from=-1", "'from' must be a board time"),
      ("?field=temperature&to=x", "'to' must be a board time"),
      ("?field=temperature&from=9&to=8", "'from' must not be after 'to'"),
      ("?field=temperature&points=0", "'points' must be 1 to 2000"),
      ("?field=temperature&points=2001", "'points' must be 1 to 2000"),
      ("?field=temperature&format=xml", "'format' must be json or csv"),
    ])
  func refusals(query: String, words: String) throws {
    let service = try manualBoard()
    try service.advance("10")
    let answer = try history(query, of: service)
    #expect(answer.status == 400 && answer.text.contains(words), "\(answer.text)")
    service.stop()
  }

  @Test("several boards keep none unless they are asked to")
  func fleet() throws {
    for keeps in [nil, true] as [Bool?] {
      var configuration = BoardService.Configuration()
      configuration.corrections = .none
      configuration.pace = .manual
      configuration.isWarm = false
      configuration.port = 0
      configuration.boardCount = 2
      configuration.keepsHistory = keeps
      let service = try BoardService(configuration)
      let answer = try service.control("/boards/1/api/v1/history?field=temperature")
      #expect(answer.status == (keeps == true ? 200 : 409), "\(answer.text)")
      service.stop()
    }
  }
}
