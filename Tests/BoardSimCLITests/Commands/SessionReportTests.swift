import Foundation
import TestSupport
import Testing

@Suite("boardsim report session")
struct SessionReportTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ seconds: Int, _ arguments: String...) async throws {
    let outcome = try await BoardSimProcess(
      ["run", "--port", "0", "-q", "--speed", "max", "--duration", "\(seconds)"] + arguments
    ).end()
    #expect([0, 1].contains(outcome.status), "\(outcome.errorLines)")
  }

  private func report(_ arguments: String...) async throws -> JSONDocument {
    let outcome = await boardsimHere(["report", "session"] + arguments + ["--json", "-q"])
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    return try JSONDocument(outcome.text)
  }

  private func sessions(_ report: JSONDocument) -> [[String: Any]] {
    report["sessions"] as? [[String: Any]] ?? []
  }

  private func write(_ text: String, to name: String) throws -> String {
    try folder.write(Array(text.utf8), to: name)
  }

  @Test("the running track's laps are 400 m within 1 %, with corrections and without")
  func laps() async throws {
    for (corrections, laps, tolerance) in [("internal", 3, 0.1), ("none", 3, 0.6)] {
      let card = folder.path(corrections)
      try await run(
        505, "--scenario", "running-track", "--ntrip", corrections, "--card", card)
      let report = try await report(card, "--truth", "running-track")
      let session = try #require(sessions(report).first)
      let found = session["laps"] as? [[String: Any]] ?? []
      #expect(found.count == laps && sessions(report).count == 1)
      for lap in found {
        #expect(abs((lap["distance"] as? Double ?? 0) / 400 - 1) < 0.01, "\(lap)")
        #expect(abs((lap["true_distance"] as? Double ?? 0) / 400 - 1) < 0.001, "\(lap)")
        // The runner departs on the line itself, which shifts the time of the first lap.
        let allowed = lap["number"] as? Int == 1 ? 1.5 : tolerance
        #expect(abs((lap["time"] as? Double ?? 0) - 400 / 3.5) < allowed, "\(lap)")
        #expect(abs(lap["time_error"] as? Double ?? 9) < allowed, "\(lap)")
      }
    }
  }

  @Test("a card, a recording and a GPX track of one run have the same session")
  func inputs() async throws {
    let (card, image) = (folder.path("card"), folder.path("card.img"))
    let (record, gpx) = (folder.path("run.jsonl"), folder.path("walk.gpx"))
    let common = ["--scenario", "running-track", "--record"]
    try await run(280, common[0], common[1], common[2], record, "--card", card)
    try await run(
      280, common[0], common[1], "--card-image", image, "--card-size", "4M")
    let export = await boardsimHere([
      "scenario", "export", "running-track", "--duration", "280", "-o", gpx,
    ])
    #expect(export.status == 0)
    var distances: [String: Double] = [:]
    for path in [card, image, record, folder.path("card/20260601.CSV"), gpx] {
      let report = try await report(path)
      let kind = try #require(report.text("kind"))
      let session = try #require(sessions(report).first)
      distances[kind] = session["distance"] as? Double
      #expect((session["true_distance"] as? Double != nil) == (kind == "recording"))
    }
    let card_ = try #require(distances["card"])
    #expect(abs(card_ - 560) < 6 && distances["card file"] == card_)
    #expect(abs((distances["recording"] ?? 0) - card_) < 1)
    // Steps of three points cut the bends, by 1 % at most.
    #expect(abs((distances["gpx"] ?? 0) - 560) < 6)
  }

  /// A card of 600 m from 23:00 of June the first to the second, in UTC, and 200 m on the third.
  private func writeCard() throws -> String {
    func lines(_ start: Int, _ count: Int) -> String {
      (0..<count).map { index in
        "\(start + 2 * index).000,\(45 + Double(index) * 4 / 111_131.7),9.0,rtk-fixed\n"
      }.joined()
    }
    let header = "board_time,latitude,longitude,fix\n"
    _ = try write(header + lines(100, 151), to: "days/20260601.CSV")
    _ = try write(header + lines(100_000, 51), to: "days/20260603.CSV")
    return folder.path("days")
  }

  @Test("the page has a calendar with the sums of each day, the track, the speed and the laps")
  func page() async throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("days"), withIntermediateDirectories: true)
    let card = try writeCard()
    let outcome = await boardsimHere(
      [
        "report", "session", card, "-o", folder.path("days.html"), "--start",
        "2026-06-01T22:58:00Z",
      ])
    #expect(outcome.status == 0)
    let page = try folder.text(of: "days.html")
    #expect(page.contains("<caption>2026-06</caption>"))
    #expect(page.contains("<td>1<br><strong>600.0 m</strong>"))
    #expect(page.contains("<td>3<br><strong>200.0 m</strong>"))
    #expect(page.contains("<td>2</td>") && page.contains("<td>30</td>"))
    #expect(page.matches(of: /<svg role="img"/).count == 4)
    #expect(!page.contains("<script") && !page.contains(" style="))
    let local = try await report(card, "--start", "2026-06-01T22:58:00Z", "--zone", "local")
    let days = (local["days"] as? [[String: Any]] ?? []).map { $0["day"] as? String }
    #expect(days == ["2026-06-02", "2026-06-03"])
  }

  @Test("a name in the page and in a title stays text")
  func markup() async throws {
    let path = try write(
      "board_time,latitude,longitude,fix\n1,45,9,3d\n", to: "<b>&.CSV")
    let page = folder.path("page.html")
    #expect(await boardsimHere(["report", "session", path, "-o", page]).status == 0)
    let text = try folder.text(of: "page.html")
    #expect(text.contains("&lt;b&gt;&amp;.CSV") && !text.contains("<b>&"))
  }

  @Test("what is no track is refused with the forms that are accepted")
  func refused() async throws {
    let forms =
      "name the folder, image or daily file of a card, a recording of --record, or a GPX track"
    let cases = [
      (try write("", to: "empty"), "is empty; \(forms)"),
      (try write("hello\n", to: "text"), "has no track; \(forms)"),
      (try write("<gpx></gpx>", to: "none.gpx"), "has no position with a time"),
      (
        try write("<gpx><trkpt lat=\"1\" lon=\"2\"/></gpx>", to: "timeless.gpx"),
        "the first unreadable line is line 1: the point has no time"
      ),
      (folder.path("missing"), "No such file or directory"),
      (folder.path, "has no day's file"),
    ]
    for (path, sentence) in cases {
      let outcome = await boardsimHere(["report", "session", path])
      #expect(outcome.status == 1)
      #expect(outcome.errorLines.first?.contains(sentence) == true, "\(outcome.errorLines)")
    }
    try FileManager.default.createDirectory(
      atPath: folder.path("0"), withIntermediateDirectories: true)
    _ = try write("board_time,latitude,longitude,fix\n", to: "0/20260601.CSV")
    let several = await boardsimHere(["report", "session", folder.path])
    #expect(several.errorLines.first?.contains("holds several cards; name one of them") == true)
  }

  @Test("lines that cannot be read are told with the first of them, and the others are reported")
  func unreadable() async throws {
    let path = try write(
      "board_time,latitude,longitude,fix\n1,45,9,3d\nx\n3,45.001,9,3d\n5,45.00", to: "20260601.CSV")
    let outcome = await boardsimHere(["report", "session", path])
    #expect(outcome.status == 0 && outcome.text.contains("2 positions"))
    #expect(
      outcome.errorLines.contains {
        $0.hasSuffix(
          "left out 2 unreadable lines; the first is 20260601.CSV:3: 1 columns, and the header has 4"
        )
      })
  }

  @Test(
    "options that cannot be are refused",
    arguments: [
      (["--line", "45,9"], "--line must be LAT,LON,BEARING in degrees"),
      (["--line", "45,9,361"], "--line must be LAT,LON,BEARING in degrees"),
      (["--min-step", "-1"], "--min-step must be metres from 0 to 1000"),
      (["--zone", "CET"], "--zone must be utc, local, or hours ahead"),
      (["--zone", "+15:00"], "--zone must be utc, local, or hours ahead"),
      (["--pause", "0"], "--pause must be more than 0 seconds"),
      (["--truth", "nowhere"], #"there is no scenario "nowhere""#),
    ])
  func options(options: [String], sentence: String) async throws {
    let path = try write("board_time,latitude,longitude,fix\n1,45,9,3d\n", to: "20260601.CSV")
    let outcome = await boardsimHere(["report", "session", path] + options)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains(sentence) == true, "\(outcome.errorLines)")
  }

  @Test("a card has no dates for days of another zone, and a recording has the truth in it")
  func dates() async throws {
    let path = try write("board_time,latitude,longitude,fix\n1,45,9,3d\n", to: "20260601.CSV")
    let zone = await boardsimHere(["report", "session", path, "--zone", "+02:00"])
    #expect(zone.status == 1)
    #expect(zone.errorLines.first?.contains("give --start DATE as well") == true)
    let record = try write("{\"recording\":1}\n", to: "run.jsonl")
    let truth = await boardsimHere(["report", "session", record, "--truth", "standing"])
    #expect(truth.status == 1 && truth.errorLines.first?.contains("leave out --truth") == true)
  }
}
