import Testing

@testable import GNSSSimulation

@Suite("A receiver's clock")
struct ReceiverClockTests {
  @Test("begins with the drift of its oscillator: ovenised in a station, compensated in a rover")
  func beginning() {
    for seed in 0..<100 as Range<UInt64> {
      let station = ReceiverClock(.station, seed: seed).drift
      let rover = ReceiverClock(.zedF9P, seed: seed).drift
      #expect(station.magnitude <= 1e-9)
      #expect((1e-7...4e-7).contains(rover.magnitude))
      #expect((station < 0) == (rover < 0))
    }
  }

  @Test("drifts by a part in a million at most, whatever the oscillator", arguments: 0..<4)
  func drift(seed: UInt64) {
    for equipment in Equipment.allCases {
      var clock = ReceiverClock(equipment, seed: seed)
      var drifts: [Double] = []
      for _ in 0..<300 {
        clock.advance(by: 1e10)
        drifts.append(clock.drift)
        #expect(clock.offset.magnitude <= 5e-4)
      }
      #expect(drifts.min() == -1e-6 && drifts.max() == 1e-6)
    }
  }
}
