import Foundation
import TestSupport
import Testing

@testable import BoardSimCLI

@Suite("Sweeps of boardsim replay")
struct ReplaySweepTests {
  private static let capture = "captures/milan-base.rtcm3"
  private static let short = ["-q", "--duration", "20"]

  @Test(
    "the replays are the product, each with the report that it has alone, in lines and in files")
  func product() async throws {
    let folder = try TemporaryFolder()
    let results = folder.path("results")
    let outcome = try await boardsim(
      [
        "replay", Self.capture, "--seeds", "1..2,7", "--scenarios", "milan-walk,kitchen", "--jobs",
        "2",
      ]
        + ["--expect", "duration >= 20", "--junit", results] + Self.short)
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let lines = outcome.text.split(separator: "\n").sorted()
    #expect(lines.count == 6 && lines.allSatisfy { $0.hasPrefix("ok     \(Self.capture) ") })
    #expect(lines[0].contains("kitchen seed 1: ") && lines[5].contains("milan-walk seed 7: "))
    let files = try folder.names(in: "results")
    #expect(files.count == 13)
    for (scenario, seed) in [("kitchen", 2), ("milan-walk", 7)] {
      let alone = try await boardsim(
        ["replay", Self.capture, "--seed", "\(seed)", "--scenario", scenario, "--json"]
          + ["--expect", "duration >= 20"] + Self.short)
      let name = try #require(
        files.first {
          $0.hasPrefix("milan-base.\(scenario).seed-\(seed).") && $0.hasSuffix(".json")
        })
      let result = try JSONDocument(folder.text(of: "results/\(name)"))
      #expect(result.text("scenario") == scenario && result.number("seed") == Double(seed))
      let kept = try folder.text(of: "results/\(name)").trimmingCharacters(in: .newlines)
      let report = alone.text.trimmingCharacters(in: .newlines)
      #expect(kept.hasSuffix(#""report":\#(report)}"#))
      let suite = try folder.text(of: "results/\(name.dropLast(4))xml")
      #expect(
        suite.contains(
          #"name="\#(Self.capture) \#(scenario) seed \#(seed)" tests="1" failures="0""#))
    }
  }

  @Test("what is done is not done again, unless an input is another one")
  func resumes() async throws {
    let folder = try TemporaryFolder()
    let capture = try folder.write([UInt8](contentsOf: Self.capture), to: "base.rtcm3")
    let scenario = folder.path("own.yaml")
    _ = try folder.write(Array("scenario: 1\nname: own\n".utf8), to: "own.yaml")
    func sweep(_ seeds: String, _ more: String...) async throws -> (lines: Int, note: String?) {
      let outcome = try await boardsim(
        ["replay", capture, "--seeds", seeds, "--scenario", scenario, "--duration", "5"]
          + ["--junit", folder.path("results")] + more)
      #expect(outcome.status == 0, "\(outcome.errorLines)")
      return (outcome.text.split(separator: "\n").count, outcome.errorLines.last)
    }
    #expect(try await sweep("1..3") == (3, "3 replays: 3 as expected"))
    #expect(try await sweep("1..3") == (0, "3 replays: 3 as expected, 3 were done before"))
    #expect(try await sweep("2..5") == (2, "4 replays: 4 as expected, 2 were done before"))
    #expect(try await sweep("1..3", "--gnss-rate", "2").lines == 3)
    #expect(try await sweep("1..3", "--gnss-rate", "2").lines == 0)
    _ = try folder.write(Array("scenario: 1\nname: own\n# changed\n".utf8), to: "own.yaml")
    #expect(try await sweep("1..3", "--gnss-rate", "2").lines == 3)
    let bytes = try [UInt8](contentsOf: Self.capture)
    _ = try folder.write(bytes.dropLast(3), to: "base.rtcm3")
    #expect(try await sweep("1..3", "--gnss-rate", "2").lines == 3)
    let damaged = try #require(
      try folder.names(in: "results").first { $0.contains(".seed-2.") && $0.hasSuffix(".json") })
    _ = try folder.write(Array("{".utf8), to: "results/\(damaged)")
    #expect(try await sweep("1..3", "--gnss-rate", "2").lines == 1)
  }

  @Test("a capture that cannot be replayed and an expectation that is not met stop no other replay")
  func failures() async throws {
    let folder = try TemporaryFolder()
    let garbage = try folder.write(Array("<html>no</html>".utf8), to: "page.html")
    let list = try folder.write(
      Array("# captures\n\n  \(Self.capture)  \n\(garbage)\n\(folder.path("none"))\n".utf8),
      to: "list")
    let arguments =
      ["replay", "--list", list, "--seeds", "1,2", "--expect", "seed == 1", "--duration", "5"]
      + ["--junit", folder.path("results")]
    for doneBefore in [0, 2] {
      let outcome = try await boardsim(arguments)
      #expect(outcome.status == 1)
      let lines = outcome.text.split(separator: "\n")
      #expect(lines.count { $0.hasPrefix("ok     ") } == (doneBefore == 0 ? 1 : 0))
      #expect(lines.count { $0.hasPrefix("failed ") } == (doneBefore == 0 ? 1 : 0))
      #expect(lines.count { $0.hasPrefix("error  ") } == 4)
      let tally = "6 replays: 1 as expected, 1 failed, 4 with an error"
      #expect(
        outcome.errorLines.suffix(2) == [
          doneBefore == 0 ? tally : tally + ", 2 were done before",
          "boardsim: 5 of 6 replays are not as expected",
        ])
    }
    let merged = try await boardsim("report", "merge", folder.path("results"))
    #expect(merged.status == 1)
    #expect(merged.errorLines.last == "boardsim: 5 of 6 replays are not as expected")
    #expect(merged.text.contains("failed \(Self.capture) seed 2: seed == 1: found 2"))
  }

  @Test("parts are the whole, and merged they are what one process writes")
  func shards() async throws {
    let folder = try TemporaryFolder()
    let sweep =
      [
        "replay", Self.capture, "captures/damaged.rtcm3", "--seeds", "1..3", "--expect",
        "rtcm.bad_crc == 0",
      ]
      + Self.short
    func run(_ name: String, _ more: String..., environment: [String: String] = [:]) async throws {
      let outcome = try await BoardSimProcess(
        sweep + ["--junit", folder.path(name)] + more, environment: environment
      ).end()
      #expect(outcome.status <= 1, "\(outcome.errorLines)")
    }
    try await run("whole")
    try await run("a", "--shard", "0/4")
    try await run("b", "--shard", "1/4")
    let early = try await boardsim("report", "merge", folder.path("a"), folder.path("b"))
    #expect(early.status == 1)
    #expect(early.errorLines.last?.contains("3 of 6 replays have no result here") == true)
    // Parts may write to one folder.
    try await run("b", "--shard", "2/4")
    try await run(
      "a", "--shard", "auto",
      environment: [
        "SLURM_ARRAY_TASK_ID": "4", "SLURM_ARRAY_TASK_MIN": "1", "SLURM_ARRAY_TASK_COUNT": "4",
      ])
    for (name, parts) in [("whole", ["whole"]), ("parts", ["a", "b"])] {
      let outcome = try await boardsim(
        ["report", "merge"] + parts.map { folder.path($0) } + [
          "--junit", folder.path("\(name).xml"), "--json", folder.path("\(name).json"), "--html",
          folder.path("\(name).html"),
        ])
      #expect(outcome.status == 1)
      #expect(outcome.text.split(separator: "\n").count == 4)
      #expect(outcome.text.hasSuffix("6 replays: 3 as expected, 3 failed\n"))
    }
    for ending in ["xml", "json", "html"] {
      #expect(try folder.text(of: "whole.\(ending)") == folder.text(of: "parts.\(ending)"))
    }
    let junit = try folder.text(of: "parts.xml")
    #expect(junit.contains(#"<testsuites tests="6" failures="3" errors="0">"#))
    #expect(junit.split(separator: "<testsuite ").count == 7)
    let json = try JSONDocument(folder.text(of: "parts.json"))
    #expect(json.number("replays") == 6 && json.number("failed") == 3)
    #expect((json["results"] as? [[String: Any]])?.count == 6)
    let page = try folder.text(of: "parts.html")
    #expect(page.contains("Not as expected") && page.split(separator: "<tr>").count == 12)
  }

  @Test("a sweep that is ended keeps what is done, and goes on from there")
  func interrupted() async throws {
    let folder = try TemporaryFolder()
    let sweep =
      [
        "replay", Self.capture, "--seeds", "1..40", "--jobs", "1", "-q", "--junit",
        folder.path("results"),
      ]
    for end in [{ (process: BoardSimProcess) in process.interrupt() }, { $0.kill() }] {
      let process = try BoardSimProcess(sweep)
      #expect(await process.nextLine()?.hasPrefix("ok ") == true)
      end(process)
      let outcome = await process.end()
      #expect(outcome.status == 130 || outcome.status == -1)
    }
    let names = try folder.names(in: "results").filter { !$0.hasPrefix(".") }
    let done = names.count { $0.hasSuffix(".json") } - 1
    #expect((2..<40).contains(done))
    for name in names where name.hasSuffix(".json") {
      _ = try JSONDocument(folder.text(of: "results/\(name)"))
    }
  }

  @Test("results as JSON lines are those of the folder")
  func jsonLines() async throws {
    let folder = try TemporaryFolder()
    let outcome = try await boardsim(
      ["replay", Self.capture, "--seeds", "3", "--json", "--junit", folder.path("results")]
        + Self.short)
    let name = try #require(
      try folder.names(in: "results").first { $0.hasSuffix(".json") && $0 != "sweep.json" })
    #expect(try outcome.text == folder.text(of: "results/\(name)"))
  }

  @Test(
    "captures of one name in several folders have files of their own, and no path leaves the folder"
  )
  func names() {
    let jobs = SweepPlan(
      captures: ["a/x.rtcm3", "b/x.rtcm3", "../../..", "-\u{1B}[1m ü.bin"],
      scenarios: ["../s.yaml"],
      seeds: [.max]
    ).jobs
    #expect(Set(jobs.map(\.name)).count == 4)
    for job in jobs {
      #expect(job.name.utf8.allSatisfy { $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "/") })
      #expect(job.name.contains(".s.seed-18446744073709551615."))
    }
    #expect(jobs[0].title == "a/x.rtcm3 ../s.yaml seed 18446744073709551615")
  }

  @Test("seeds are ranges and numbers")
  func seeds() throws {
    #expect(try SeedsArgument(optionText: "1..3,9", of: "--seeds").seeds == [1, 2, 3, 9])
    #expect(try SeedsArgument(optionText: "5..5", of: "--seeds").seeds == [5])
    for text in ["", "1..", "..3", "3..1", "1..2..3", "a", "1,", "-1", "1.5"] {
      let error = #expect(throws: UsageError.self) {
        try SeedsArgument(optionText: text, of: "--seeds")
      }
      #expect(error?.message == "--seeds must be seeds such as 1..100 or 1,5,9, not '\(text)'")
    }
    let error = #expect(throws: UsageError.self) {
      try SeedsArgument(optionText: "0..18446744073709551615", of: "--seeds")
    }
    #expect(error?.message.contains("more than 1000000 seeds") == true)
    #expect(try SeedsArgument(optionText: "1..1000000", of: "--seeds").seeds.count == 1_000_000)
    #expect(throws: UsageError.self) {
      try SeedsArgument(optionText: "1..1000000,7", of: "--seeds")
    }
  }

  @Test("a sweep that cannot begin says why, and makes no folder")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write(Array("# none\n".utf8), to: "list")
    for (arguments, words) in [
      (["--list", empty], "names no capture"), (["--list", folder.path("missing")], "missing"),
      ([Self.capture, Self.capture], "twice"), ([Self.capture, "--seeds", "1,1"], "twice"),
      ([Self.capture, "--scenarios", "milan-walk,nowhere"], "nowhere"),
    ] {
      let outcome = try await boardsim(
        ["replay"] + arguments + ["--junit", folder.path("results")])
      #expect(outcome.status != 0)
      #expect(outcome.errorLines.first?.contains(words) == true, "\(outcome.errorLines)")
    }
    #expect(try folder.names == ["list"])
    for path in [folder.path("none"), folder.url.path] {
      let outcome = try await boardsim("report", "merge", path)
      #expect(
        outcome.status == 1 && outcome.errorLines.first?.contains("has no sweep.json") == true)
    }
  }
}
