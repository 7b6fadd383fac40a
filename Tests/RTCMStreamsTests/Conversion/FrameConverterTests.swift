import TestSupport
import RTCMStreams
import RTCMTestKit
import Testing

@Suite("Filtering")
struct FrameConverterTests {
  private let stream: [UInt8]

  init() throws { stream = try MadeUpBase.stream(seconds: 6) }

  private func types(_ bytes: [UInt8]) -> [UInt16] { frames(of: bytes).compactMap(\.type) }

  @Test("without rules every frame passes bit for bit")
  func nothing() {
    let (output, counts) = converted(stream, by: ConversionRules())
    #expect(output == stream)
    #expect(counts.framesIn == 30)
    #expect(counts.framesOut == 30)
    #expect(counts.framesChanged == 0)
    #expect(counts.frameBytesIn == stream.count && counts.frameBytesOut == stream.count)
  }

  @Test("only kept types pass, and no dropped ones")
  func types() {
    #expect(Set(types(converted(stream) { $0.keptTypes = [1005, 1097] })) == [1005, 1097])
    #expect(
      Set(types(converted(stream) { $0.droppedTypes = [1087, 1097] })) == [1077, 1127, 1005])
    let both = converted(stream) { ($0.keptTypes, $0.droppedTypes) = ([1005, 1097], [1097]) }
    #expect(Set(types(both)) == [1005])
  }

  @Test("constellations are kept and dropped; messages of none pass")
  func constellations() {
    let kept = converted(stream) { $0.keptConstellations = [.galileo] }
    #expect(Set(types(kept)) == [1097, 1005])
    let dropped = converted(stream) { $0.droppedConstellations = [.galileo, .gps] }
    #expect(Set(types(dropped)) == [1087, 1127, 1005])
  }

  @Test(
    "a message belongs to the constellation that its number names",
    arguments: [
      (1004, .gps), (1012, .glonass), (1019, .gps), (1020, .glonass), (1041, .navic), (63, .beidou),
      (1042, .beidou), (1043, .sbas), (1044, .qzss), (1045, .galileo), (1046, .galileo),
      (1060, .gps), (1066, .glonass), (1243, .galileo), (1249, .qzss), (1255, .sbas),
      (1261, .beidou), (1267, .galileo), (1230, .glonass), (1137, .navic), (1107, .sbas),
      (1005, nil), (1006, nil), (1013, nil), (1029, nil), (1033, nil), (1264, nil), (4072, nil),
    ] as [(UInt16, Constellation?)])
  func constellation(type: UInt16, expected: Constellation?) {
    let payload = [UInt8(type >> 4), UInt8(type & 0xF) << 4, 0, 0]
    let found = Constellation(ofMessage: payload.span)
    #expect(found == expected)
  }

  @Test("IGS SSR names the constellation by its subtype")
  func igs() {
    // 4076, version 1, subtype 63: code bias of Galileo; its lowest bit is the first of byte 2.
    let payload: [UInt8] = [0xFE, 0xC2 | 0, 0x7E, 0]
    let found = Constellation(ofMessage: payload.span)
    #expect(found == .galileo)
  }

  @Test("the last message of an epoch that is left says so", arguments: 1...3)
  func moreToFollow(count: Int) throws {
    let kept = Array(MadeUpBase.constellations.prefix(count))
    let output = try msms(of: converted(stream) { $0.keptConstellations = kept })
    #expect(output.count == 6 * count)
    for message in output {
      #expect(message.header.isMoreToFollow == (message.header.constellation != kept.last))
    }
  }

  @Test("a dropped message in the midst of an epoch changes no other")
  func middleDropped() throws {
    let output = converted(stream) { $0.droppedConstellations = [.glonass, .galileo] }
    let original = frames(of: stream).filter { [1077, 1127, 1005].contains($0.type) }
    #expect(frames(of: output).map(\.bytes) == original.map(\.bytes))
  }

  @Test("a message of no epoch that stands between observations leaves the mark to the observation")
  func betweenObservations() throws {
    let gps = try RTCMMessage.msm(MadeUpBase.observations(of: .gps, at: 0)).frame()
    let beidou = try RTCMMessage.msm(MadeUpBase.observations(of: .beidou, at: 0)).frame()
    let output = converted(gps + StandardExample.frame + beidou) {
      $0.droppedConstellations = [.beidou]
    }
    #expect(types(output) == [1077, 1005])
    #expect(try msms(of: output).map(\.header.isMoreToFollow) == [false])
  }

  @Test("signals are dropped from the masks, satellites without one as well")
  func signals() throws {
    let original = try msms(of: stream)[0]
    let first = original.signals[0].signalID
    let output = try msms(
      of: converted(stream) { $0.droppedSignals = [SignalSelection(.gps, signalID: first)] })
    let gps = output[0]
    #expect(Array(gps.header.satelliteIDs) == [4, 9])
    #expect(gps.header.signalCount == 1)
    #expect(gps.header.cellMask == 0b11)
    #expect(gps.signals == original.signals.filter { $0.signalID != first })
    #expect(gps.satellites == Array(original.satellites.prefix(2)))
    #expect(output[1] == (try msms(of: stream)[1]))
  }

  @Test("of a system whose signals are all dropped no message passes, and the epoch still ends")
  func allSignals() throws {
    let ids = Set(try msms(of: stream)[3].signals.map(\.signalID))
    let output = try msms(
      of: converted(stream) {
        $0.droppedSignals = ids.map { SignalSelection(.beidou, signalID: $0) }
      })
    #expect(output.allSatisfy { $0.header.constellation != .beidou })
    #expect(output.filter { !$0.header.isMoreToFollow }.count == 6)
  }

  @Test("kept signals narrow only the system they are of")
  func keptSignals() throws {
    let code = try #require(RINEXSignalCode("1C"))
    let signal = try #require(SignalSelection(.gps, rinexCode: code))
    let output = try msms(of: converted(stream) { $0.keptSignals = [signal] })
    #expect(output[0].cells.map(\.rinexCode) == [code, code, code])
    #expect(output[1] == (try msms(of: stream)[1]))
  }

  @Test("epochs are thinned alike in every system, also over midnight; other messages stay")
  func thins() throws {
    let output = converted(stream) { $0.intervalMilliseconds = 5000 }
    #expect(types(output).filter { $0 == 1005 }.count == 6)
    let messages = try msms(of: output)
    #expect(messages.map(\.header.constellation) == MadeUpBase.constellations)
    for message in messages {
      #expect(message.header.epoch.gpsTimeOfDayMilliseconds(leapSeconds: 18) == 0)
    }
  }

  @Test("an epoch a little beside the second counts as on it", arguments: [-6, -5, 5, 6])
  func tolerance(offset: Int) throws {
    let message = try MadeUpBase.observations(of: .gps, at: 86_400_000 + offset)
    let frame = try RTCMMessage.msm(message).frame()
    let output = converted(frame) { $0.intervalMilliseconds = 30_000 }
    #expect(output.isEmpty == (abs(offset) > 5))
  }
}
