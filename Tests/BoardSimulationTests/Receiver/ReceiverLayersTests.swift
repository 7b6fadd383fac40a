import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: configuration that is kept")
struct ReceiverLayersTests {
  private static let rate = UBXConfigurationKey.outputNavPVT

  private static func bytes(_ key: UBXConfigurationKey) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: key.rawValue >> (8 * $0)) }
  }

  private static func set(
    _ value: UInt64, _ layers: CfgVALSET.Layers, _ bench: ReceiverBench
  ) -> Bool {
    let message = CfgVALSET(layers: layers, items: [UBXConfigurationItem(rate, value)])
    return bench.ask(.cfgVALSET, message.encode()).map(\.messageID) == [.ackACK]
  }

  private static func value(_ bench: ReceiverBench, _ layer: UInt8 = 0) -> UInt8? {
    let answer = bench.ask(.cfgVALGET, [0, layer, 0, 0] + bytes(rate))
    return answer.first?.messageID == .cfgVALGET ? answer[0].payload.last : nil
  }

  private static func powerCycle(_ bench: ReceiverBench) {
    _ = bench.bus.setPower(isOn: false, at: .ublox)
    bench.clock.advance(to: bench.clock.now + .seconds(1))
    _ = bench.bus.setPower(isOn: true, at: .ublox)
    bench.clock.advance(to: bench.clock.now + UBloxReceiverModel.startUpTime)
  }

  @Test("RAM is lost with the power; flash comes into force, and battery-backed RAM before it")
  func comesIntoForce() {
    let bench = ReceiverBench()
    #expect(Self.set(2, .ram, bench) && Self.value(bench) == 2)
    Self.powerCycle(bench)
    #expect(Self.value(bench) == 0)
    #expect(Self.set(4, .flash, bench) && Self.value(bench) == 0)
    Self.powerCycle(bench)
    #expect(Self.value(bench) == 4)
    #expect(Self.set(3, .batteryBackedRAM, bench) && Self.value(bench) == 4)
    Self.powerCycle(bench)
    #expect(Self.value(bench) == 3)
  }

  @Test("a rate that is kept is that of the epochs after a start")
  func keepsRate() {
    let bench = ReceiverBench()
    let items = [UBXConfigurationItem(.measurementPeriod, 200), UBXConfigurationItem(Self.rate, 1)]
    let message = CfgVALSET(layers: .flash, items: items).encode()
    #expect(bench.ask(.cfgVALSET, message).map(\.messageID) == [.ackACK])
    Self.powerCycle(bench)
    let times = frames(in: bench.run(until: bench.clock.now + .seconds(3)))
      .compactMap { $0.navPVT?.timeOfWeekMilliseconds }
    #expect((13...15).contains(times.count))
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 200 })
  }

  @Test("CFG-CFG clears, saves and loads, in this order, on the devices that it names")
  func clearsSavesLoads() {
    let bench = ReceiverBench()
    func ask(_ clear: UInt8, _ save: UInt8, _ load: UInt8, _ devices: UInt8?) -> [UBXMessageID] {
      let masks = [clear, 0, 0, 0, save, 0, 0, 0, load, 0, 0, 0] + (devices.map { [$0] } ?? [])
      return bench.ask(.cfgCFG, masks).map(\.messageID)
    }
    #expect(Self.set(5, .ram, bench))
    #expect(ask(0, 0x1F, 0, 0b10) == [.ackACK])
    #expect(Self.value(bench, 2) == 5 && Self.value(bench, 1) == nil)
    #expect(Self.set(6, .ram, bench))
    #expect(ask(0, 0, 0x1F, 0b10) == [.ackACK] && Self.value(bench) == 5)
    #expect(ask(0xFF, 0, 0xFF, nil) == [.ackACK] && Self.value(bench) == 0)
    #expect(Self.value(bench, 2) == nil)
    #expect(bench.ask(.cfgCFG, [0, 0, 0]).map(\.messageID) == [.ackNAK])
  }

  @Test("CFG-VALDEL forgets items of the kept layers, by key or by wildcard, and never of RAM")
  func deletes() {
    let bench = ReceiverBench()
    #expect(Self.set(7, [.ram, .batteryBackedRAM, .flash], bench))
    func delete(_ layers: UInt8, _ key: UInt32) -> [UBXMessageID] {
      let key = Self.bytes(UBXConfigurationKey(rawValue: key))
      return bench.ask(.cfgVALDEL, [0, layers, 0, 0] + key).map(\.messageID)
    }
    #expect(delete(0b010, Self.rate.rawValue) == [.ackACK])
    #expect(Self.value(bench, 1) == nil && Self.value(bench, 2) == 7 && Self.value(bench) == 7)
    #expect(delete(0b100, 0x0091_FFFF) == [.ackACK] && Self.value(bench, 2) == nil)
    #expect(delete(0b001, Self.rate.rawValue) == [.ackNAK])
    #expect(delete(0, Self.rate.rawValue) == [.ackNAK])
    #expect(delete(0b100, 0x2091_1234) == [.ackNAK])
    #expect(bench.ask(.cfgVALDEL, [0, 0b100, 0, 0]).map(\.messageID) == [.ackNAK])
  }

  @Test("wildcards give a group or all there is, in pages of 64 from a position on")
  func wildcards() throws {
    let bench = ReceiverBench()
    func page(_ key: UInt32, layer: UInt8 = 0, from position: Int = 0) throws -> [UInt32] {
      let key = Self.bytes(UBXConfigurationKey(rawValue: key))
      let place = [UInt8(position & 0xFF), UInt8(position >> 8)]
      let answer = bench.ask(.cfgVALGET, [0, layer] + place + key)
      var payload = try #require(answer.first).payload
      #expect(Array(payload.prefix(4)) == [1, layer] + place)
      payload[0] = 0
      return try CfgVALSET(decoding: payload.span).items.map(\.key.rawValue)
    }
    let all = ReceiverConfiguration.items.map(\.key.rawValue)
    #expect(try page(0x0FFF_FFFF) == Array(all.prefix(64)))
    #expect(try page(0x0FFF_FFFF, layer: 7, from: 64) == Array(all[64..<128]))
    #expect(try page(0x0FFF_FFFF, from: all.count - 3) == Array(all.suffix(3)))
    #expect(try page(0x0FFF_FFFF, from: all.count) == [])
    let group = all.filter { $0 >> 16 & 0xFF == 0x91 }
    #expect(group.count > 12)
    #expect(try page(0x2091_FFFF) == Array(group.prefix(64)))
    #expect(try page(0x0091_FFFF, from: 64) == Array(group[64..<128]))
    // One of two keys is a wildcard; the position counts across both.
    let both = Self.bytes(Self.rate) + Self.bytes(UBXConfigurationKey(rawValue: 0x0091_FFFF))
    let last = UInt8(group.count)
    let answer = try #require(bench.ask(.cfgVALGET, [0, 0, last, 0] + both).first)
    #expect(answer.payload.count == 4 + 5)
    let many = (0..<4).flatMap { _ in Self.bytes(UBXConfigurationKey(rawValue: 0x0091_FFFF)) }
    let full = try #require(bench.ask(.cfgVALGET, [0, 0, 0, 0] + many).first)
    #expect(full.payload.count == 4 + 5 * 64)
    // A layer without items of the group, and a group that does not exist.
    let empty = Self.bytes(UBXConfigurationKey(rawValue: 0x0091_FFFF))
    #expect(bench.ask(.cfgVALGET, [0, 1, 0, 0] + empty).map(\.messageID) == [.ackNAK])
    let foreign = Self.bytes(UBXConfigurationKey(rawValue: 0x0042_FFFF))
    #expect(bench.ask(.cfgVALGET, [0, 0, 0, 0] + foreign).map(\.messageID) == [.ackNAK])
  }
}

@Suite("u-blox receiver model: transactions")
struct ConfigurationTransactionTests {
  private let bench = ReceiverBench()

  /// Sends CFG-VALSET version 1, whose action is 1 to start, 2 to continue, 3 to apply.
  private func send(_ action: UInt8, _ value: UInt8?, layers: UInt8 = 1) -> Bool {
    let item: [UInt8] = value.map { [0x06, 0x00, 0x91, 0x20, $0] } ?? []
    return bench.ask(.cfgVALSET, [1, layers, action, 0] + item).last?.messageID == .ackACK
  }

  private var value: UInt8? {
    bench.ask(.cfgVALGET, [0, 0, 0, 0, 0x06, 0x00, 0x91, 0x20]).first?.payload.last
  }

  @Test("nothing comes into force before the end, then all does, the latest of a key")
  func applies() {
    #expect(send(1, 2) && send(2, 3))
    let other: [UInt8] = [0x33, 0x00, 0x91, 0x20, 9]
    #expect(bench.ask(.cfgVALSET, [1, 1, 2, 0] + other).last?.messageID == .ackACK)
    #expect(send(3, nil))
    #expect(value == 3)
    #expect(bench.ask(.cfgVALGET, [0, 0, 0, 0, 0x33, 0, 0x91, 0x20]).first?.payload.last == 9)
  }

  @Test("another configuration message ends it without effect, a look at values too")
  func cancels() {
    #expect(send(1, 2))
    #expect(value == 0)
    #expect(!send(3, 4), "the look has ended it")
    #expect(value == 0)
  }

  @Test("it cannot go on before it has begun, nor in other layers, nor with a bad item")
  func refuses() {
    #expect(!send(2, 1) && !send(3, 1))
    #expect(send(1, 1) && !send(2, 2, layers: 2) && !send(3, nil))
    #expect(send(1, 1))
    #expect(
      bench.ask(.cfgVALSET, [1, 1, 2, 0, 0x34, 0x12, 0x91, 0x20, 1]).last?.messageID == .ackNAK)
    #expect(!send(3, nil) && value == 0)
    #expect(send(1, 1, layers: 1) && send(0, 8) && !send(3, nil) && value == 8)
    #expect(bench.ask(.cfgVALSET, [2, 1, 0, 0, 6, 0, 0x91, 0x20, 1]).last?.messageID == .ackNAK)
  }

  @Test("items are deleted in transactions as well")
  func deletes() {
    let key: [UInt8] = [0x06, 0x00, 0x91, 0x20]
    #expect(bench.ask(.cfgVALSET, [0, 4, 0, 0] + key + [9]).last?.messageID == .ackACK)
    #expect(bench.ask(.cfgVALDEL, [1, 4, 1, 0] + key).last?.messageID == .ackACK)
    #expect(bench.ask(.cfgVALDEL, [1, 4, 3, 0] + key).last?.messageID == .ackACK)
    #expect(bench.ask(.cfgVALGET, [0, 2, 0, 0] + key).map(\.messageID) == [.ackNAK])
  }
}
