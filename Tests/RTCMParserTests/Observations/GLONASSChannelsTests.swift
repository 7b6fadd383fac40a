import RTCMParser
import RTCMTestKit
import Testing

@Suite("GLONASS channels")
struct GLONASSChannelsTests {
  private func channels(of message: RTCMMessage) -> GLONASSChannels {
    var channels = GLONASSChannels()
    switch message {
    case .msm(let message): channels.learn(from: message)
    case .legacyObservations(let message): channels.learn(from: message)
    case .glonassEphemeris(let message): channels.learn(from: message)
    default: break
    }
    return channels
  }

  @Test(
    "are learnt from MSM5 and MSM7, and from no other MSM", arguments: 1...7 as ClosedRange<UInt8>)
  func fromMSM(kind: UInt8) throws {
    let type = MSMType(.glonass, kind: kind).messageType
    let channels = channels(of: try #require(try SampleMessages.all(ofType: type).first))
    // Satellites 3, 7, 8 and 21 of the samples have the channels 4, 1, -2 and -5.
    let expected = kind == 5 || kind == 7 ? [4, 1, -2, -5] : [nil, nil, nil, nil]
    #expect([3, 7, 8, 21].map { channels[$0] } == expected)
    #expect(channels[1] == nil)
  }

  @Test("are learnt from GLONASS's observations before MSM, and not from those of GPS")
  func fromLegacy() throws {
    let epoch = MSMEpoch(constellation: .glonass, milliseconds: 0)
    for (type, known) in [(1012, true), (1009, true), (1004, false)] as [(UInt16, Bool)] {
      var message = try #require(LegacyObservations(emptyOfType: type))
      message.epoch = epoch
      var (satellite, strange) = (LegacySatellite(id: 9), LegacySatellite(id: 10))
      (satellite.frequencyChannelIndicator, strange.frequencyChannelIndicator) = (0, 21)
      message.satellites = [satellite, strange]
      let channels = channels(of: .legacyObservations(message))
      #expect(channels[9] == (known ? -7 : nil))
      #expect(channels[10] == nil)
    }
  }

  @Test("are learnt from payloads of ephemerides and observations, and nothing from damaged ones")
  func fromPayloads() throws {
    for type in [1009, 1010, 1011, 1012, 1020] as [UInt16] {
      let message = try #require(try SampleMessages.all(ofType: type).first)
      let expected = channels(of: message)
      let payload = try message.encode()
      var whole = GLONASSChannels()
      whole.learn(from: payload.span)
      #expect((0...64).map { whole[$0] } == (0...64).map { expected[$0] })
      #expect((0...64).contains { whole[$0] != nil })
      let beginning = Array(payload.prefix(6))
      var cut = GLONASSChannels()
      cut.learn(from: beginning.span)
      #expect((0...64).allSatisfy { cut[$0] == nil })
    }
    var other = GLONASSChannels()
    let payload = try #require(try SampleMessages.all(ofType: 1087).first).encode()
    other.learn(from: payload.span)
    #expect((0...64).allSatisfy { other[$0] == nil })
  }

  @Test("a satellite's number is 64 at most")
  func beyond() throws {
    var message = GLONASSEphemeris()
    (message.satelliteID, message.frequencyChannelIndicator) = (64, 20)
    let channels = channels(of: .glonassEphemeris(message))
    #expect(channels[64] == 13)
    #expect(channels[65] == nil)
    #expect(channels[255] == nil)
    #expect(GLONASSChannels.range == -7...13)
  }
}
