import Foundation
import GNSSBasics
import Mathematics
import Positioning
import TestSupport
import Testing

@Suite("boardsim gnss solve")
struct GNSSSolveTests {
  private let folder: TemporaryFolder
  private static let truth = "35.13469901,136.97757549,104.8626"
  private static let base = "35.134707705,136.977577939,104.853"

  init() throws { folder = try TemporaryFolder() }

  private func shared(_ name: String) throws -> String {
    try SharedCaptures.file("rtk/mosaic-static/\(name)").path
  }

  /// Compares a solution with the truth, and expects claims of the comparison.
  private func compare(_ name: String, _ claims: String..., truth: String = truth) async {
    let words = ["gnss", "compare", folder.path(name), truth]
    let outcome = await boardsimHere(words + claims.flatMap { ["--expect", $0] })
    #expect(outcome.status == 0, "\(outcome.errorLines)")
  }

  @Test("fixes every epoch of the streams of two receivers", .compares(with: .captures))
  func streams() async throws {
    let outcome = await boardsimHere([
      "gnss", "solve", "--rover", try shared("rover.rtcm3"), "--base", try shared("base.rtcm3"),
      "-q", "-o", folder.path("rtk.pos"),
    ])
    #expect(outcome.text == "301 epochs: 301 fixed (100 %)\nfirst fixed after 0 s\n")
    #expect(outcome.status == 0)
    await compare(
      "rtk.pos", "fix_rate == 100", "wrong == 0", "rms_level < 0.001", "rms_up < 0.0018")
    // RTKLIB's positions on the same files.
    await compare(
      "rtk.pos", "compared == 301", "p95_level < 0.005", "p95_up < 0.01",
      truth: try shared("rtk.pos"))
  }

  @Test("fixes every epoch of their RINEX files, compressed", .compares(with: .captures))
  func rinex() async throws {
    let outcome = await boardsimHere([
      "gnss", "solve", "--rover", try shared("rover.obs.gz"), "--base",
      try shared("base.obs.gz"), "--nav", try shared("base.nav.gz"), "--base-position", Self.base,
      "--json", "-q", "-o", folder.path("rtk.pos"),
    ])
    let report = try JSONDocument(outcome.text)
    #expect(report.number("epochs") == 301 && report.number("fixed") == 301)
    #expect(report.number("first_fix") == 0)
    await compare("rtk.pos", "fix_rate == 100", "rms_level < 0.0015", "rms_up < 0.0018")
  }

  @Test(
    "is within a metre of RTKLIB by codes alone, and as good as it by code differences",
    .compares(with: .captures))
  func below() async throws {
    let files = [
      "--rover", try shared("rover.obs.gz"), "--base", try shared("base.obs.gz"), "--nav",
      try shared("base.nav.gz"), "--base-position", Self.base, "-q",
    ]
    for mode in ["single", "dgnss"] {
      let outcome = await boardsimHere(
        ["gnss", "solve", "--mode", mode, "-o", folder.path("\(mode).pos")] + files)
      #expect(outcome.text == "301 epochs: 301 \(mode) (100 %)\n")
    }
    await compare(
      "single.pos", "all.count == 301", "all.p95_level < 1", "all.p95_up < 1",
      truth: try shared("spp.pos"))
    await compare("dgnss.pos", "all.rms_level < 0.2", "all.rms_up < 0.4")
  }

  /// The rover stands still; the truth is the median of its fixes.
  @Test("fixes a receiver of one frequency by its log and its base's", .compares(with: .captures))
  func logs() async throws {
    let outcome = await boardsimHere([
      "gnss", "solve", "-q", "--json", "-o", folder.path("a.pos"), "--rover",
      try SharedCaptures.file("captures/jdesbonnet__pairA_rover-20181004-1237.ubx").path, "--base",
      try SharedCaptures.file("captures/jdesbonnet__pairA_base-20181004-1236.ubx").path,
    ])
    let report = try JSONDocument(outcome.text)
    #expect(report.number("epochs") == 1205)
    #expect(report.number("fixed") ?? 0 > 1169, "\(outcome.text)")
    await compare(
      "a.pos", "fix_rate >= 97", "wrong <= 1", "p95_level < 0.03",
      truth: "53.280471228,-9.057820913,67.7639")
  }

  @Test("--static makes all epochs tell of one position", .compares(with: .captures))
  func standsStill() async throws {
    var steps: [Double] = []
    for words in [[], ["--static"]] {
      let outcome = await boardsimHere(
        [
          "gnss", "solve", "--rover", try shared("rover.rtcm3"), "--base",
          try shared("base.rtcm3"), "--systems", "E", "-q", "-o", folder.path("e.pos"),
        ] + words)
      #expect(outcome.status == 0, "\(outcome.errorLines)")
      let bytes = try folder.bytes(of: "e.pos")
      let places = PositionFile(reading: bytes.span).records.map { ECEFPosition($0.position) }
      #expect(places.count == 301)
      let last = places.suffix(100)
      steps.append(zip(last, last.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +))
    }
    #expect(steps[1] < steps[0] / 5, "\(steps)")
    await compare("e.pos", "fix_rate == 100", "rms_level < 0.003", "rms_up < 0.01")
  }

  @Test("tells of each epoch what it leaves out", .compares(with: .captures))
  func explains() async throws {
    let outcome = await boardsimHere([
      "gnss", "solve", "--rover", try shared("rover.rtcm3"), "--base", try shared("base.rtcm3"),
      "--systems", "G", "--elevation", "20", "-q", "--explain",
    ])
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count > 301)
    #expect(lines[0].hasPrefix("2024-06-24T08:19:42.000Z "), "\(lines[0])")
    #expect(lines[0].contains("below the elevation mask"))
  }

  @Test("writes all that is known of each epoch as JSON", .compares(with: .captures))
  func document() async throws {
    for form in ["json", "pos"] {
      let outcome = await boardsimHere([
        "gnss", "solve", "--rover", try shared("rover.rtcm3"), "--base", try shared("base.rtcm3"),
        "--systems", "G", "-q", "-o", folder.path("rtk.\(form)"),
      ])
      #expect(outcome.status == 0, "\(outcome.errorLines)")
    }
    let document = try JSONDocument(folder.bytes(of: "rtk.json"))
    let epochs = try #require(document["epochs"] as? [[String: Any]])
    let lines = try folder.text(of: "rtk.pos").split(separator: "\n")
      .filter { !$0.hasPrefix("%") }.map { $0.split(separator: " ").map(String.init) }
    #expect(epochs.count == 301 && lines.count == 301)
    for (epoch, line) in zip(epochs, lines) {
      let position = try #require(epoch["position"] as? [String: Double])
      #expect(position["latitude"] == Double(line[2]) && position["longitude"] == Double(line[3]))
      #expect(epoch["state"] as? String == (line[5] == "1" ? "fixed" : "float"))
      #expect((epoch["satellites"] as? [String])?.count == Int(line[6]))
    }
    let first = try #require(epochs.first)
    #expect(first["time_utc"] as? String == "2024-06-24T08:19:42.000Z")
    #expect(first["week"] as? Int == 2320 && first["tow"] as? Double == 116_400)
    let left = try #require(first["left_out"] as? [[String: Any]])
    #expect(left.contains { $0["reason"] as? String == "below the elevation mask" })
  }

  @Test(
    "from a base that moves, the vectors are within 3 mm level of RTKLIB's, and 6 mm of the truth",
    .compares(with: .rnx2rtkp))
  func movingBase() async throws {
    let pair = folder.path("pair")
    let made = await boardsimHere([
      "capture", "synth", "--base", "45.478,9.227,165", "--rover", "milan-walk", "--duration", "90",
      "--seed", "7", "--rinex", "-o", pair, "-q",
    ])
    #expect(made.status == 0, "\(made.errorLines)")
    let outcome = await boardsimHere([
      "gnss", "solve", "--rover", pair + "/rover.rtcm3", "--base", pair + "/base.rtcm3",
      "--moving-base", "-q", "-o", folder.path("ours.json"),
    ])
    #expect(outcome.text.hasPrefix("90 epochs: 90 fixed"), "\(outcome.text)")
    // Mode 4 is RTKLIB's moving base; -a asks for the vector.
    let files = ["rover.obs", "base.obs", "base.nav"].map { "\(pair)/\($0)" }
    let rtklib = try OutsideProgram(.rnx2rtkp).run(
      ["-p", "4", "-a", "-m", "10", "-sys", "G,R,E,C,J"] + files, in: folder.url)
    let lines = rtklib.output.split(whereSeparator: \.isNewline)
      .filter { !$0.hasPrefix("%") }.map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(lines.count == 90)
    let document = try JSONDocument(folder.bytes(of: "ours.json"))
    let epochs = try #require(document["epochs"] as? [[String: Any]])
    let truth = try folder.text(of: "pair/truth.csv").split(separator: "\n")
      .map { $0.split(separator: ",").map { Double($0) ?? .nan } }
    #expect(epochs.count == 90 && truth.count == 90)
    let place = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)
    for ((epoch, line), row) in zip(zip(epochs, lines), truth) {
      let baseline = try #require(epoch["baseline"] as? [String: Double])
      let (east, north) = (baseline["east"] ?? .nan, baseline["north"] ?? .nan)
      #expect((east - line[2]).magnitude < 0.003 && (north - line[3]).magnitude < 0.003)
      let rover = GeodeticPosition(latitude: row[1], longitude: row[2], height: row[3])
      let offset = place.localOffset(to: rover)
      #expect((east - offset.east).magnitude < 0.006 && (north - offset.north).magnitude < 0.006)
      let heading = baseline["heading"] ?? .nan
      let bearing = Math.bearing(east: east, north: north)
      #expect((heading - bearing).magnitude < 0.05 || offset.east.magnitude < 1)
    }
  }

  @Test("JSON is not read as positions", arguments: ["compare", "convert"])
  func refusesJSON(word: String) async throws {
    let document = try folder.write(Array("{\"epochs\":[\n]}\n".utf8), to: "rtk.json")
    let rest = word == "compare" ? [Self.truth] : ["-o", folder.path("rtk.kml")]
    let outcome = await boardsimHere(["gnss", word, document] + rest)
    #expect(outcome.status == 1)
    #expect(outcome.errorLines.last?.contains("is JSON, which is not read") == true)
  }

  @Test("what is missing is told with its remedy", .compares(with: .captures))
  func missing() async throws {
    let rover = try shared("rover.obs.gz")
    let nothing = try folder.write([], to: "empty")
    for (words, status, message) in [
      ([], 2, "the rover is missing: --rover FILE"),
      (["--rover", rover], 2, "the base is missing: --base FILE; without one, give --mode single"),
      (["--rover", "-", "--mode", "single"], 2, "each file is read twice"),
      (["--rover", rover, "--mode", "single", "-o", "x.txt"], 2, "must end with .json, .pos"),
      (["--rover", rover, "--mode", "best"], 2, "must be one of single, dgnss, float, rtk"),
      (["--rover", rover, "--mode", "single", "--elevation", "90"], 2, "from 0 to below 90"),
      (["--rover", rover, "--mode", "single"], 1, "no file has an ephemeris; give --nav"),
      (["--rover", nothing, "--mode", "single"], 1, "has no epoch of observations in it"),
      (["--rover", "nowhere", "--mode", "single"], 1, "cannot open 'nowhere'"),
    ] as [([String], Int, String)] {
      let outcome = await boardsimHere(["gnss", "solve", "-q"] + words)
      #expect(outcome.status == status, "\(words)")
      #expect(outcome.errorLines.first?.contains(message) == true, "\(outcome.errorLines)")
    }
  }
}
