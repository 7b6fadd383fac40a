@testable import BoardHost
import BoardFirmware
import BoardSimulation
import TestSupport
import Testing
import VirtualBoard

@Suite("Recording of a run")
struct RunRecorderTests {
  /// Runs a board for a minute, and returns what was recorded of each sample.
  private func record(
    _ seconds: Int, fault: String? = nil, card: BoardCard = .none
  ) throws -> [RunRecorder.Lines] {
    var options = BoardOptions()
    if let fault { options.events = [BoardEvent(.fault(try BoardFault(parsing: fault)))] }
    let board = try Board(.builtInBase, options: options, card: card)
    var recorder = RunRecorder(of: 7)
    var recorded: [RunRecorder.Lines] = []
    board.observeSamples { recorded.append(recorder.lines(of: $0, on: board)) }
    board.run(until: .seconds(seconds))
    return recorded
  }

  private func events(_ bytes: [UInt8]) throws -> [JSONDocument] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { try JSONDocument(Array($0)) }
  }

  @Test("a sample has its values, the status and the true position at one board time")
  func sample() throws {
    let recorded = try record(10)
    #expect(recorded.count >= 3)
    let lines = try events(recorded[1].sample)
    #expect(lines.map { $0.text("event") } == ["sample", "status"])
    #expect(Set(lines.map { $0.number("data.board_time") }).count == 1)
    #expect(lines.allSatisfy { $0.number("data.board") == 7 })
    #expect(lines[0].number("data.stale_after") != nil)
    #expect(lines[0].number("data.true_position.latitude") != nil)
    #expect(lines[0].number("data.true_position.height") != nil)
  }

  @Test("the sky is recorded each half minute, faults and card when they change")
  func changes() throws {
    let recorded = try record(70, fault: "nack part=sps30 from=20 to=30")
    let kinds = try recorded.map { try events($0.sample).map { $0.text("event") } }
    #expect(kinds.filter { $0.contains("sky") }.count == 3)
    let changes = try recorded.flatMap { try events($0.changes) }
    let active = changes.filter { $0.text("event") == "fault" }.map {
      ($0["data.faults"] as? [[String: Any]])?.first?["active"] as? Bool
    }
    #expect(active == [false, true, false])
    #expect(changes.filter { $0.text("event") == "card" }.count == 1)
  }

  @Test(
    "a card's lines, of which each sample writes one, are no change: a short recording stays short")
  func lines() throws {
    let recorded = try record(40, card: MemoryCard().slot)
    let changes = try recorded.flatMap { try events($0.changes) }
    #expect(recorded.count > 10 && changes.filter { $0.text("event") == "card" }.count < 3)
    let last = try events(try #require(recorded.last).sample)[1]
    #expect(try #require(last.number("data.card.lines")) > 10)
  }

  @Test("a thinned recording keeps every change and spreads its samples over the run")
  func thinning() throws {
    var recording = ThinnedRecording()
    let count = 5 * ThinnedRecording.limit
    for number in 0..<count {
      recording.append(
        RunRecorder.Lines(
          changes: number % 1000 == 0 ? Array("c\n".utf8) : [], sample: Array("\(number)\n".utf8)))
    }
    let lines = String(decoding: recording.lines, as: UTF8.self).split(separator: "\n")
    #expect(lines.prefix { $0 == "c" }.count == 5)
    let kept = lines.compactMap { Int($0) }
    #expect((ThinnedRecording.limit / 2...ThinnedRecording.limit).contains(kept.count))
    #expect(kept == Array(stride(from: 0, to: count, by: 8)))
  }

  @Test("the head says what ran and how its expectations came out")
  func head() throws {
    let board = try Board()
    let expectations = [
      try Expectation("gnss.fix == rtk-fixed"), try Expectation("uptime >= 0"),
      try Expectation("nothing.there == 1"),
    ]
    let outcomes = board.outcomes(
      of: expectations, report: board.snapshot.status(at: board.now))
    let head = try JSONDocument(RunRecorder.head("a \"walk\"", outcomes))
    #expect(head.number("recording") == 1 && head.text("title") == "a \"walk\"")
    let told = try #require(head["expectations"] as? [[String: Any]])
    #expect(told.map { $0["expectation"] as? String } == expectations.map(\.text))
    #expect(told.map { $0["met"] as? Bool } == [false, true, false])
    #expect(told[0]["found"] as? String == "\"none\"")
  }
}
