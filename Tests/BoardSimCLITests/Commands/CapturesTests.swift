import TestSupport
import Testing

@Suite("boardsim capture, and the captures of the repository")
struct CapturesTests {
  @Test("synthesising without options gives the bundled base station")
  func synthesis() async throws {
    let outcome = try await boardsim("capture", "synth", "-q", "-o", "-")
    #expect(outcome.status == 0)
    #expect(try outcome.output == [UInt8](contentsOf: "captures/milan-base.rtcm3"))
  }

  @Test("in a damaged stream the frames are found that the command says are left")
  func damage() async throws {
    let damaged = try await Self.damage(seed: 7)
    let summary = try #require(damaged.errorLines.dropLast().last)
    let counts = try #require(
      summary.firstMatch(of: /^frames: (\d+) in, (\d+) of them damaged, (\d+) sent twice$/))
    #expect(try #require(Int(counts.3)) > 50)
    let last = try #require(damaged.errorLines.last?.firstMatch(of: /must find (\d+)/))
    let stats = try await boardsim("rtcm", "stats", "-", "--json", "-q", input: damaged.output)
    let report = try JSONDocument(stats.text)
    #expect(report.number("total_frames") == Double(last.1))
    #expect(try #require(report.number("bad_crc")) > 50)
    #expect(try #require(report.number("other_bytes")) > 10_000)
  }

  @Test("the same seed does the same damage, another one other damage")
  func seeds() async throws {
    let first = try await Self.damage(seed: 7).output
    #expect(try await Self.damage(seed: 7).output == first)
    #expect(try await Self.damage(seed: 8).output != first)
  }

  @Test("a stream is not damaged in its own file")
  func ownFile() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write([0xD3, 0, 0], to: "own.rtcm3")
    let outcome = try await boardsim("capture", "damage", path, "-o", path)
    #expect(outcome.status == 2)
    #expect(outcome.errorLines.first?.contains("is the input as well") == true)
  }

  private static func damage(seed: Int) async throws -> BoardSimProcess.Outcome {
    let outcome = try await boardsim(
      "capture", "damage", "captures/milan-base.rtcm3", "-o", "-", "--seed", "\(seed)")
    #expect(outcome.status == 0)
    return outcome
  }
}

/// A board's results with each capture, starting a kilometre north of its station.
@Suite("The captures of the repository, replayed")
struct CaptureReplayTests {
  @Test("a board reaches a fix on a damaged stream, and counts the damage")
  func damaged() async throws {
    let report = try await Self.replay("damaged")
    #expect(report.text("gnss.best_fix") == "rtk-fixed")
    #expect(try #require(report.number("rtcm.bad_crc")) > 20)
    #expect(try #require(report.number("rtcm.other_bytes")) > 1000)
  }

  @Test("of two drop-outs the one that outlasts a correction's use costs the fix, which comes back")
  func dropOuts() async throws {
    let report = try await Self.replay("drop-outs")
    #expect(report.number("gnss.drops_from_rtk_fixed") == 1)
    #expect(report.text("gnss.final_fix") == "rtk-fixed")
    #expect(report.number("rtcm.bad_crc") == 0)
  }

  @Test("a station that moves is nearer or farther from then on")
  func stationMoves() async throws {
    let report = try await Self.replay("station-moves")
    #expect(report.text("gnss.best_fix") == "rtk-fixed")
    #expect(try #require(report.number("gnss.baseline")) < 900)
    let before = try await Self.replay("station-moves", "--duration", "110")
    #expect(try #require(before.number("gnss.baseline")) > 1000)
  }

  @Test("a board reaches a fix on the messages from before MSM")
  func legacy() async throws {
    let report = try await Self.replay("legacy")
    #expect(report.number("rtcm.frames.1077") == nil)
    #expect(try #require(report.number("rtcm.frames.1004")) > 60)
    #expect(report.text("gnss.best_fix") == "rtk-fixed")
  }

  private static func replay(_ name: String, _ options: String...) async throws -> JSONDocument {
    let outcome = try await BoardSimProcess(
      ["replay", "captures/\(name).rtcm3", "-q", "--json"] + options
    ).end()
    #expect(outcome.status == 0)
    return try JSONDocument(outcome.text)
  }
}
