import Foundation
import GNSSBasics
import NtripClient
import RTCMParser
import TestSupport
import Testing

@Suite(
  "What the client makes of each misbehaviour", .compares(with: .quirkCaster), .quirkCaster,
  .timeLimit(.minutes(5)))
struct QuirkTableTests {
  /// Returns the result of a link with a board's options, but with shorter timeouts and one attempt.
  private static func follow(_ mountpoint: String) async -> Following {
    var options = NtripSessionOptions()
    (options.positionRule, options.positionInterval) = (.whenWanted, .seconds(10))
    options.silenceBeforePosition = .milliseconds(100)
    if mountpoint == "silent" { options.answerTimeout = .milliseconds(300) }
    if mountpoint == "stall" { options.stallTimeout = .milliseconds(300) }
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45, longitude: 9, height: 100))
    return await Following(QuirkTests.stream(of: mountpoint, options), reporting: position) {
      mountpoint != "stall" && $0.statistics.frames.total >= 2
    }
  }

  private static func row(_ mountpoint: String, _ meaning: String) async -> String {
    let got = await follow(mountpoint)
    let statistics = got.statistics
    var outcome = "streams, version \(statistics.version?.rawValue ?? 0)"
    if statistics.badCRC > 0 { outcome += ", CRC errors counted: \(statistics.badCRC)" }
    var returns = "–"
    if let failure = got.failure {
      // The text without the word "caster" and the caster's address.
      outcome = "\(failure)".split(separator: " ").dropFirst(2).joined(separator: " ")
      switch failure.cause.urgency {
      case .soon: returns = "1 s … 30 s"
      case .late: returns = "1 min … 15 min"
      case .never: returns = "never"
      }
    }
    return "| `\(mountpoint)` | \(meaning) | \(outcome) | \(statistics.connects) | \(returns) |"
  }

  @Test("the table in the documentation says what it does in each")
  func holdsTable() async throws {
    let modes = try QuirkCaster.modes()
    let rows = await withTaskGroup(of: (Int, String).self) { group in
      for (index, mode) in modes.enumerated() {
        group.addTask { (index, await Self.row(mode.name, mode.meaning)) }
      }
      var rows = [String](repeating: "", count: modes.count)
      for await (index, row) in group { rows[index] = row }
      return rows
    }
    try Self.hold(rows)
  }

  /// Compares the rows with the table in the documentation, or writes the table on request.
  private static func hold(_ rows: [String]) throws {
    let path = SharedCaptures.packageRoot.appending(path: "docs/ntrip.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let marks = ["<!-- the client's table begins -->\n", "<!-- the client's table ends -->"]
    let head = try #require(text.range(of: marks[0])).upperBound
    let tail = try #require(text.range(of: marks[1])).lowerBound
    let table =
      "| mode | what the caster does | what the client does | connections | comes back after |\n"
      + "|---|---|---|---|---|\n" + rows.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["BOARDSIM_WRITE_MATRIX"] != nil {
      try (text[..<head] + table + text[tail...]).write(to: path, atomically: true, encoding: .utf8)
    } else {
      #expect(text[head..<tail] == table, "run scripts/check/tables and look at what is different")
    }
  }
}
