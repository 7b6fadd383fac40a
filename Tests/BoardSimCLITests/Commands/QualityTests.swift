import Foundation
import TestSupport
import Testing

@Suite("boardsim rtcm qc and rinex qc")
struct QualityTests {
  private let folder: TemporaryFolder
  private static let milan = "captures/milan-base.rtcm3"

  init() throws { folder = try TemporaryFolder() }

  private var milan: String {
    SharedCaptures.packageRoot.appending(path: Self.milan).path
  }

  private func report(_ words: String...) async throws -> JSONDocument {
    let outcome = await boardsimHere(words + ["--json", "-q"])
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    return try JSONDocument(outcome.text)
  }

  // MARK: - Compared with RTKLIB

  /// The file of a receiver's RTCM 3 stream, a time near it, and the number of signals that are compared.
  private static let streams = [
    ("captures/milan-base.rtcm3", "2026/6/1 12 0 0", 11),
    ("rtk/mosaic-static/base.rtcm3", "2024/6/24 8 20 0", 10),
    ("captures/pygnssutils__ntrip_encode_none.bin", "2024/8/18 21 0 0", 15),
  ]

  /// convbin's file of each stream, with the elevations that rnx2rtkp tells for it.
  @Test(
    "multipath, slips, ratios and completeness are those of sums by hand from RTKLIB's elevations",
    .compares(with: .captures, .convbin, .rnx2rtkp), arguments: streams)
  func stream(path: String, time: String, signals: Int) async throws {
    let file =
      path == Self.milan ? URL(filePath: milan) : try SharedCaptures.file(path)
    let options = ["-r", "rtcm3", "-v", "3.04", "-od", "-os", "-tr"]
    _ = try OutsideProgram(.convbin).run(
      options + time.split(separator: " ").map(String.init)
        + ["-o", "c.obs", "-n", "c.nav", file.path], in: folder.url)
    try await compare(
      try await report("rtcm", "qc", file.path), with: try residuals(), signals: signals)
  }

  @Test(
    "a RINEX file is judged as by hand from RTKLIB's elevations",
    .compares(with: .captures, .rnx2rtkp))
  func rinex() async throws {
    let (observations, navigation) = (
      try SharedCaptures.file("rtk/mosaic-static/rover.obs.gz").path,
      try SharedCaptures.file("rtk/mosaic-static/base.nav.gz").path
    )
    for (from, to) in [(observations, "c.obs"), (navigation, "c.nav")] {
      let text = try OutsideProgram(.gzip).run(["-dc", from], in: folder.url).output
      _ = try folder.write(Array(text.utf8), to: to)
    }
    let report = try await report("rinex", "qc", observations, navigation)
    // One satellite of GLONASS has no ephemeris in that file, and so no elevation in RTKLIB's.
    try await compare(report, with: try residuals(), signals: 13, withoutOrbits: 1)
  }

  /// Returns the sums by hand of `c.obs` and `c.nav`.
  private func residuals() throws -> JSONDocument {
    let configuration = try SharedCaptures.file("rtk/mosaic-static/spp.conf").path
    _ = try OutsideProgram(.rnx2rtkp).run(
      ["-k", configuration, "-m", "5", "-y", "2", "-o", "c.pos", "c.obs", "c.nav"], in: folder.url)
    let python = try #require(OutsideProgram("python3"))
    let script = SharedCaptures.packageRoot.appending(path: "Tests/Oracles/rtklib_quality.py").path
    let result = try python.run([script, "c.obs", "c.pos.stat", "c.nav"], in: folder.url)
    #expect(result.status == 0)
    return try JSONDocument(result.output)
  }

  private func compare(
    _ report: JSONDocument, with hand: JSONDocument, signals: Int, withoutOrbits: Int = 0
  ) async throws {
    var compared = 0
    for name in try #require(hand["signals"] as? [String: Any]).keys.sorted() where name.count == 3
    {
      let (own, theirs) = (
        "systems.\(name.prefix(1)).signals.\(name.dropFirst())", "signals.\(name)"
      )
      let orbitless = try #require(report.number("systems.\(name.prefix(1)).without_orbit"))
      #expect(orbitless <= Double(withoutOrbits))
      guard orbitless == 0 else { continue }
      func both(_ a: String, _ b: String) throws -> (Double, Double) {
        (
          try #require(report.number("\(own).\(a)"), "\(name) \(a)"),
          try #require(hand.number("\(theirs).\(b)"), "\(name) \(b)")
        )
      }
      for (a, b) in [
        ("observations", "observations"), ("told_slips", "marks"), ("multipath_slips", "jumps"),
      ] {
        let (found, expected) = try both(a, b)
        #expect(found == expected, "\(name) \(a)")
      }
      // A look at the sky each ten seconds, and elevations with one decimal there.
      let (found, complete) = try both("found", "complete")
      #expect((found - complete).magnitude <= 13, "\(name) found")
      let (multipath, scatter) = try both("multipath", "multipath")
      #expect((multipath - scatter).magnitude <= 0.001 + 0.01 * scatter, "\(name) multipath")
      let ratios = try #require(report["\(own).cnr_by_elevation"] as? [Any])
      let means = try #require(hand["\(theirs).ratios"] as? [Any])
      for (bin, (ratio, mean)) in zip(ratios, means).enumerated() where bin > 0 {
        guard let mean = mean as? Double else { continue }
        let ratio = try #require(ratio as? Double, "\(name) \(bin)")
        #expect((ratio - mean).magnitude < 0.4, "\(name) \(bin)")
      }
      compared += 1
    }
    #expect(compared == signals)
    let rates = try #require(hand.number("rates"))
    #expect(report.number("ionosphere.rates") == rates)
    #expect(report.number("ionosphere_slips") == hand.number("leaps"))
    let (rms, theirs) = (
      try #require(report.number("ionosphere.rms")), try #require(hand.number("ionosphere"))
    )
    #expect((rms - theirs).magnitude < 0.0005 + 0.01 * theirs)
  }

  // MARK: - The commands

  @Test("thresholds that are not kept are told, with status 1")
  func thresholds() async {
    let words = ["rtcm", "qc", milan, "-q"]
    let kept = await boardsimHere(
      words + ["--expect", "completeness >= 99", "--expect", "slips == 0"])
    #expect(kept.status == 0 && kept.errorLines.isEmpty)
    let broken = await boardsimHere(words + ["--expect", "systems.G.signals.1C.multipath < 0.1"])
    #expect(broken.status == 1)
    #expect(
      broken.errorLines == [
        "boardsim: expectation not met: systems.G.signals.1C.multipath < 0.1: found 0.1311"
      ])
    #expect(broken.text == kept.text && kept.text.contains("100 %, 21710 of 21710"))
  }

  @Test("the elevation below which nothing is expected can be set")
  func elevation() async throws {
    let low = try await report("rtcm", "qc", milan, "--elevation", "0")
    let high = try await report("rtcm", "qc", milan, "--elevation", "40")
    let (all, few) = (
      try #require(low.number("systems.G.found")), try #require(high.number("systems.G.found"))
    )
    #expect(all > few && few > 0)
    #expect(low.number("observations") == high.number("observations"))
  }

  @Test("the page has the results, and drawings of sky, times, elevations and positions")
  func page() async throws {
    let path = folder.path("q.html")
    let outcome = await boardsimHere(["rtcm", "qc", milan, "-q", "--report", path])
    #expect(outcome.status == 0)
    let html = String(decoding: try folder.bytes(of: "q.html"), as: UTF8.self)
    #expect(html.ranges(of: "<svg ").count == 3)
    for heading in ["Results", "Sky and times", "By elevation", "Positions"] {
      #expect(html.contains("<h2>\(heading)</h2>"))
    }
    #expect(html.contains("<title>G05</title>") || html.contains("<title>G0"))
    let wrong = await boardsimHere(["rtcm", "qc", milan, "--report", "q.svg"])
    #expect(wrong.status == 2)
  }

  @Test("a stream that is followed is judged as its file, with its minutes")
  func followed() async throws {
    let bytes = try [UInt8](contentsOf: Self.milan)
    let outcome = try await boardsim(
      "rtcm", "qc", "-", "--live", "--date", "2026-06-01", "-q", input: bytes)
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let lines = outcome.text.split(separator: "\n", omittingEmptySubsequences: false)
    // The ten minutes begin at 18 s.
    let minutes = lines.prefix { $0.contains(" epochs, ") }
    #expect(minutes.count == 11)
    #expect(minutes[0].hasPrefix("2026-06-01T12:00:59.000; 42 epochs, 0 missing; 41 satellites; "))
    #expect(
      minutes[1].contains("; 60 epochs, 0 missing; 41 satellites; 100 %; 0 slips, 0 told; MP1 "))
    let file = await boardsimHere(["rtcm", "qc", milan, "-q"])
    let whole = lines.dropFirst(minutes.count).joined(separator: "\n")
    #expect(whole.contains("slips         0 in 60132 observations"))
    #expect(file.text.contains("slips         0 in 60132 observations"))
    #expect(!whole.contains("message"))
  }

  @Test("each minute is an object on a line with --json, and the whole is the last one")
  func minutes() async throws {
    let bytes = try [UInt8](contentsOf: Self.milan)
    let outcome = try await boardsim(
      "rtcm", "qc", "-", "--live", "--json", "--date", "2026-06-01", "-q", "--expect",
      "epochs >= 60", input: bytes)
    #expect(outcome.status == 0)
    let objects = try outcome.text.split(separator: "\n").map { try JSONDocument(String($0)) }
    #expect(
      objects.map { $0.number("epochs") } == [42] + Array(repeating: 60, count: 9) + [18, 600])
    #expect(objects.last?.number("stream.total_frames") == 3630)
    // The first minute and the last one are not whole.
    #expect(outcome.errorLines.count == 2)
  }

  @Test("a stream of another time that is followed is told")
  func otherTime() async throws {
    let outcome = try await boardsim(
      "rtcm", "qc", "-", "-q", "--date", "2020-01-01", input: [UInt8](contentsOf: Self.milan))
    #expect(outcome.status == 0)
    #expect(outcome.errorLines.contains { $0.contains("the messages are of 2026-06-01T") })
  }

  @Test("a mountpoint is followed, with the latency of its messages")
  func mountpoint() async throws {
    let caster = try await RunningCaster(file: "synth:45.478,9.23,165")
    let outcome = try await boardsim(
      "rtcm", "qc", caster.url(), "--duration", "4", "--json", "-q")
    #expect(outcome.status == 0, "\(outcome.errorLines)")
    let report = try JSONDocument(outcome.text)
    #expect(try #require(report.number("epochs")) >= 2)
    let latency = try #require(report.number("latency.1077.mean"))
    #expect((-1.0...600).contains(latency))
  }

  @Test(
    "what is no stream of observations is told",
    arguments: [
      (["rtcm", "qc", "captures/README.md"], "has no epoch of observations in it"),
      (["rinex", "qc", "captures/README.md"], "holds neither observations nor ephemerides"),
      (["rinex", "qc", "captures/none.obs"], "captures/none.obs"),
    ])
  func nothing(words: [String], message: String) async {
    let outcome = await boardsimHere(
      words.dropLast() + [SharedCaptures.packageRoot.appending(path: words.last ?? "").path])
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.contains { $0.contains(message) }, "\(outcome.errorLines)")
  }

  @Test("a stream without observations that is followed is a failure")
  func silence() async throws {
    let empty = try await boardsim("rtcm", "qc", "-", "-q")
    #expect(empty.status == 1)
    #expect(empty.errorLines == ["boardsim: standard input holds no RTCM 3 frame: it is empty"])
  }
}
