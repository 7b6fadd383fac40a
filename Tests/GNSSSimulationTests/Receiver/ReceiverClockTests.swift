import Testing

@testable import GNSSSimulation

@Suite("A receiver's clock")
struct ReceiverClockTests {
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
