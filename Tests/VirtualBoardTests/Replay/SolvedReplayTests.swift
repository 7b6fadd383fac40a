import BoardFirmware
import BoardSimulation
import GNSSBasics
import RTCMParser
import TestSupport
import Testing
import TextOutput

@testable import VirtualBoard

/// Replays of recorded streams through a receiver that solves.
@Suite(.compares(with: .captures)) struct SolvedReplayTests {
  private static func solve(_ capture: [UInt8], duration: Duration? = nil) throws -> DescribedValue
  {
    var options = BoardOptions()
    options.origin = .base
    options.positions = .rtk
    return try Replay(capture, name: "capture", options: options, duration: duration).run().report
  }

  @Test(
    "a rover beside a recorded station is fixed to millimetres, computed from the station's observations",
    arguments: [
      ("swift__week-rollover-STR24.rtcm3", 60), ("swift__week-rollover-STR17.rtcm3", 75),
      ("ky__RTK134_202102051543.rtcm3", 60), ("pygnssutils__ntrip_encode_none.bin", 34),
    ])
  func recorded(name: String, seconds: Int) throws {
    let report = try Self.solve(SharedCaptures.bytes(of: name), duration: .seconds(seconds))
    #expect(
      try report.unmet(
        "gnss.best_fix == rtk-fixed", "gnss.errors.rtk-fixed.horizontal_max < 0.03"
      ) == [])
    #expect(report.text("gnss.model") == "boardsim rtk")
  }

  @Test("a station without orbits in its stream never leads to a fix, and the reason says so")
  func withoutOrbits() throws {
    let report = try Self.solve(
      SharedCaptures.bytes(of: "asv__fw206mrtk_rtcm.rtcm3"), duration: .seconds(60))
    #expect(try report.unmet("gnss.best_fix == rtk-float") == [])
    #expect(report.text("gnss.reason")?.contains("orbits of 0 of") == true)
  }

  @Test("a week's end and orbits told slowly do not end the fix")
  func weekEnd() throws {
    let report = try Self.solve(EditedCapture.of(EditedCapture.str17, epochs: 540..<640))
    #expect(
      try report.unmet(
        "gnss.best_fix == rtk-fixed", "gnss.final_fix == rtk-fixed",
        "gnss.drops_from_rtk_fixed == 0", "gnss.errors.rtk-fixed.horizontal_max < 0.03"
      ) == [])
  }

  @Test("a recorded station whose 1006 is 10 m off gives a fix that is off, or none")
  func wrongPosition() throws {
    let capture = try EditedCapture.of(EditedCapture.str24, epochs: 0..<70) { type, payload in
      guard type == 1006, let message = try? RTCMMessage(decoding: payload.span),
        case .antennaReferencePointAndHeight(var point) = message
      else { return payload }
      point.station.position.x += 10
      return (try? RTCMMessage.antennaReferencePointAndHeight(point).frame()).map {
        Array($0.dropFirst(RTCMFrame.headerLength).dropLast(3))
      }
    }
    let report = try Self.solve(capture)
    #expect(try report.unmet("gnss.best_fix == rtk-fixed") == [])
    let error = try #require(report.number("gnss.errors.rtk-fixed.horizontal_rms"))
    #expect((3...15).contains(error))
  }

  @Test("the status tells the ratio, the satellites used, and what was left out")
  func status() throws {
    var options = BoardOptions()
    options.origin = .base
    options.positions = .rtk
    var replay = Replay(
      try SharedCaptures.bytes(of: EditedCapture.str24), name: "capture", options: options,
      duration: .seconds(50))
    var board: Board?
    replay.instrument = { board = $0 }
    _ = try replay.run()
    let ended = try #require(board)
    let status = ended.snapshot.status(at: ended.now)
    #expect(try #require(status.number("gnss.ratio")) > 1)
    guard case .array(let used)? = status[path: "gnss.used"],
      case .array(let others)? = status[path: "gnss.left_out"]
    else {
      Issue.record("no lists")
      return
    }
    // The firmware's number is that of the epoch before.
    let told = try #require(status.count("gnss.satellites"))
    #expect(used.count >= 10 && (used.count - told).magnitude <= 4)
    #expect(others.contains { $0.text?.contains("elevation mask") == true })
  }
}
