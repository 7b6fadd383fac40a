import Foundation
import TestSupport
import Testing

@Suite("Recordings and reports as pages on the command line")
struct RecordingCommandTests {
  private static func lines(of path: String) throws -> [JSONDocument] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
      try JSONDocument(Array($0.utf8))
    }
  }

  @Test("a run is recorded sample by sample, the same at any speed; its report is a page")
  func run() async throws {
    let folder = try TemporaryFolder()
    var recordings: [Data] = []
    for speed in ["max", "40"] {
      let (record, report) = (folder.path("\(speed).jsonl"), folder.path("\(speed).html"))
      let outcome = try await boardsim(
        "run", "--port", "0", "-q", "--boot", "cold", "--speed", speed, "--duration", "40",
        "--fault", "nack part=sps30 from=20 to=30", "--record", record, "--report", report,
        "--expect", "gnss.fix == nowhere")
      #expect(outcome.status == 1)
      recordings.append(try Data(contentsOf: URL(filePath: record)))
      let page = try String(contentsOfFile: report, encoding: .utf8)
      #expect(page.hasPrefix("<!DOCTYPE html>") && page.contains("id=\"recording\""))
    }
    #expect(recordings[0] == recordings[1])
    let lines = try Self.lines(of: folder.path("max.jsonl"))
    #expect(lines[0].number("recording") == 1 && lines[0].text("title") == "milan-walk")
    let kinds = lines.dropFirst().map { $0.text("event") }
    for kind in ["sample", "status", "sky", "fault", "card"] {
      #expect(kinds.contains(kind), "\(kind)")
    }
    #expect(kinds.count { $0 == "sample" } >= 18)
  }

  @Test("a replay is recorded too, and a page is made of the recording")
  func replay() async throws {
    let folder = try TemporaryFolder()
    let (record, page) = (folder.path("replay.jsonl"), folder.path("replay.html"))
    let replay = await boardsimHere([
      "replay", "captures/milan-base.rtcm3", "-q", "--duration", "20", "--record", record,
      "--report", folder.path("report.html"),
    ])
    #expect(replay.status == 0)
    #expect(try Self.lines(of: record)[0].text("title") == "captures/milan-base.rtcm3")
    #expect(await boardsimHere(["page", record, "-o", page]).status == 0)
    let made = try [folder.text(of: "replay.html"), folder.text(of: "report.html")]
    // Only the recording inside differs: a short run is not thinned, but its lines are in another order.
    let scripts = made.map { $0.replacing(/id="recording">[^<]*</) { _ in "" } }
    #expect(scripts[0] == scripts[1] && scripts[0].count > 50_000)
  }

  @Test(
    "a stream's report is a page with its verdict, its frames and a drawing; names in it stay text")
  func stream() async throws {
    let folder = try TemporaryFolder()
    let capture = try Data(
      contentsOf: SharedCaptures.packageRoot.appending(path: "captures/milan-base.rtcm3"))
    let file = try folder.write(Array(capture.prefix(100_000)), to: "<b>&.rtcm3")
    let words = ["rtcm", "stats", file, "-q", "--report", folder.path("stats.html")]
    #expect(await boardsimHere(words).status == 0)
    let page = try folder.text(of: "stats.html")
    for part in ["<caption>Verdict: pass</caption>", "check-pass", "1077", "<svg ", "GPS, dB-Hz"] {
      #expect(page.contains(part), "\(part)")
    }
    #expect(page.contains("&lt;b&gt;&amp;.rtcm3") && !page.contains("<b>"))
    let nothing = try folder.write(Array("none".utf8), to: "none.rtcm3")
    _ = await boardsimHere(["rtcm", "stats", nothing, "-q", "--report", folder.path("none.html")])
    #expect(try folder.text(of: "none.html").contains("The stream has no observations."))
    let text = await boardsimHere(["rtcm", "stats", file, "--report", "stats.json"])
    #expect(text.status == 2 && text.errorLines.joined().contains("FILE.html"))
  }

  @Test("a recording is served for a browser until the command is told to end")
  func serves() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      Array("{\"recording\":1,\"title\":\"none\",\"expectations\":[]}\n".utf8), to: "run.jsonl")
    let process = try BoardSimProcess(["page", file, "--port", "0", "--json"])
    let ready = try JSONDocument(try #require(await process.nextLine()))
    #expect(ready.text("event") == "ready")
    let port = try #require(ready.text("url").flatMap { URL(string: $0)?.port })
    #expect(try HTTPAnswer.get("/", port: UInt16(port)).status == 200)
    #expect(try HTTPAnswer.get("/recording", port: UInt16(port)).text.contains("none"))
    process.terminate()
    #expect(await process.end().status == 0)
  }

  @Test("a file that is no recording is told as that, and what cannot go together too")
  func refuses() async throws {
    let folder = try TemporaryFolder()
    let other = try folder.write(Array("{}\n".utf8), to: "other.json")
    let wrong = await boardsimHere(["page", other])
    #expect(wrong.status == 1 && wrong.errorLines.joined().contains("no recording"))
    #expect(wrong.errorLines.joined().contains("--record FILE"))
    let missing = await boardsimHere(["page", folder.path("missing")])
    #expect(missing.status == 1)
    let both = await boardsimHere(["page", other, "-o", "x.html", "--port", "3"])
    #expect(both.status == 2 && both.errorLines.joined().contains("--port"))
  }

  @Test("a recording that cannot be written is a failure before the run, or after it")
  func unwritable() async throws {
    let folder = try TemporaryFolder()
    let before = try await boardsim(
      "run", "--port", "0", "-q", "--speed", "max", "--duration", "5", "--record",
      folder.path("none/run.jsonl"))
    #expect(
      before.status == 1 && before.text.isEmpty
        && before.errorLines.joined().contains("none/run.jsonl"))
    #if os(Linux)
      let after = try await boardsim(
        "run", "--port", "0", "-q", "--speed", "max", "--duration", "90", "--record", "/dev/full")
      #expect(after.status == 1 && after.errorLines.joined().contains("/dev/full"))
    #endif
  }
}
