@testable import BoardSimulation
import SensorDrivers
import Testing

/// Returns the bytes of a hexadecimal text.
private func bytes(_ text: String) -> [UInt8] {
  text.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}

@Suite("u-blox receiver model: UBX")
struct UBXConfigurationTests {
  @Test(
    "known messages get the known answers",
    arguments: [
      // CFG-RATE to 1 Hz and CFG-MSG with NAV-PVT at rate 1.
      ("B5 62 06 08 06 00 E8 03 01 00 01 00 01 39", "B5 62 05 01 02 00 06 08 16 3F"),
      ("B5 62 06 01 03 00 01 07 01 13 51", "B5 62 05 01 02 00 06 01 0F 38"),
      // CFG-VALSET with NMEA off, and with a period of 200 ms.
      ("B5 62 06 8A 09 00 00 01 00 00 02 00 72 10 00 1E B1", "B5 62 05 01 02 00 06 8A 98 C1"),
      ("B5 62 06 8A 0A 00 00 01 00 00 01 00 21 30 C8 00 B5 81", "B5 62 05 01 02 00 06 8A 98 C1"),
      // CFG-RATE with 1 ms, which no receiver supports.
      ("B5 62 06 08 06 00 01 00 01 00 01 00 17 C0", "B5 62 05 00 02 00 06 08 15 3A"),
      // A poll of CFG-RATE with a wrong checksum.
      ("B5 62 06 08 00 00 0E 31", ""),
    ])
  func answers(message: String, answer: String) {
    let bench = ReceiverBench()
    _ = bench.readAll()
    _ = bench.transfer(bytes(message))
    #expect(bench.readAll() == bytes(answer))
  }

  @Test("a poll of CFG-RATE gives the rate, then the acknowledgement")
  func pollsRate() throws {
    let bench = ReceiverBench()
    let answer = bench.ask(.cfgRATE)
    #expect(answer.map(\.messageID) == [.cfgRATE, .ackACK])
    #expect(answer[0].payload == [0xE8, 0x03, 0x01, 0x00, 0x01, 0x00])
  }

  @Test("a poll of CFG-PRT gives the port's address and protocols")
  func pollsPort() throws {
    let bench = ReceiverBench()
    let answer = bench.ask(.cfgPRT, [0])
    try #require(answer.map(\.messageID) == [.cfgPRT, .ackACK])
    let payload = answer[0].payload
    #expect(payload.count == 20)
    #expect(payload[4] == 0x84)
    #expect(payload[12] == 0b10_0011)
    #expect(payload[14] == 0b10_0011)
    #expect(bench.ask(.cfgPRT, [5]).map(\.messageID) == [.ackNAK])
  }

  @Test("CFG-PRT switches protocols")
  func setsPort() throws {
    let bench = ReceiverBench()
    bench.run(until: .milliseconds(500))
    var payload = bench.ask(.cfgPRT, [0])[0].payload
    payload[12] = 0b1
    payload[14] = 0b1
    #expect(bench.ask(.cfgPRT, payload).map(\.messageID) == [.ackACK])
    #expect(bench.ask(.cfgPRT, [0])[0].payload == payload)
    #expect(sentences(in: bench.run(until: .seconds(3))).isEmpty)
  }

  @Test("a message with one bad item sets none of them")
  func refusesWhole() {
    let bench = ReceiverBench()
    let unknown = UBXConfigurationItem(UBXConfigurationKey(rawValue: 0x2091_FFFF), 1)
    #expect(!bench.set([UBXConfigurationItem(.outputNavPVT, 1), unknown]))
    #expect(!bench.set([UBXConfigurationItem(.i2cOutputNMEA, 2)]))
    #expect(!bench.set([]))
    #expect(frames(in: bench.run(until: .seconds(3))).isEmpty)
  }

  @Test("items are kept in the layers they are set in, and read back from there")
  func keepsLayers() {
    let bench = ReceiverBench()
    let valget = UBXMessageID(0x06, 0x8B)
    let key: [UInt8] = [0x06, 0x00, 0x91, 0x20]
    let item = UBXConfigurationItem(.outputNavPVT, 3)
    let message = CfgVALSET(layers: [.flash], items: [item]).encode()
    #expect(bench.ask(.cfgVALSET, message).map(\.messageID) == [.ackACK])
    func value(inLayer layer: UInt8) -> UInt8? {
      bench.ask(valget, [0, layer, 0, 0] + key)[0].payload.last
    }
    #expect(bench.ask(valget, [0, 2, 0, 0] + key)[0].payload == [1, 2, 0, 0] + key + [3])
    #expect(value(inLayer: 0) == 0)
    #expect(value(inLayer: 7) == 0)
    #expect(bench.ask(valget, [0, 1, 0, 0] + key).map(\.messageID) == [.ackNAK])
    let nowhere = CfgVALSET(layers: [], items: [item]).encode()
    #expect(bench.ask(.cfgVALSET, nowhere).map(\.messageID) == [.ackNAK])
  }

  @Test("payloads of any length are answered or refused, never worse", arguments: 0..<24)
  func survivesLengths(count: Int) {
    let bench = ReceiverBench()
    for id: UInt8 in [0x00, 0x01, 0x08, 0x8A, 0x8B, 0x8C, 0x3E] {
      let answer = bench.ask(UBXMessageID(0x06, id), [UInt8](repeating: 0, count: count))
      #expect([.ackACK, .ackNAK].contains(answer.last?.messageID))
    }
  }

  @Test("the measurement rate sets the epochs, aligned to GPS time")
  func setsRate() {
    let bench = ReceiverBench()
    let items = [
      UBXConfigurationItem(.measurementPeriod, 200), UBXConfigurationItem(.outputNavPVT, 1),
      UBXConfigurationItem(.i2cOutputNMEA, 0),
    ]
    #expect(bench.set(items))
    let start = bench.clock.now
    let times = frames(in: bench.run(until: start + .seconds(4)))
      .compactMap { $0.navPVT?.timeOfWeekMilliseconds }
    #expect((18...21).contains(times.count))
    #expect(times.allSatisfy { $0 % 200 == 0 })
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 200 })
  }

  @Test("time of week and UTC differ by the leap seconds")
  func tellsTime() throws {
    // 2020-06-10T11:25:16Z is second 300,334 of its GPS week, as in a published NAV-PVT.
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    let all = frames(in: bench.run(until: .seconds(60))).compactMap(\.navPVT)
    let one = try #require(all.first { $0.minute == 25 && $0.second == 16 })
    #expect(one.timeOfWeekMilliseconds == 0x11E6_BBB0)
    #expect((one.year, one.month, one.day, one.hour) == (2020, 6, 10, 11))
  }

  @Test("MON-VER says that it is a model")
  func saysItIsModel() throws {
    let answer = ReceiverBench().ask(.monVER)
    let version = try #require(answer.first?.version)
    #expect(version.softwareVersion == "boardsim statistical receiver")
    #expect(version.extensions.contains("MODEL=boardsim statistical"))
  }

  @Test("the reason is told when it changes and every ten seconds, if switched on")
  func tellsReason() {
    let bench = ReceiverBench()
    #expect(bench.set([UBXConfigurationItem(.informationUBX, 0b100)]))
    let texts = frames(in: bench.run(until: .seconds(100)))
      .compactMap(\.text)
    #expect((10...12).contains(texts.count))
    #expect(texts.first?.text.hasPrefix("none: ") == true)
    #expect(texts.last?.text.hasPrefix("3d: no corrections have reached the receiver; ") == true)
    #expect(texts.allSatisfy { $0.level == .notice })
    let silent = ReceiverBench().run(until: .seconds(20))
    #expect(frames(in: silent).isEmpty)
  }
}
