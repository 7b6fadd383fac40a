import TestSupport
import GNSSBasics
import Mathematics
import Testing

@testable import RTCMStreams

@Suite("MSM to messages from before MSM")
struct LegacyConverterTests {
  /// Returns a message with one satellite's signals, given by RINEX code.
  static func message(
    _ codes: [String], _ type: MSMType = MSMType(.gps, kind: 7), satelliteID: UInt8 = 5,
    at milliseconds: UInt32 = 1000, channel: Int? = nil,
    change: (inout MSMObservation, String) -> Void = { _, _ in }
  ) throws -> MSMMessage {
    let observations = try codes.enumerated().map { index, name in
      let code = try #require(RINEXSignalCode(name))
      let range = 23_456_789.123 + Double(index) * 3.21
      var observation = MSMObservation(
        satelliteID: satelliteID, signalID: try #require(type.constellation.signalID(of: code)),
        pseudorange: range, phaserange: range + 12.3456, lockTimeMilliseconds: 100_000, cnr: 43.3,
        glonassFrequencyChannel: channel)
      change(&observation, name)
      return observation
    }
    return try MSMMessage(
      type: type, stationID: 17,
      epoch: MSMEpoch(constellation: type.constellation, milliseconds: milliseconds),
      isMoreToFollow: true, observations: observations)
  }

  private static func observations(
    _ message: MSMMessage, _ form: LegacyForm = LegacyForm()
  ) throws -> [LegacyObservation] {
    var converter = LegacyConverter(form)
    return try #require(converter.convert(message).first).observations { _ in 23_456_789 }
  }

  @Test(
    "the form and the system make the type of message",
    arguments: [
      (false, false, 1001, 1009), (false, true, 1002, 1010), (true, false, 1003, 1011),
      (true, true, 1004, 1012),
    ] as [(Bool, Bool, UInt16, UInt16)])
  func types(hasL2: Bool, isExtended: Bool, gps: UInt16, glonass: UInt16) {
    let form = LegacyForm(hasL2: hasL2, isExtended: isExtended)
    for kind in UInt8(4)...7 {
      #expect(MSMType(.gps, kind: kind).legacyType(in: form)?.messageType == gps)
      #expect(MSMType(.glonass, kind: kind).legacyType(in: form)?.messageType == glonass)
    }
  }

  @Test(
    "other systems, and MSMs without whole ranges, have no such form",
    arguments: [
      (.galileo, 7), (.sbas, 7), (.qzss, 4), (.beidou, 5), (.navic, 7), (.gps, 3), (.glonass, 1),
    ] as [(Constellation, UInt8)])
  func refuses(constellation: Constellation, kind: UInt8) throws {
    let type = MSMType(constellation, kind: kind)
    #expect(type.legacyType(in: LegacyForm()) == nil)
    var converter = LegacyConverter()
    let messages = try converter.convert(
      MSMMessage(
        header: MSMHeader(
          type: type, stationID: 1, epoch: MSMEpoch(constellation: constellation, milliseconds: 0)),
        satellites: [], signals: []))
    #expect(messages.isEmpty)
  }

  @Test("ranges, CNR and lock times are those of the MSM within half a step", arguments: [4, 7])
  func values(kind: UInt8) throws {
    let original = try Self.message(["1C", "2W"], MSMType(.gps, kind: kind))
    let result = try Self.observations(original)
    #expect(result.map(\.rinexCode) == [RINEXSignalCode("1C"), RINEXSignalCode("2W")])
    for (cell, observation) in zip(original.cells, result) {
      let (range, phase) = try (#require(cell.pseudorange), #require(cell.phaserange))
      #expect(abs(try #require(observation.pseudorange) - range) <= 0.010001)
      #expect(abs(try #require(observation.phaserange) - phase) <= 0.000251)
      #expect(abs(try #require(observation.cnr) - (try #require(cell.cnr))) <= 0.125)
      #expect(observation.minimumLockTime <= 100)
      #expect(observation.minimumLockTime > (kind == 7 ? 88 : 60))
    }
  }

  @Test("a smaller form leaves out L2, or CNR")
  func smallerForms() throws {
    let original = try Self.message(["1C", "2W"])
    let l1 = try Self.observations(original, LegacyForm(hasL2: false))
    #expect(l1.map(\.band) == [1])
    #expect(l1[0].cnr == 43.25)
    let basic = try Self.observations(original, LegacyForm(isExtended: false))
    #expect(basic.map(\.cnr) == [nil, nil])
    #expect(abs(try #require(basic[0].pseudorange) - 23_456_789.123) <= 0.0101)
  }

  @Test("station, epoch, what follows and smoothing stay")
  func header() throws {
    var original = try Self.message(["1C", "2C"], MSMType(.glonass, kind: 5), channel: -3)
    original.header.epoch.glonassDayOfWeek = 3
    original.header.hasDivergenceFreeSmoothing = true
    original.header.smoothingInterval = 5
    var converter = LegacyConverter()
    let result = try #require(converter.convert(original).first)
    #expect(result.messageType == 1012)
    #expect(result.stationID == 17)
    #expect(result.epoch.milliseconds == 1000)
    #expect(result.isMoreToFollow)
    #expect(result.hasDivergenceFreeSmoothing)
    #expect(result.smoothingInterval == 5)
    #expect(result.satellites.map(\.glonassFrequencyChannel) == [-3])
    let payload = try RTCMMessage.legacyObservations(result).encode()
    #expect(try decoded(payload) == .legacyObservations(result))
  }

  // MARK: Signals

  @Test(
    "of several signals of a band one is taken, and the code indicator says which",
    arguments: [
      (["1C", "1W", "2W", "2X"], 0, 3), (["1W", "2X"], 1, 0), (["1P", "2P"], 1, 1),
      (["1C", "1L", "2L", "5Q"], 0, 0), (["1C", "2S", "2C"], 0, 0), (["1C", "2C"], 0, 0),
    ] as [([String], UInt8, UInt8)])
  func gpsPreference(codes: [String], l1: UInt8, l2: UInt8) throws {
    var converter = LegacyConverter()
    let result = try #require(converter.convert(try Self.message(codes)).first?.satellites.first)
    #expect(result.l1.codeIndicator == l1)
    #expect(result.l2.codeIndicator == l2)
    #expect(result.l2.phaserangeDifference != nil)
  }

  @Test(
    "so for GLONASS",
    arguments: [(["1C", "1P", "2C", "2P"], 0, 0), (["1P", "2P"], 1, 1), (["1C", "2P"], 0, 1)]
      as [([String], UInt8, UInt8)])
  func glonassPreference(codes: [String], l1: UInt8, l2: UInt8) throws {
    let message = try Self.message(codes, MSMType(.glonass, kind: 7), channel: 1)
    var converter = LegacyConverter()
    let result = try #require(converter.convert(message).first?.satellites.first)
    #expect(result.l1.codeIndicator == l1)
    #expect(result.l2.codeIndicator == l2)
  }

  @Test("a signal with range and phase is taken before one that comes first without a phase")
  func prefersWhole() throws {
    let message = try Self.message(["1C", "2W", "2X"]) { observation, code in
      if code == "2W" { observation.phaserange = nil }
    }
    #expect(try Self.observations(message)[1].rinexCode == RINEXSignalCode("2X"))
    let half = try Self.message(["1C", "2W", "2X"]) { observation, code in
      if code == "2W" { observation.hasHalfCycleAmbiguity = true }
    }
    #expect(try Self.observations(half)[1].rinexCode == RINEXSignalCode("2X"))
  }

  @Test("a phase that half a cycle may be missing from is not sent, nor its lock time")
  func halfCycle() throws {
    let message = try Self.message(["1C", "2W"]) { observation, _ in
      observation.hasHalfCycleAmbiguity = true
    }
    let result = try Self.observations(message)
    #expect(result.map(\.phaserange) == [nil, nil])
    #expect(result.map(\.minimumLockTime) == [0, 0])
    #expect(result.allSatisfy { $0.pseudorange != nil && $0.cnr != nil })
  }

  @Test(
    "an L2 pseudorange too far from that of L1 is not available, its phase is", arguments: [-1, 1])
  func farL2(sign: Double) throws {
    let message = try Self.message(["1C", "2W"]) { observation, code in
      if code == "2W" { observation.pseudorange = 23_456_789.123 + sign * 170 }
    }
    let result = try Self.observations(message)
    #expect(result[1].pseudorange == nil)
    #expect(result[1].phaserange != nil)
  }

  @Test("a satellite without a pseudorange that has a place on L1 is left out and counted")
  func withoutL1() throws {
    var converter = LegacyConverter()
    let codes = [["2W"], ["1L", "2W"], ["5Q"]]
    for code in codes { #expect(converter.convert(try Self.message(code)).isEmpty) }
    let noRange = try Self.message(["1C", "2W"]) { observation, code in
      if code == "1C" { observation.pseudorange = nil }
    }
    #expect(converter.convert(noRange).isEmpty)
    #expect(converter.satellitesWithoutPlace == 4)
  }

  @Test("a negative pseudorange, which MSM can send, costs only its satellite")
  func negativeRange() throws {
    var message = try Self.message(["1C"])
    message.satellites[0].roughRangeMilliseconds = 0
    message.satellites[0].roughRangeModulo = 0
    message.signals[0].finePseudorange = -100
    var converter = LegacyConverter()
    #expect(converter.convert(message).isEmpty)
    #expect(converter.satellitesWithoutPlace == 1)
  }

  @Test(
    "satellites with numbers that old receivers hold reserved are left out",
    arguments: [(.gps, 32), (.glonass, 24)] as [(Constellation, UInt8)])
  func reservedNumbers(constellation: Constellation, last: UInt8) throws {
    var converter = LegacyConverter()
    let type = MSMType(constellation, kind: 7)
    let known = try Self.message(["1C"], type, satelliteID: last, channel: 0)
    #expect(converter.convert(known).first?.satellites.map(\.id) == [last])
    let reserved = try Self.message(["1C"], type, satelliteID: last + 1, channel: 0)
    #expect(converter.convert(reserved).isEmpty)
    #expect(converter.satellitesWithoutPlace == 1)
  }

  // MARK: GLONASS channels

  @Test("a GLONASS satellite waits until its channel is known, from an ephemeris")
  func learnsFromEphemeris() throws {
    var converter = LegacyConverter()
    let message = try Self.message(["1C", "2P"], MSMType(.glonass, kind: 4))
    #expect(converter.convert(message).isEmpty)
    #expect(converter.satellitesWithoutChannel == 1)
    var orbit = GLONASSEphemeris(satelliteID: 5)
    orbit.frequencyChannelIndicator = 3
    let payload = try RTCMMessage.glonassEphemeris(orbit).encode()
    converter.learnChannel(from: payload.span)
    let result = try #require(converter.convert(message).first)
    #expect(result.satellites.map(\.glonassFrequencyChannel) == [-4])
    #expect(converter.satellitesWithoutChannel == 1)
  }

  @Test("a satellite of GPS tells no channel of GLONASS's, and neither does a channel there is not")
  func learnsFromGLONASSAlone() throws {
    var channels = GLONASSChannels()
    var converter = LegacyConverter()
    let gps = try #require(converter.convert(try Self.message(["1C", "2W"])).first)
    #expect(gps.satellites.map(\.id) == [5])
    channels.learn(from: gps)
    #expect(channels[5] == nil)
    let gpsMSM = try Self.message(["1C"], MSMType(.gps, kind: 7))
    channels.learn(from: gpsMSM)
    #expect(channels[5] == nil)
    var orbit = GLONASSEphemeris(satelliteID: 5)
    for (indicator, channel) in [(21, nil), (20, 13), (0, -7)] as [(UInt8, Int?)] {
      orbit.frequencyChannelIndicator = indicator
      channels.learn(from: orbit)
      #expect(channels[5] == channel)
    }
    #expect(channels[4] == nil && channels[6] == nil && channels[65] == nil)
  }

  @Test("a pseudorange whose steps mean 'not available' is sent a step beside", arguments: 70...74)
  func unavailablePattern(ambiguity: Int) throws {
    // A DF011 of 0x80000 steps of 2 cm, in addition to whole light milliseconds.
    let range = Double(ambiguity) * 299_792.458 + Double(0x8_0000) * 0.02
    let message = try Self.message(["1C"]) { observation, _ in
      (observation.pseudorange, observation.phaserange) = (range, range + 1)
    }
    var converter = LegacyConverter()
    let sent = try #require(converter.convert(message).first)
    let payload = try RTCMMessage.legacyObservations(sent).encode()
    let received = try LegacyObservations(decoding: payload.span).observations()
    #expect(abs(try #require(received[0].pseudorange) - range) < 0.0301)
  }

  @Test("so from observations that tell it")
  func learnsFromObservations() throws {
    let message = try Self.message(["1C"], MSMType(.glonass, kind: 6))
    let fifth = try Self.message(["1C"], MSMType(.glonass, kind: 5), channel: 6)
    var converter = LegacyConverter()
    let first = try #require(converter.convert(fifth).first)
    #expect(converter.convert(message).first?.satellites.map(\.glonassFrequencyChannel) == [6])
    var other = LegacyConverter()
    let payload = try RTCMMessage.legacyObservations(first).encode()
    other.learnChannel(from: payload.span)
    #expect(other.convert(message).first?.satellites.map(\.glonassFrequencyChannel) == [6])
  }

  // MARK: Many satellites

  @Test("32 satellites go into two messages of one epoch")
  func splits() throws {
    let observations = (1...32).map {
      MSMObservation(satelliteID: UInt8($0), signalID: 2, pseudorange: 2e7, phaserange: 2e7)
    }
    let message = try MSMMessage(
      type: MSMType(.gps, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 0), observations: observations)
    var converter = LegacyConverter()
    let result = converter.convert(message)
    #expect(result.map(\.satellites.count) == [31, 1])
    #expect(result.map(\.isMoreToFollow) == [true, false])
    for part in result { _ = try RTCMMessage.legacyObservations(part).encode() }
  }

  // MARK: Random messages

  @Test(
    "whatever an MSM holds, what is made of it can be sent",
    arguments: [1074, 1075, 1076, 1077, 1084, 1085, 1086, 1087] as [UInt16])
  func anyValues(type: UInt16) throws {
    var converter = LegacyConverter()
    var (random, satellites) = (Xoshiro256(seed: UInt64(type), part: "MSM"), 0)
    for id in UInt8(1)...16 {
      let ephemeris = try RTCMMessage.glonassEphemeris(GLONASSEphemeris(satelliteID: id)).encode()
      converter.learnChannel(from: ephemeris.span)
    }
    for _ in 0..<30 {
      var payload = (0..<1023).map { _ in UInt8.random(in: 0...255, using: &random) }
      payload.replaceBits(at: 0, count: 12, with: UInt64(type))
      // Clears four bits of the epoch, so that the time is valid.
      payload.replaceBits(at: 24, count: 4, with: 0)
      // DF394 and DF395: 16 satellites, and as signals C/A, P, and two of L2.
      let mask = UInt64.random(in: 0...0xFFFF, using: &random)
      payload.replaceBits(at: 73, count: 64, with: mask << 48)
      payload.replaceBits(at: 73 + 64, count: 32, with: 0b0110_0001_1000_0000 << 16)
      let message = try MSMMessage(decoding: payload.span)
      for result in converter.convert(message) {
        let encoded = try RTCMMessage.legacyObservations(result).encode()
        #expect(try decoded(encoded) == .legacyObservations(result))
        satellites += result.satellites.count
      }
    }
    #expect(satellites > 100)
  }
}
