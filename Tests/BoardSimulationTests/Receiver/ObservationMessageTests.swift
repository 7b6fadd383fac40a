import RTCMParser
import Testing

@testable import BoardSimulation

@Suite("What a message observed")
struct ObservationMessageTests {
  /// Returns a satellite with some of the four measurements.
  private func satellite(
    _ id: UInt8, l1: (range: Bool, phase: Bool), l2: (range: Bool, phase: Bool)
  ) -> LegacySatellite {
    var satellite = LegacySatellite(id: id)
    satellite.l1.pseudorange = l1.range ? 1000 : nil
    satellite.l1.phaserangeDifference = l1.phase ? 1000 : nil
    satellite.l2.pseudorangeDifference = l2.range ? 100 : nil
    satellite.l2.phaserangeDifference = l2.phase ? 100 : nil
    return satellite
  }

  @Test(
    "a satellite from before MSM counts with pseudorange and phaserange on one signal",
    arguments: [(false, [1, 2, 7]), (true, [1, 2, 3, 7])] as [(Bool, [Int])])
  func legacy(hasL2: Bool, counted: [Int]) throws {
    var message = LegacyObservations(
      type: .gps(hasL2: hasL2, isExtended: false), stationID: 17,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 5000))
    message.satellites = [
      satellite(1, l1: (true, true), l2: (true, true)),
      satellite(2, l1: (true, true), l2: (false, false)),
      satellite(3, l1: (true, false), l2: (true, true)),
      satellite(4, l1: (true, false), l2: (true, false)),
      satellite(5, l1: (true, false), l2: (false, true)),
      satellite(6, l1: (false, true), l2: (true, true)),
      satellite(7, l1: (true, true), l2: (false, true)),
    ]
    let payload = try RTCMMessage.legacyObservations(message).encode()
    let made = ObservationMessage(payload.span, leapSeconds: 18)
    let observed = try #require(made)
    #expect(observed.satellites == counted.reduce(0) { $0 | 1 << UInt64($1 - 1) })
    #expect(observed.stationID == 17 && observed.isLegacy && !observed.isGLONASS)
    #expect(observed.timeOfDay == 5000)
  }
}
