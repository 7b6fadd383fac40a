@testable import BoardSimulation
import Mathematics
import RTCMParser
import Testing

@Suite("Corrections read")
struct CorrectionReaderTests {
  private var monitor = CorrectionMonitor()

  /// Sends a message and returns its use and station; `nil` without a message.
  private mutating func send(
    _ message: RTCMMessage, leapSeconds: Int = 18
  ) throws -> CorrectionMonitor.Message? {
    let payload = try message.encode()
    let frame = try RTCMFrame.encoding(payload: payload.span)
    var result: CorrectionMonitor.Message?
    monitor.consume(frame.span, at: .seconds(1), leapSeconds: leapSeconds) { result = $0 }
    return result
  }

  private static func station(_ id: UInt16 = 17, at metres: Double = 6_370_000) -> RTCMMessage {
    .antennaReferencePoint(
      AntennaReferencePoint(stationID: id, position: ECEFPosition(x: 0, y: metres, z: 0)))
  }

  /// Returns an observation message of a number of satellites; `change` may remove a satellite's ranges.
  private static func observation(
    _ constellation: Constellation = .gps, kind: UInt8 = 7, satellites: Int = 5,
    milliseconds: UInt32 = 1000, more: Bool = false, station: UInt16 = 17,
    change: (Int, inout MSMObservation) -> Void = { _, _ in }
  ) throws -> RTCMMessage {
    let observations = (1...satellites).map { number in
      var observation = MSMObservation(
        satelliteID: UInt8(number), signalID: 2, pseudorange: 2.2e7, phaserange: 2.2e7)
      change(number, &observation)
      return observation
    }
    return .msm(
      try MSMMessage(
        type: MSMType(constellation, kind: kind), stationID: station,
        epoch: MSMEpoch(constellation: constellation, milliseconds: milliseconds),
        isMoreToFollow: more, observations: observations))
  }

  @Test(
    "a station stands on the Earth: between 6,300 km and 6,400 km from its centre",
    arguments: [
      (0.0, false), (1_000_000, false), (6_299_999.9999, false), (6_300_000, true),
      (6_400_000, true), (6_400_000.0001, false),
    ])
  mutating func position(metres: Double, isUsed: Bool) throws {
    let message = try send(Self.station(at: metres))
    #expect(message?.isUsed == isUsed && message?.stationID == 17 && message?.type == 1005)
    _ = try send(try Self.observation())
    #expect((monitor.status.latest != nil) == isUsed)
    #expect(monitor.status.problem == (isUsed ? nil : .positionMissing(station: 17)))
  }

  @Test("an epoch of five satellites can be used, one of four not", arguments: [4, 5])
  mutating func fewest(satellites: Int) throws {
    _ = try send(Self.station())
    _ = try send(try Self.observation(satellites: satellites))
    #expect(monitor.status.latest?.satellites == (satellites == 5 ? 5 : nil))
    #expect(
      monitor.status.problem
        == (satellites == 5 ? nil : .tooFewSatellites(station: 17, count: 4)))
  }

  @Test("a satellite counts with a pseudorange and a phaserange, and not with one of them")
  mutating func wholeSatellites() throws {
    _ = try send(Self.station())
    _ = try send(
      try Self.observation(satellites: 9) { number, observation in
        if number == 1 { observation.pseudorange = nil }
        if number == 2 { observation.phaserange = nil }
      })
    #expect(monitor.status.latest?.satellites == 7)
    #expect(monitor.status.latest?.constellations == 1)
    #expect(monitor.status.latest?.stationID == 17)
    #expect(monitor.status.latest?.arrival == .seconds(1))
  }

  @Test(
    "MSM4 to MSM7 of five constellations are used, others passed over",
    arguments: [
      (Constellation.gps, 4, true), (.glonass, 5, true), (.galileo, 6, true), (.qzss, 7, true),
      (.beidou, 4, true), (.sbas, 7, false), (.navic, 7, false),
    ] as [(Constellation, UInt8, Bool)])
  mutating func constellations(constellation: Constellation, kind: UInt8, isUsed: Bool) throws {
    _ = try send(Self.station())
    let message = try send(try Self.observation(constellation, kind: kind))
    #expect(message?.isUsed == isUsed && message?.stationID == 17)
    #expect((monitor.status.latest != nil) == isUsed)
  }

  @Test("GLONASS joins GPS by the leap seconds of the receiver's day", arguments: [16, 18])
  mutating func leapSeconds(number: Int) throws {
    _ = try send(Self.station())
    _ = try send(try Self.observation(milliseconds: 20_000), leapSeconds: number)
    // The message is at 3 h and 4 s of Moscow's day: 20 s of GPS time in 2015, 22 s in 2026.
    _ = try send(
      try Self.observation(.glonass, milliseconds: 10_804_000), leapSeconds: number)
    #expect(monitor.status.latest?.constellations == (number == 16 ? 2 : 1))
  }

  @Test("GLONASS alone lacks its biases until 1230 has come from the same station")
  mutating func biases() throws {
    _ = try send(Self.station())
    _ = try send(try Self.observation(.glonass))
    #expect(monitor.status.latest?.lacksGLONASSBiases == true)
    for (station, second) in [(18, 2), (17, 3)] as [(UInt16, UInt32)] {
      let biases = RTCMMessage.glonassCodePhaseBiases(
        GLONASSCodePhaseBiases(stationID: station, isAligned: true))
      #expect(try send(biases)?.isUsed == true)
      _ = try send(try Self.observation(.glonass, milliseconds: 1000 * second))
      #expect(monitor.status.latest?.lacksGLONASSBiases == (station != 17))
    }
  }

  @Test("the problem is the one that stands in the way now")
  mutating func problems() throws {
    #expect(monitor.status.problem == .nothingReceived)
    monitor.countDisabledInput()
    #expect(monitor.status.problem == .inputDisabled)
    let noise = Array("noise".utf8)
    monitor.consume(noise.span, at: .zero) { _ in }
    #expect(monitor.status.problem == .noFrames)
    _ = try send(Self.station(99))
    #expect(monitor.status.problem == .noObservations)
    _ = try send(try Self.observation())
    #expect(monitor.status.problem == .stationMismatch(observations: 17, position: 99))
    _ = try send(Self.station())
    _ = try send(try Self.observation(milliseconds: 2000))
    #expect(monitor.status.problem == nil)
    #expect(try send(try Self.observation(milliseconds: 1000))?.isUsed == false)
    #expect(monitor.status.problem == .notAdvancing(station: 17))
    #expect(monitor.status.latest != nil)
    monitor.consume(noise.span, at: .zero) { _ in }
    #expect(monitor.status.problem == .notAdvancing(station: 17))
  }

  @Test(
    "a time beyond the week, or for GLONASS beyond the day and its leap second, is none",
    arguments: [
      (Constellation.gps, 604_799_999, true), (.gps, 604_800_000, false),
      (.glonass, 86_400_999, true), (.glonass, 86_401_000, false),
    ] as [(Constellation, UInt32, Bool)])
  mutating func times(constellation: Constellation, milliseconds: UInt32, isUsed: Bool) throws {
    _ = try send(Self.station())
    let message = try send(try Self.observation(constellation, milliseconds: milliseconds))
    #expect(message?.isUsed == isUsed)
  }
}
