import RTCMStreams
import TestSupport
import Testing

@Suite("Streams to messages from before MSM")
struct LegacyStreamTests {
  private func types(_ bytes: [UInt8]) -> [UInt16] { frames(of: bytes).compactMap(\.type) }

  /// Returns the observation messages from before MSM in a stream.
  private func observations(_ bytes: [UInt8]) throws -> [LegacyObservations] {
    try frames(of: bytes).compactMap {
      guard case .legacyObservations(let message) = try decoded($0.payload) else { return nil }
      return message
    }
  }

  private func ephemerides(ofChannel channel: UInt8) throws -> [UInt8] {
    try ([4, 9, 20] as [UInt8]).flatMap { id in
      var orbit = GLONASSEphemeris(satelliteID: id)
      orbit.frequencyChannelIndicator = channel + 7
      return try RTCMMessage.glonassEphemeris(orbit).frame()
    }
  }

  @Test("systems without the form go, counted, and the last message left ends the epoch")
  func dropsOthers() throws {
    let stream = try ephemerides(ofChannel: 2) + MadeUpBase.stream(seconds: 3)
    var rules = ConversionRules()
    rules.legacyForm = LegacyForm()
    let (output, counts) = converted(stream, by: rules)
    #expect(
      types(output) == [1020, 1020, 1020, 1004, 1012, 1005, 1004, 1012, 1005, 1004, 1012, 1005])
    let messages = try observations(output)
    #expect(messages.map(\.isMoreToFollow) == [true, false, true, false, true, false])
    #expect(messages[1].satellites.map(\.glonassFrequencyChannel) == [2, 2, 2])
    #expect(counts.droppedByForm == 6)
    #expect(counts.framesChanged == 6)
    #expect(counts.framesOut == 12)
    #expect(counts.frameBytesOut == output.count)
  }

  @Test("while no channel of GLONASS is known, GPS ends the epoch")
  func withoutChannels() throws {
    var rules = ConversionRules()
    rules.legacyForm = LegacyForm()
    let (output, counts) = converted(try MadeUpBase.stream(seconds: 2), by: rules)
    #expect(types(output) == [1004, 1005, 1004, 1005])
    #expect(try observations(output).allSatisfy { !$0.isMoreToFollow })
    #expect(counts.satellitesWithoutChannel == 6)
    #expect(counts.droppedByForm == 6)
  }

  @Test("channels are learned from messages that do not pass as well")
  func learnsFromDropped() throws {
    let stream = try ephemerides(ofChannel: 0) + MadeUpBase.stream(seconds: 1)
    let output = converted(stream) { ($0.legacyForm, $0.droppedTypes) = (LegacyForm(), [1020]) }
    #expect(types(output) == [1004, 1012, 1005])
  }

  @Test("other rules hold as well: signals, epochs and station ID")
  func otherRules() throws {
    let code = try #require(RINEXSignalCode("1C"))
    let kept = try #require(SignalSelection(.gps, rinexCode: code))
    let output = try observations(
      converted(try MadeUpBase.stream(seconds: 6)) {
        $0.legacyForm = LegacyForm()
        $0.keptSignals = [kept]
        $0.intervalMilliseconds = 5000
        $0.stationID = 99
      })
    #expect(output.count == 1)
    #expect(output[0].stationID == 99)
    #expect(output[0].satellites.allSatisfy { $0.l2 == LegacySatellite.L2() })
  }

  @Test(
    "an MSM that is split keeps the epoch open but for its last part", arguments: [true, false])
  func splits(isMoreToFollow: Bool) throws {
    let satellites = (1...32).map {
      MSMObservation(satelliteID: UInt8($0), signalID: 2, pseudorange: 2e7, phaserange: 2e7)
    }
    let gps = try MSMMessage(
      type: MSMType(.gps, kind: 7), stationID: 1,
      epoch: MSMEpoch(constellation: .gps, milliseconds: 0), isMoreToFollow: isMoreToFollow,
      observations: satellites)
    let beidou = try RTCMMessage.msm(MadeUpBase.observations(of: .beidou, at: 0)).frame()
    let stream = try RTCMMessage.msm(gps).frame() + (isMoreToFollow ? beidou : [])
    let output = try observations(converted(stream) { $0.legacyForm = LegacyForm() })
    #expect(output.map(\.satellites.count) == [31, 1])
    #expect(output.map(\.isMoreToFollow) == [true, false])
  }

  @Test("a damaged MSM passes as it is and is counted")
  func undecodable() throws {
    let frame = try framed(Array(repeating: 0, count: 2) + [0xFF])
    let cut = try framed([0x43, 0x50, 0x01, 0, 0, 0, 0, 0, 0])  // 1077, truncated
    var rules = ConversionRules()
    rules.legacyForm = LegacyForm()
    let (output, counts) = converted(frame + cut, by: rules)
    #expect(output == frame + cut)
    #expect(counts.undecodable == 1)
  }

  @Test(
    "captures become streams of valid messages, every epoch of which ends",
    .compares(with: .captures),
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", 27), ("asv__fw206mrtk_rtcm.rtcm3", 50),
      ("swift__20190120_1956_rover.023", 50), ("ntripstreams__AgPartner_2.rtcm3", 30),
    ])
  func captures(name: String, leastMessages: Int) throws {
    let bytes = Array(try SharedCaptures.bytes(of: name).prefix(60_000))
    for form in [LegacyForm(), LegacyForm(hasL2: false, isExtended: false)] {
      let output = converted(bytes) { $0.legacyForm = form }
      var messages = 0
      for frame in frames(of: output) {
        #expect(frame.type.flatMap(MSMType.init(messageType:)) == nil)
        let message = try decoded(frame.payload)
        #expect(try message.encode() == frame.payload)
        if case .legacyObservations = message { messages += 1 }
      }
      #expect(messages >= leastMessages)
    }
  }
}
