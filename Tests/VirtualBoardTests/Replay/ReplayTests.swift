@testable import VirtualBoard
import BoardSimulation
import GNSSBasics
import RTCMStreams
import RTCMText
import TestSupport
import Testing

/// Returns the report of a replay of a capture, by default with the track beside its base.
func replay(
  _ capture: [UInt8], origin: BoardOptions.Origin = .base, seed: UInt64 = 1,
  duration: Duration? = nil, positions: PositionSource = .rtk
) throws -> DescribedValue {
  var options = BoardOptions()
  options.origin = origin
  (options.seed, options.positions) = (seed, positions)
  return try Replay(capture, name: "capture", options: options, duration: duration).run().report
}

extension DescribedValue {
  func text(_ path: String) -> String? { self[path: path]?.text }

  func count(_ path: String) -> Int? {
    guard case .count(let count) = self[path: path] else { return nil }
    return count
  }

  func number(_ path: String) -> Double? {
    guard case .number = self[path: path] else { return nil }
    return self[path: path]?.number
  }

  /// Returns the descriptions of the claims that do not hold.
  func unmet(_ claims: String...) throws -> [String] {
    try claims.map { try BoardExpectation($0).check(self) }.filter { !$0.isMet }.map(\.description)
  }
}

@Suite("Replay of captured streams", .compares(with: .captures))
struct ReplayTests {
  @Test("1,126 epochs lead to rtk-fixed and stay there across the end of the GPS week")
  func str17() throws {
    let report = try replay(SharedCaptures.bytes(of: EditedCapture.str17))
    #expect(
      try report.unmet(
        "gnss.best_fix == rtk-fixed", "gnss.final_fix == rtk-fixed",
        "gnss.drops_from_rtk_fixed == 0", "gnss.seconds_to_rtk_fixed <= 60",
        "rtcm.frames.1077 == 1126", "rtcm.frames.1006 == 38", "rtcm.total_frames == 9384",
        "rtcm.bad_crc == 0", "rtcm.other_bytes == 46", "gnss.errors.rtk-fixed.epochs > 1000",
        "duration >= 1126", "sensors.ublox.state == ok", "sensors.ublox.starts == 1"
      ) == [])
  }

  @Test(
    "metres off before corrections in the model, centimetres when fixed, solved or modelled",
    arguments: [PositionSource.rtk, .statistical])
  func errors(positions: PositionSource) throws {
    let report = try replay(
      EditedCapture.of(EditedCapture.str17, epochs: 0..<90), positions: positions)
    let alone = try replay(
      EditedCapture.of(EditedCapture.str17, epochs: 0..<90) { type, payload in
        EditedCapture.without(1006, type: type, payload)
      }, origin: .scenario, positions: positions)
    let (fixed, plain) = (
      try #require(report.number("gnss.errors.rtk-fixed.horizontal_rms")),
      try #require(alone.number("gnss.errors.3d.horizontal_rms"))
    )
    #expect((positions == .rtk ? 0.0005...0.05 : 0.003...0.05).contains(fixed))
    #expect((positions == .rtk ? 0.02...1 : 0.5...5).contains(plain))
  }

  @Test(
    "other streams, also without orbits, lead the statistical model to rtk-fixed too",
    arguments: [
      "swift__week-rollover-STR24.rtcm3", "swift__trimble.rtcm",
      "pygnssutils__pygpsdata-rtcm3.log", "derived__trimble_garbage.rtcm3",
    ])
  func others(name: String) throws {
    let report = try replay(
      SharedCaptures.bytes(of: name), duration: .seconds(100), positions: .statistical)
    #expect(
      try report.unmet("gnss.best_fix == rtk-fixed", "gnss.drops_from_rtk_fixed == 0") == [])
  }

  @Test("a tunnel of half a minute ends the fix, which is back within ten seconds of its end")
  func tunnel() throws {
    var options = BoardOptions()
    options.origin = .base
    options.events = [
      BoardEvent(.fault(try BoardFault(parsing: "gnss.no-fix from=100 for=30")), at: .zero)
    ]
    var replay = Replay(
      try MilanBase.capture, name: "capture", options: options, duration: .seconds(150))
    replay.expectations = try [
      "gnss.fix == rtk-fixed @ 99", "gnss.fix == none @ 120",
      "within 10 s of fault-end:gnss.no-fix gnss.fix == rtk-fixed",
    ].map { try BoardExpectation($0) }
    let outcomes = try replay.run().outcomes
    #expect(outcomes.filter { !$0.isMet }.map(\.expectation.text) == [])
    #expect(outcomes.count == 3)
  }

  @Test("in Milan the same stream stays 3d, and the reason names the distance and the option")
  func tooFar() throws {
    let capture = try EditedCapture.of(EditedCapture.str17, epochs: 0..<90)
    let report = try replay(capture, origin: .scenario)
    #expect(try report.unmet("gnss.best_fix == 3d") == [])
    let reason = try #require(report.text("gnss.reason"))
    let station = try #require(Capture(capture).station)
    let baseline = station.position.distance(to: ECEFPosition(World.milan))
    #expect(reason.contains("\(Int((baseline / 1000).rounded())) km"), "\(reason)")
    #expect(reason.contains("--origin base"))
  }

  /// The defect of the stream, with the reason that the status then gives.
  enum Defect: String, CaseIterable {
    case noPosition = "without its position (message 1005 or 1006)"
    case otherStation = "but the position is of station 666"
    case noCells = "0 usable satellites"

    func apply(_ type: UInt16, _ payload: [UInt8]) -> [UInt8]? {
      switch self {
      case .noPosition: EditedCapture.without(1006, type: type, payload)
      case .otherStation: EditedCapture.ofOtherStation(type: type, payload)
      case .noCells: EditedCapture.withoutCells(type: type, payload)
      }
    }
  }

  @Test(
    "a stream that lacks what it takes never leaves 3d, and the reason says what",
    arguments: Defect.allCases)
  func defects(defect: Defect) throws {
    let whole = try SharedCaptures.bytes(of: EditedCapture.str17)
    let base = try #require(Capture(whole).station)
    let station = GeodeticPosition(base.position).moved(east: 0, north: 1000)
    let capture = try EditedCapture.of(
      EditedCapture.str17, epochs: 0..<90, editing: defect.apply)
    let report = try replay(capture, origin: .at(station))
    #expect(try report.unmet("gnss.best_fix == 3d", "rtcm.bad_crc == 0") == [])
    #expect(report.text("gnss.reason")?.contains(defect.rawValue) == true)
    #expect(report.text("gnss.reason")?.hasPrefix("3d: ") == true)
  }

  @Test("the same stream untouched, at the same place, is fixed")
  func control() throws {
    let report = try replay(EditedCapture.of(EditedCapture.str17, epochs: 0..<90))
    #expect(try report.unmet("gnss.best_fix == rtk-fixed") == [])
  }

  @Test("a capture without a station cannot be the origin, and the error names the way out")
  func originWithoutStation() throws {
    let capture = try EditedCapture.of(EditedCapture.str17, epochs: 0..<5) { type, payload in
      EditedCapture.without(1006, type: type, payload)
    }
    let error = #expect(throws: CaptureError.self) { try replay(capture) }
    #expect(error?.reason == .withoutStation)
    #expect(error?.description.contains("--origin LAT,LON") == true)
  }
}

@Suite("Replay")
struct ReplayOfBuiltInTests {
  private static func capture() throws -> [UInt8] {
    try MilanBase.capture
  }

  @Test("the bytes of the corrections are the same at every station of their way")
  func correctionBytes() throws {
    let capture = try Self.capture()
    let report = try replay(capture)
    for station in ["caster", "client", "firmware", "written", "receiver"] {
      #expect(report.count("correction_bytes.\(station)") == capture.count, "\(station)")
    }
  }

  @Test("what is no RTCM is refused")
  func noise() throws {
    let error = #expect(throws: CaptureError.self) {
      try replay([UInt8](repeating: 0x55, count: 10_000))
    }
    #expect(error?.reason == .withoutFrames(.text))
  }

  @Test("a caller who has seen enough ends the run there and then, whatever is left of it")
  func interruption() throws {
    // A whole run would take twenty minutes, so the test has to interrupt it.
    let replay = Replay(
      try Self.capture(), name: "c", options: BoardOptions(), duration: .seconds(20_000_000))
    var calls = 0
    let interruption = #expect(throws: ReplayInterruption.self) {
      try replay.run { _ in
        calls += 1
        return calls < 3
      }
    }
    #expect(calls == 3)
    #expect(interruption.map { (20..<30).contains($0.boardTime / .seconds(1)) } == true)
  }

  @Test("every sensor delivers, and every field has a value at the end")
  func measurement() throws {
    let report = try replay(Self.capture(), duration: .seconds(60))
    let duration = try #require(report.number("duration"))
    #expect(duration >= 60 && duration < 60.1)
    let fields = try #require(report[path: "measurement"]).members
    #expect(fields.count == 15)
    #expect(fields.prefix(13).allSatisfy { $0.value.number != nil })
    let receiver = try #require(report[path: "gnss"]).members.suffix(3)
    #expect(receiver.map(\.name) == ["station_id", "baseline", "model"])
    for part in ["bme280", "ccs811", "sps30", "bh1750", "ublox"] {
      #expect(report.text("sensors.\(part).state") == "ok")
      #expect(report.count("sensors.\(part).starts") == 1)
    }
  }

  @Test("a run repeats byte by byte: report and card; another seed gives another one")
  func determinism() throws {
    func run(seed: UInt64) throws -> (report: String, card: [String: [UInt8]]) {
      let card = MemoryCard()
      var options = BoardOptions()
      options.seed = seed
      options.origin = .base
      let report = try Replay(
        Self.capture(), name: "c", options: options, duration: .seconds(90), card: card.slot
      ).run()
      return (report.report.json, card.files)
    }
    let (first, again, other) = (try run(seed: 1), try run(seed: 1), try run(seed: 2))
    #expect(first == again)
    #expect(first.card.keys.sorted() == ["20260601.CSV"])
    #expect(first.card != other.card)
    #expect(first.report != other.report)
  }

  @Test("the card has a header, and a line with a value in each column at each sample")
  func card() throws {
    let card = MemoryCard()
    _ = try Replay(
      Self.capture(), name: "c", options: BoardOptions(), duration: .seconds(120), card: card.slot
    ).run()
    let lines = try #require(card.text(of: "20260601.CSV")).split(separator: "\n")
      .map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    #expect(
      lines[0].joined(separator: ",")
        == "board_time,temperature,humidity,pressure,altitude,tvocs,eco2,pm05,pm1,pm25,pm4,pm10,"
        + "latitude,longitude,light,fix,correction_age")
    #expect((59...60).contains(lines.count - 1))
    #expect(lines.allSatisfy { $0.count == 17 })
    let last = try #require(lines.last)
    #expect(last.prefix(14).allSatisfy { Double($0) != nil })
    #expect(last[15] == "rtk-fixed")
    #expect(Double(last[16]).map { $0 < 2 } == true)
  }
}

@Suite("Replay of corrections from before MSM")
struct LegacyReplayTests {
  @Test("the bundled base as 1004 leads to rtk-fixed, over firmware and bus")
  func fixes() throws {
    var rules = ConversionRules()
    rules.legacyForm = LegacyForm()
    var (converter, stream) = (StreamConverter(rules), [UInt8]())
    let capture = try MilanBase.capture
    converter.consume(capture.span, into: &stream)
    converter.finish(into: &stream)
    let report = try replay(stream, duration: .seconds(90))
    #expect(
      try report.unmet(
        "rtcm.frames.1004 == 600", "gnss.best_fix == rtk-fixed", "gnss.drops_from_rtk_fixed == 0")
        == [])
    let reason = try #require(report.text("gnss.reason"))
    #expect(reason.hasPrefix("rtk-fixed: station 1 with "), "\(reason)")
  }

  @Test("a stream of network corrections stays 3d, and the reason calls them so")
  func namesNetworkCorrections() throws {
    let types = [1014, 1015, 1016] as [UInt16]
    let frames = try types.flatMap { type in
      let payload = [UInt8(type >> 4), UInt8(type & 15) << 4, 0, 0, 0, 0]
      return try RTCMFrame.encoding(payload: payload.span)
    }
    let report = try replay(frames, origin: .scenario, duration: .seconds(60))
    #expect(try report.unmet("gnss.best_fix == 3d") == [])
    let reason = try #require(report.text("gnss.reason"))
    #expect(
      reason.hasPrefix(
        "3d: network corrections of master and auxiliary stations (1014, 1015, 1016)"))
  }
}
