import GNSSBasics
import RTCMParser
import TestSupport
import Testing

@testable import Positioning

/// More signals are never worse: a receiver that is fixed more often without some of them trusts them too much.
@Suite("A receiver that solves with fewer signals", .compares(with: .captures))
struct RTKEngineSelectionTests {
  /// Every other carrier.
  private static func isEven(_ observation: SignalObservation) -> Bool {
    (observation.satelliteNumber + Int(observation.code?.band ?? 0)) % 2 == 0
  }

  /// The share of fixed epochs by GLONASS alone, and by the other half, is below a tenth.
  private static func compare(_ pair: ReceiverPair, atLeast least: Double) {
    let all = pair.fixRate()
    #expect(all > least, "\(all)")
    let alone = pair.fixRate(keeping: { $0.constellation == .gps })
    #expect(alone > 0 && alone <= all + 0.01, "\(alone) by GPS alone, \(all) by all")
    let half = pair.fixRate(keeping: isEven)
    #expect(half > 0 && half <= all + 0.01, "\(half) by half of the signals, \(all) by all")
  }

  @Test("standing still is fixed no more often: two u-blox M8P")
  func standing() throws {
    Self.compare(try ReceiverPair.standing(), atLeast: 0.97)
  }

  @Test("in a car is fixed no more often: two u-blox M8P")
  func driving() throws {
    Self.compare(try ReceiverPair.driving(), atLeast: 0.45)
  }

  /// With all signals every epoch is fixed, which leaves no room for more.
  @Test("is fixed as well with half of the signals: two mosaics, and a synthetic pair")
  func halves() throws {
    for pair in [try RTKEngineTests.Pair.mosaic(), try RTKEngineTests.Pair.synthetic()] {
      for half in [false, true] {
        let solutions = pair.solve(changing: { epoch, _ in
          epoch.observations.removeAll { Self.isEven($0) != half }
        })
        #expect(solutions.count { $0.state == .fixed } >= solutions.count - 2)
      }
    }
  }
}
