import GNSSBasics
import BoardFirmware
import BoardSimulation
import Mathematics
import Testing

@testable import VirtualBoard

@Suite("A run's fixes")
struct FixHistoryTests {
  private static let place = GeodeticPosition(latitude: 45, longitude: 9, height: 100)
  private static let world = World(scenario: .standing, origin: place)

  /// Returns the report of epochs a second apart, each with a fix and a distance from the truth.
  private static func report(_ epochs: [(GNSSFix, east: Double, north: Double)])
    -> DescribedValue
  {
    var history = FixHistory()
    for (second, epoch) in epochs.enumerated() {
      var snapshot = BoardSnapshot(boardTime: .seconds(second), bootDate: UnixTime(seconds: 0))
      snapshot.gnss.fix = epoch.0
      snapshot.gnss.position = Timed(
        place.moved(east: epoch.east, north: epoch.north), at: .seconds(second))
      // The second call with the same epoch must not count it again.
      for _ in 0..<2 { history.observe(snapshot.gnss, at: snapshot.boardTime, in: world) }
    }
    return .object(history.members(reason: nil))
  }

  @Test("errors are the root mean square over the epochs of a fix, and the largest")
  func errors() {
    let report = Self.report([(.threeD, 3, 4), (.threeD, 0, 12), (.rtkFixed, 0.3, -0.4)])
    #expect(report[path: "errors.3d.epochs"] == .count(2))
    guard case .number(let rms?, 4) = report[path: "errors.3d.horizontal_rms"],
      case .number(let most?, 4) = report[path: "errors.3d.horizontal_max"],
      case .number(let fixed?, 4) = report[path: "errors.rtk-fixed.horizontal_rms"],
      case .number(let mostFixed?, 4) = report[path: "errors.rtk-fixed.horizontal_max"]
    else {
      Issue.record("no errors in \(report.json)")
      return
    }
    #expect(abs(rms - 9.192) < 0.001 && abs(most - 12) < 0.001 && abs(fixed - 0.5) < 0.001)
    #expect(abs(mostFixed - 0.5) < 0.001)
  }

  @Test("the first time of each fix, the best and the last, and falls from fixed are told")
  func history() {
    let fixes: [GNSSFix] = [
      .none, .threeD, .rtkFloat, .rtkFixed, .rtkFloat, .rtkFixed, .threeD, .dgnss,
    ]
    let report = Self.report(fixes.map { ($0, 0, 0) })
    #expect(report.text("best_fix") == "rtk-fixed")
    #expect(report.text("final_fix") == "dgnss")
    #expect(report[path: "drops_from_rtk_fixed"] == .count(2))
    let times = ["3d", "dgnss", "rtk_float", "rtk_fixed"].map { report[path: "seconds_to_\($0)"] }
    #expect(times == [1, 2, 2, 3].map { .number($0, decimals: 3) })
  }
}
