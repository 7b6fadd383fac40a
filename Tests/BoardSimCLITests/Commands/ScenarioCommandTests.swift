import Foundation
import ScenarioFiles
import TestSupport
import Testing

@Suite("boardsim scenario")
struct ScenarioCommandTests {
  private static let bad = """
    scenario: 1
    name: bad
    events:
      - {at: 60, set: {temperature: -10}, over: 30}
      - {at: 90, power: off}
    faults:
      - fault: nak
        part: sps30

    """

  @Test("check tells the place of what is wrong, and ends with 1")
  func check() async throws {
    let folder = try TemporaryFolder()
    let bad = try folder.write(Array(Self.bad.utf8), to: "bad.yaml")
    let good = try folder.write(
      Array(Self.bad.replacing("nak", with: "nack").utf8), to: "good.yaml")
    let wrong = await boardsimHere(["scenario", "check", good, bad])
    #expect(wrong.status == 1)
    #expect(
      wrong.text
        == "\(good): bad, 3 events and faults\n"
        + "\(bad):7:12: unknown fault \"nak\"; did you mean \"nack\"?\n")
    #expect(await boardsimHere(["scenario", "check", "-q", good]).status == 0)
    let run = await boardsimHere(["replay", "captures/milan-base.rtcm3", "--scenario", bad])
    #expect(run.status == 1 && run.errorLines.first?.contains("bad.yaml:7:12: unknown") == true)
  }

  @Test("check and show remark weather of another place, and tell a wrong number by its member")
  func weather() async throws {
    let folder = try TemporaryFolder()
    let answer =
      #"{"coord":{"lat":46,"lon":8},"dt":1780315200,"main":{"temp":290},"rain":{"1h":1}}"#
    _ = try folder.write(Array(answer.utf8), to: "w.json")
    _ = try folder.write(Array(answer.replacing("290", with: "512").utf8), to: "hot.json")
    let lines =
      "scenario: 1\nplace: {latitude: 45, longitude: 8}\nweather: {openweathermap: w.json}\n"
    let mine = try folder.write(Array(lines.utf8), to: "mine.yaml")
    let note = "w.json: the weather is of a place 111 km from the board's"
    let check = await boardsimHere(["scenario", "check", mine])
    #expect(check.status == 0)
    #expect(check.text == "\(mine): mine, 0 events and faults\n\(mine): note: \(note)\n")
    let show = await boardsimHere(["scenario", "show", mine])
    #expect(show.text.contains("temperature, rain\n") && show.text.contains(note))
    let drawing = folder.path("mine.svg")
    #expect(await boardsimHere(["scenario", "plot", mine, "-o", drawing]).status == 0)
    #expect(try folder.text(of: "mine.svg").contains(">16.9<"), "290 K are 16.85 °C")
    let hot = try folder.write(
      Array(lines.replacing("w.json", with: "hot.json").utf8), to: "hot.yaml")
    let wrong = await boardsimHere(["scenario", "check", hot])
    #expect(
      wrong.status == 1 && wrong.text.contains(": main.temp: 512 is no temperature in kelvin"))
  }

  @Test("list names them all; show tells what is in one, or its text, which is a file's")
  func list() async throws {
    let list = await boardsimHere(["scenario", "list", "--json"])
    let document = try JSONDocument(list.output)
    #expect((document["scenarios"] as? [Any])?.count == BundledScenarios.names.count)
    let text = await boardsimHere(["scenario", "show", "kitchen", "--yaml"])
    let folder = try TemporaryFolder()
    let copy = try folder.write(text.output, to: "copy.yaml")
    let (one, other) = (
      await boardsimHere(["scenario", "show", "kitchen"]),
      await boardsimHere(["scenario", "show", copy])
    )
    #expect(one.text == other.text && one.text.contains("5 of them recur"))
    let unknown = await boardsimHere(["scenario", "show", "kitchn"])
    #expect(unknown.status == 2)
    #expect(
      unknown.errorLines.first
        == #"boardsim: there is no scenario "kitchn"; did you mean "kitchen"?"#
    )
  }

  @Test("a way is exported as GPX, which is read as the same way")
  func gpx() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path("laps.gpx")
    let words = ["scenario", "export", "running-track", "--interval", "2", "-o", path]
    #expect(await boardsimHere(words).status == 0)
    let text = try folder.text(of: "laps.gpx")
    #expect(text.components(separatedBy: "<trkpt ").count == 1491)
    #expect(text.contains("<trkpt lat=\"45.476220"))
    #expect(text.contains("<ele>168.000</ele><time>2026-06-01T12:00:02.000Z</time></trkpt>"))
    let back = "scenario: 1\ntrack: {file: laps.gpx}\n"
    _ = try folder.write(Array(back.utf8), to: "back.yaml")
    let show = await boardsimHere(["scenario", "show", folder.path("back.yaml")])
    #expect(show.text.contains("1490 points, 2978 s"))
  }

  @Test("what a run was told is in its report, and a scenario is made of it")
  func byHand() async throws {
    let folder = try TemporaryFolder()
    let report = folder.path("report.json")
    let run = try await boardsim(
      "run", "-q", "--port", "0", "--boot", "cold", "--speed", "max", "--duration", "5",
      "--set", "temperature=-10 at=3 over=1.5", "--fault", "nack part=sps30 from=1 to=2",
      "--report",
      report)
    #expect(run.status == 0)
    let words = ["scenario", "export", report, "-o", folder.path("mine.yaml")]
    #expect(await boardsimHere(words).status == 0)
    #expect(
      try folder.text(of: "mine.yaml") == """
        scenario: 1
        name: by-hand
        events:
          - {at: 3, set: {temperature: -10}, over: 1.5}
        faults:
          - {fault: nack, part: sps30, from: 1, to: 2}

        """)
  }

  /// The drawings of the bundled scenarios in the documentation, each with its hours.
  @Test(
    "the drawings in docs/scenarios are what the command draws", arguments: BundledScenarios.names)
  func drawings(name: String) async throws {
    let root = SharedCaptures.packageRoot
    let page = try String(contentsOf: root.appending(path: "docs/scenarios.md"), encoding: .utf8)
    let command = try #require(
      page.split(separator: "\n").first { $0.contains("scenario plot \(name) ") },
      "docs/scenarios.md has no command for it")
    let folder = try TemporaryFolder()
    var words = command.split(separator: " ").drop { $0 != "scenario" }.map(String.init)
    words[words.count - 1] = folder.path("new.svg")
    #expect(await boardsimHere(words).status == 0)
    let old = try String(
      contentsOf: root.appending(path: "docs/scenarios/\(name).svg"), encoding: .utf8)
    #expect(
      try folder.text(of: "new.svg") == old,
      "run scripts/check/scenario-plots, and look at what has changed")
    #expect(page.contains("](scenarios/\(name).svg)"))
  }
}
