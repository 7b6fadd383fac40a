import SensorDrivers
import TestSupport
import Testing

@testable import BoardSimulation

/// Settings of earlier generations about systems and texts, as PX4, gpsd and ROS drivers send them at start.
@Suite("u-blox receiver model: systems and texts by older messages")
struct UBXSystemsTests {
  private let bench = ReceiverBench()

  private func answer(_ id: UBXMessageID, _ payload: [UInt8]) -> [UBXMessageID] {
    bench.ask(id, payload).map(\.messageID)
  }

  private func value(_ key: UInt32) -> UInt64 {
    bench.receiver.responder.configuration[UBXConfigurationKey(rawValue: key)]
  }

  @Test("levels of texts are those of a protocol on each port")
  func texts() {
    #expect(bench.ask(.cfgINF, [0]).first?.payload == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    #expect(bench.ask(.cfgINF, [1]).first?.payload == [1, 0, 0, 0, 7, 7, 7, 7, 7, 0])
    let both: [UInt8] = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 1, 0, 0, 0, 0xFF, 9, 8, 7, 6, 5]
    #expect(answer(.cfgINF, both) == [.ackACK])
    #expect((0...4).map { value(0x2092_0001 + $0) } == [1, 2, 3, 4, 5])
    #expect((0...4).map { value(0x2092_0006 + $0) } == [31, 9, 8, 7, 6])
    #expect(bench.ask(.cfgINF, [1]).first?.payload == [1, 0, 0, 0, 31, 9, 8, 7, 6, 0])
    for wrong: [UInt8] in [[2], [], Array(both.dropLast()), [5] + both.dropFirst()] {
      #expect(answer(.cfgINF, wrong) == [.ackNAK], "\(wrong)")
    }
  }

  @Test("the mode of differential positions is that of its item")
  func differentialMode() {
    #expect(bench.ask(.cfgDGNSS).first?.payload == [3, 0, 0, 0])
    #expect(answer(.cfgDGNSS, [2, 0, 0, 0]) == [.ackACK] && value(0x2014_0011) == 2)
    #expect(answer(.cfgDGNSS, [1, 0, 0, 0]) == [.ackNAK] && value(0x2014_0011) == 2)
    #expect(answer(.cfgDGNSS, [2]) == [.ackNAK])
  }

  @Test("SBAS has a switch, its uses, and the satellites to search")
  func augmentation() {
    #expect(bench.ask(.cfgSBAS).first?.payload == [0, 0b011, 0, 0, 0, 0, 0, 0])
    let order: [UInt8] = [0b11, 0b101, 0, 0x12, 0x78, 0x56, 0x34, 0x9A]
    #expect(answer(.cfgSBAS, order) == [.ackACK])
    #expect(value(0x1031_0020) == 1 && value(0x1036_0002) == 1)
    #expect([0x1036_0003, 0x1036_0004, 0x1036_0005].map(value) == [1, 0, 1])
    #expect(value(0x5036_0006) == 0x12_9A34_5678)
    #expect(bench.ask(.cfgSBAS).first?.payload == order)
    #expect(answer(.cfgSBAS, [0]) == [.ackNAK])
  }

  @Test("each system is switched with its signals, and the others stay as they are")
  func systems() throws {
    let payload = try #require(bench.ask(.cfgGNSS).first?.payload)
    #expect(Array(payload.prefix(4)) == [0, 60, 60, 6] && payload.count == 4 + 6 * 8)
    func flags(_ block: Int) -> UInt32 { payload.span.littleEndian32(at: 4 + 8 * block + 4) }
    // GPS L1 and L2, SBAS off, Galileo E1 and E5b, BeiDou B1 and B2, QZSS L1 and L2, GLONASS L1 and L2.
    #expect(
      (0..<6).map(flags) == [
        0x0011_0001, 0, 0x0021_0001, 0x0011_0001, 0x0011_0001, 0x0011_0001,
      ])
    let galileo: [UInt8] = [2, 8, 12, 0, 0, 0, 0x20, 0]
    let glonass: [UInt8] = [6, 8, 12, 0, 0, 0, 0, 0]
    #expect(answer(.cfgGNSS, [0, 0, 0xFF, 2] + galileo + glonass) == [.ackACK])
    #expect([0x1031_0021, 0x1031_0007, 0x1031_000A].map(value) == [0, 0, 1])
    #expect([0x1031_0025, 0x1031_0018, 0x1031_001A].map(value) == [0, 1, 1])
    #expect(value(0x1031_001F) == 1)
    for wrong: [UInt8] in [
      [0, 0, 0, 2] + galileo, [1, 0, 0, 1] + galileo, [0, 0, 0, 1, 7] + galileo.dropFirst(), [0],
    ] {
      #expect(answer(.cfgGNSS, wrong) == [.ackNAK], "\(wrong)")
    }
  }

  @Test("what experts set is set by mask alone")
  func expertSettings() throws {
    let before = try #require(bench.ask(.cfgNAVX5).first?.payload)
    #expect(before.count == 40 && before[0] == 2 && before[10] == 3 && before[11] == 32)
    #expect(before[30] == 100)
    var order = [UInt8](repeating: 0, count: 40)
    (order[2], order[3]) = (1 << 2, 1 << 1)  // minMax, wknRoll
    (order[10], order[11], order[12], order[18], order[26]) = (4, 20, 40, 7, 1)
    #expect(answer(.cfgNAVX5, order) == [.ackACK])
    let after = try #require(bench.ask(.cfgNAVX5).first?.payload)
    #expect(after[10] == 4 && after[11] == 20 && after[12] == 6 && after[18] == 7)
    #expect(after[26] == 0)
    #expect(answer(.cfgNAVX5, [UInt8](repeating: 0, count: 40)) == [.ackACK])
    order[0] = 9
    #expect(answer(.cfgNAVX5, order) == [.ackNAK])
    #expect(answer(.cfgNAVX5, [0]) == [.ackNAK])
  }

  @Test("CFG-PRT takes several ports in one message, each with its own settings")
  func ports() throws {
    func settings(_ port: UInt8) throws -> [UInt8] {
      try #require(bench.ask(.cfgPRT, [port]).first?.payload)
    }
    // USB, UART2 and SPI as delivered.
    #expect(try settings(3)[12] == 0b10_0011 && settings(3)[8..<12].allSatisfy { $0 == 0 })
    #expect(try settings(2)[12] == 0b10_0000 && settings(2)[4..<6] == [0xC0, 0x08])
    #expect(try settings(4)[16] == 0)
    var uart = try settings(1)
    uart.replaceSubrange(8..<12, with: UInt32(115_200).littleEndianBytes)
    var usb = try settings(3)
    (usb[12], usb[14]) = (1, 1)
    var spi = try settings(4)
    spi[16] = 0b10
    #expect(answer(.cfgPRT, uart + usb + spi) == [.ackACK])
    #expect(try settings(1) == uart && settings(3) == usb && settings(4) == spi)
    #expect(value(0x4052_0001) == 115_200 && value(0x4053_0001) == 38_400)
    #expect(value(0x1064_0005) == 1)
    // One wrong block refuses all.
    usb[14] = 0b11
    var none = spi
    none[0] = 5
    #expect(answer(.cfgPRT, usb + none) == [.ackNAK])
    #expect(answer(.cfgPRT, usb + [0]) == [.ackNAK])
    #expect(try settings(3)[14] == 1)
  }

  @Test("CFG-RATE has the reference of time too")
  func timeReference() {
    #expect(answer(.cfgRATE, [0xE8, 3, 1, 0, 4, 0]) == [.ackACK] && value(0x2021_0003) == 4)
    #expect(bench.ask(.cfgRATE).first?.payload == [0xE8, 3, 1, 0, 4, 0])
    #expect(answer(.cfgRATE, [0xE8, 3, 1, 0, 5, 0]) == [.ackNAK])
  }

  @Test("what is polled is read by pyubx2", .compares(with: .drivers))
  func parses() throws {
    let folder = try TemporaryFolder()
    let polls: [(UBXMessageID, [UInt8])] = [
      (.cfgINF, [0]), (.cfgDGNSS, []), (.cfgSBAS, []), (.cfgGNSS, []), (.cfgNAVX5, []),
      (.cfgPRT, [1]),
    ]
    let stream = polls.flatMap { id, payload in bench.ask(id, payload).flatMap { $0.encode() } }
    let lines = try ForeignDrivers.messages(in: stream, scratch: folder.url)
      .filter { !$0.hasPrefix("ACK") }
    let names = lines.map { String($0.prefix { $0 != " " }) }
    #expect(
      names == ["CFG-INF", "CFG-DGNSS", "CFG-SBAS", "CFG-GNSS", "CFG-NAVX5", "CFG-PRT"])
    try #require(lines.count == 6)
    #expect(lines[3].contains("numConfigBlocks=6") && lines[3].contains("gnssId_06=6"))
    #expect(lines[4].contains("maxSVs=32") && lines[5].contains("baudRate=38400"), "\(lines)")
  }
}
