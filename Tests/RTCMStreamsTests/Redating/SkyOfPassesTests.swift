import Foundation
import TestSupport
import Testing

@testable import RTCMStreams

/// Returns the first slices of a looping player.
func played(_ player: CapturePlayer, slices: Int) -> [[UInt8]] {
  var player = player
  return (0..<slices).compactMap { _ in player.due(at: player.nextTime ?? .zero)?.bytes }
}

@Suite("The sky of a capture that is repeated", .compares(with: .convbin, .rnx2rtkp))
struct SkyOfPassesTests {
  @Test("RTKLIB finds the station at nearly every epoch of three passes, all in one file")
  func isWhereItSays() throws {
    let player = CapturePlayer(Capture(try MilanBase.calm))
    let stream = Array(played(player, slices: 1600).joined())
    let station = try #require(Capture(stream).station).position
    let found = try PointPositions(of: stream, from: "2026/06/01 12:00:00").solutions
    // At a border of passes RTKLIB switches to the next orbit up to four seconds early or late.
    #expect(found.count >= 1592)
    let worst = found.values.map { $0.position.distance(to: station) }.max() ?? .infinity
    #expect(worst < 0.02, "\(worst)")
  }

  @Test(
    "each pass over a real capture gives the positions of the first", .compares(with: .captures))
  func repeatsPositions() throws {
    let capture = Capture(try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    let slices = played(CapturePlayer(capture), slices: 3 * 960)
    // Each pass is converted alone: negative BeiDou times at the week rollover put convbin into October.
    let passes = try (0..<3).map { number in
      try PointPositions(
        of: Array(slices[number * 960..<(number + 1) * 960].joined()),
        from: "2018/07/14 23:50:18", options: ["pos1-navsys=17"]  // GPS and QZSS
      ).solutions
    }
    let start = try #require(passes[0].keys.min())
    #expect(passes.map(\.count) == [582, 960, 960])
    var worst = 0.0
    for (second, first) in passes[0] {
      for number in 1...2 {
        let again = try #require(passes[number][second + number * 960], "\(second - start)")
        worst = max(worst, first.position.distance(to: again.position))
        #expect(first.satelliteCount == again.satelliteCount)
      }
    }
    #expect(worst < 0.05, "\(worst)")
  }
}
