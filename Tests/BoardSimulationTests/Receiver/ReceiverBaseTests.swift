@testable import BoardSimulation
import GNSSBasics
import RTCMParser
import SensorDrivers
import Testing

/// Tests of the messages that sketches send to a receiver, as SparkFun's library and u-blox' own tools send
/// them.
@Suite("u-blox receiver model: settings of older generations, and a base")
struct ReceiverBaseTests {
  private static func key(_ value: UInt32) -> UBXConfigurationKey {
    UBXConfigurationKey(rawValue: value)
  }

  @Test("CFG-NAV5 is polled, and sets what its mask says and nothing else")
  func dynamicModel() throws {
    let bench = ReceiverBench()
    let told = bench.ask(.cfgNAV5)
    #expect(told.map(\.messageID) == [.cfgNAV5, .ackACK])
    var payload = try #require(told.first).payload
    #expect(payload.count == 36 && payload[2] == 0 && payload[3] == 3)
    payload[0] = 1
    payload[1] = 0
    payload[2] = 4  // automotive
    payload[3] = 1
    #expect(bench.ask(.cfgNAV5, payload).map(\.messageID) == [.ackACK])
    let after = try #require(bench.ask(.cfgNAV5).first).payload
    #expect(after[2] == 4 && after[3] == 3)
    payload[2] = 200
    #expect(bench.ask(.cfgNAV5, payload).map(\.messageID) == [.ackNAK])
    #expect(bench.ask(.cfgNAV5, [1]).map(\.messageID) == [.ackNAK])
    #expect(bench.set([UBXConfigurationItem(Self.key(0x2011_0021), 8)]))
    #expect(try #require(bench.ask(.cfgNAV5).first).payload[2] == 8)
  }

  @Test(
    "keys of the groups that sketches set are known: one that is not refuses the whole message",
    arguments: [
      0x2011_0021, 0x1031_0025, 0x1064_0006, 0x1074_0004, 0x2091_02BE, 0x2091_0007, 0x3009_0001,
      0x2003_0001, 0x2092_0006,
    ] as [UInt32])
  func knowsKeys(key: UInt32) {
    let bench = ReceiverBench()
    #expect(
      bench.set([UBXConfigurationItem(Self.key(key), 1), UBXConfigurationItem(.outputNavPVT, 1)]))
    let unknown = UBXConfigurationItem(Self.key(0x1031_00FE), 1)
    #expect(!bench.set([UBXConfigurationItem(.outputNavPVT, 2), unknown]))
    let told = bench.ask(.cfgVALGET, [0, 0, 0, 0, 0x06, 0x00, 0x91, 0x20])
    #expect(told.first?.payload.last == 1)
  }

  @Test("every key is there once, and its value as delivered is allowed")
  func itemsAreSound() {
    let items = ReceiverConfiguration.items
    #expect(Set(items.map(\.key)).count == items.count)
    #expect(items.allSatisfy { $0.range.contains($0.standard) && $0.key.valueLength != nil })
    #expect(items.count > 200)
  }

  @Test("the rates of five ports are told and set")
  func ratesOfPorts() {
    let bench = ReceiverBench()
    let set = bench.ask(.cfgMSG, [0xF5, 0x05, 1, 2, 3, 4, 5, 0])
    #expect(set.map(\.messageID) == [.ackACK])
    #expect(bench.ask(.cfgMSG, [0xF5, 0x05]).first?.payload == [0xF5, 0x05, 1, 2, 3, 4, 5, 0])
  }

  @Test("NAV-SAT and NAV-SVIN answer a poll")
  func polls() {
    let bench = ReceiverBench()
    bench.run(until: .seconds(40))
    let satellites = bench.ask(.navSAT).first { $0.messageID == .navSAT }
    let count = Int(satellites?.payload[5] ?? 0)
    #expect(count > 4 && satellites?.payload.count == 8 + 12 * count)
    let survey = bench.ask(.navSVIN).first { $0.messageID == .navSVIN }
    #expect(survey?.payload.count == 40 && survey?.payload.suffix(4) == [0, 0, 0, 0])
  }

  @Test("a survey-in ends when it is long and good enough, and then the place is told")
  func surveysIn() throws {
    let bench = ReceiverBench()
    bench.run(until: .seconds(60))
    var payload = try #require(bench.ask(.cfgTMODE3).first).payload
    #expect(payload.count == 40)
    payload[2] = 1
    payload[24] = 60  // seconds
    payload.replaceSubrange(28..<32, with: [0x50, 0xC3, 0, 0])  // 5 m
    #expect(bench.ask(.cfgTMODE3, payload).map(\.messageID) == [.ackACK])
    #expect(bench.ask(.cfgMSG, [0xF5, 0x05, 1]).map(\.messageID) == [.ackACK])
    bench.run(until: bench.clock.now + .seconds(30))
    var survey = try #require(bench.ask(.navSVIN).first { $0.messageID == .navSVIN }).payload
    #expect(survey[36] == 0 && survey[37] == 1)
    #expect((28...31).contains(survey[8]))
    let bytes = bench.run(until: bench.clock.now + .seconds(40))
    survey = try #require(bench.ask(.navSVIN).first { $0.messageID == .navSVIN }).payload
    #expect(survey[36] == 1 && survey[37] == 0)
    let point = try #require(Self.messages(in: bytes).compactMap(\.point).first)
    let truth = bench.receiver.world.motion(at: bench.clock.now).position
    #expect(point.position.distance(to: ECEFPosition(truth)) < 10)
  }

  @Test(
    "a place told in a message of another length or version is refused", arguments: [36, 39, 41])
  func refusesLength(count: Int) throws {
    let bench = ReceiverBench()
    let before = try #require(bench.ask(.cfgTMODE3).first).payload
    var payload = [UInt8](repeating: 0, count: count)
    payload[2] = 2
    #expect(bench.ask(.cfgTMODE3, payload).map(\.messageID) == [.ackNAK])
    payload = [UInt8](repeating: 0, count: 40)
    (payload[0], payload[2]) = (1, 2)
    #expect(bench.ask(.cfgTMODE3, payload).map(\.messageID) == [.ackNAK])
    #expect(try #require(bench.ask(.cfgTMODE3).first).payload == before)
  }

  @Test("told where it stands, by either way, it is a base that gives its place and observations")
  func isBase() throws {
    for isGeodetic in [false, true] {
      let bench = ReceiverBench()
      let place = GeodeticPosition(latitude: 45.478, longitude: -9.227, height: 165.1234)
      let ecef = ECEFPosition(place)
      let wanted: [Double] =
        isGeodetic
        ? [place.latitude * 1e7, place.longitude * 1e7, 16_512]
        : [ecef.x * 100, ecef.y * 100, ecef.z * 100]
      var payload = [UInt8](repeating: 0, count: 40)
      payload[2] = 2
      payload[3] = isGeodetic ? 1 : 0
      for (axis, value) in wanted.enumerated() {
        let bits = UInt32(bitPattern: Int32(value.rounded()))
        for index in 0..<4 {
          payload[4 + 4 * axis + index] = UInt8(truncatingIfNeeded: bits >> UInt32(8 * index))
        }
      }
      if isGeodetic { payload[18] = 34 }
      #expect(bench.ask(.cfgTMODE3, payload).map(\.messageID) == [.ackACK])
      #expect(try #require(bench.ask(.cfgTMODE3).first).payload == payload)
      let types: [(UInt8, UInt16)] = [
        (0x05, 1005), (0x4A, 1074), (0x57, 1087), (0x61, 1097), (0x7F, 1127), (0xE6, 1230),
      ]
      for (id, _) in types {
        #expect(bench.ask(.cfgMSG, [0xF5, id, 1]).map(\.messageID) == [.ackACK])
      }
      #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
      let bytes = bench.run(until: .seconds(60))
      let messages = Self.messages(in: bytes)
      for (_, type) in types { #expect(messages.contains { $0.type == type }, "\(type)") }
      #expect(Set(messages.map(\.type)).count == types.count)
      let point = try #require(messages.compactMap(\.point).last)
      #expect(point.position.distance(to: ecef) < 0.02)
      let fix = try #require(frames(in: bytes).compactMap(\.navPVT).last)
      #expect(fix.fixType == .timeOnly)
      #expect(abs(Double(fix.longitudeE7) - place.longitude * 1e7) < 3)
    }
  }

  private struct Heard {
    var type: UInt16
    var point: AntennaReferencePoint?
  }

  private static func messages(in bytes: [UInt8]) -> [Heard] {
    var heard: [Heard] = []
    var scanner = FrameScanner()
    scanner.consume(bytes.span) { frame in
      guard let type = frame.messageType else { return }
      heard.append(Heard(type: type, point: try? AntennaReferencePoint(decoding: frame.payload)))
    }
    return heard
  }
}
