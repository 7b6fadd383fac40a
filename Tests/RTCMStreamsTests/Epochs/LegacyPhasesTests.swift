import Mathematics
import Testing

@testable import RTCMStreams

@Suite("Phases that leap")
struct LegacyPhasesTests {
  private var phases = LegacyPhases()

  /// Returns an L1 observation whose phase is a number of cycles ahead of its pseudorange.
  private static func observation(
    _ constellation: Constellation, _ id: UInt8, band: UInt8 = 1, cycles: Double
  ) throws -> LegacyObservation {
    var observation = LegacyObservation(
      constellation: constellation, satelliteID: id,
      rinexCode: RINEXSignalCode(band: band, attribute: UInt8(ascii: "C")),
      pseudorange: 23_000_000, phaserange: nil, glonassFrequencyChannel: 0)
    let frequency = try #require(observation.carrierFrequency)
    observation.phaserange = 23_000_000 + cycles * WGS84.speedOfLight / frequency
    return observation
  }

  /// Returns the number of cycles by which the unwrapped phase is ahead of the pseudorange.
  private mutating func followed(
    _ constellation: Constellation, _ id: UInt8, band: UInt8 = 1, cycles: Double
  ) throws -> Double {
    var both = [
      try Self.observation(constellation, id, cycles: 0),
      try Self.observation(constellation, id, band: band, cycles: cycles),
    ]
    if band == 1 { both.removeFirst() } else { both[0].phaserange = nil }
    phases.follow(&both)
    let observation = try #require(both.last)
    let frequency = try #require(observation.carrierFrequency)
    let metres = try #require(observation.phaserange) - 23_000_000
    return (metres * frequency / WGS84.speedOfLight * 1000).rounded() / 1000
  }

  @Test("a leap of 1,500 cycles, or some, is undone, less than half of one is movement")
  mutating func leaps() throws {
    var shown: [Double] = []
    for cycles in [100.0, 140, -1360, 160, 900, -610, 1639, 888] {
      shown.append(try followed(.gps, 5, cycles: cycles))
    }
    #expect(shown == [100, 140, 140, 160, 900, 890, 1639, 2388])
  }

  @Test("the phase of L2 is followed by the pseudorange of L1, whatever L2 has of its own")
  mutating func secondBand() throws {
    var shown: [Double] = []
    let sent: [(Double?, Double)] = [(nil, 100), (23_000_300, 100), (23_000_000, -1400)]
    for (pseudorange, cycles) in sent {
      var both = [
        try Self.observation(.gps, 5, cycles: 0),
        try Self.observation(.gps, 5, band: 2, cycles: cycles),
      ]
      both[1].pseudorange = pseudorange
      phases.follow(&both)
      let frequency = try #require(both[1].carrierFrequency)
      let metres = try #require(both[1].phaserange) - 23_000_000
      shown.append((metres * frequency / WGS84.speedOfLight * 1000).rounded() / 1000)
    }
    #expect(shown == [100, 100, 100])
  }

  @Test("each satellite of each system is followed by itself, and so is each band")
  mutating func slots() throws {
    let satellites: [(Constellation, UInt8, UInt8)] = [
      (.gps, 5, 1), (.sbas, 5, 1), (.glonass, 5, 1), (.gps, 5, 2), (.glonass, 24, 1), (.gps, 6, 1),
      (.gps, 32, 2), (.glonass, 5, 2),
    ]
    for (index, (constellation, id, band)) in satellites.enumerated() {
      let cycles = Double(index % 2 == 0 ? 0 : 1000)
      let shown = try followed(constellation, id, band: band, cycles: cycles)
      #expect(shown == cycles, "\(constellation) \(id) L\(band)")
    }
  }
}
