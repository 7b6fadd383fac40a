import Mathematics
import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: configuration items")
struct ReceiverConfigurationTests {
  @Test(
    "an item takes the values of its range, and none beside it",
    arguments: [
      (UBXConfigurationKey.measurementPeriod, 25...65_535), (.navigationRate, 1...127),
      (.correctionTimeout, 1...255), (.informationUBX, 0...31), (.i2cAddress, 0x84...0x84),
      (.outputNavPVT, 0...255), (.outputNMEAGSV, 0...255), (.nmeaHighPrecision, 0...1),
      (.i2cExtendedTimeout, 0...1), (.i2cInputRTCM3, 0...1),
    ] as [(UBXConfigurationKey, ClosedRange<UInt64>)])
  func ranges(key: UBXConfigurationKey, range: ClosedRange<UInt64>) {
    for (value, isTaken) in [
      (range.lowerBound, true), (range.upperBound, true), (range.upperBound + 1, false),
      (range.lowerBound &- 1, false),
    ] {
      #expect(
        ReceiverConfiguration.accepts(UBXConfigurationItem(key, value)) == isTaken, "\(value)")
    }
  }

  @Test("as delivered all protocols are on, and NMEA sentences come with each epoch of a second")
  func delivered() {
    let configuration = ReceiverConfiguration()
    for key in [
      UBXConfigurationKey.i2cInputUBX, .i2cInputNMEA, .i2cInputRTCM3, .i2cOutputUBX, .i2cOutputNMEA,
      .i2cOutputRTCM3, .navigationRate, .outputNMEAGGA, .outputNMEAGLL, .outputNMEAGSA,
      .outputNMEAGSV, .outputNMEARMC, .outputNMEAVTG,
    ] {
      #expect(configuration[key] == 1)
    }
    for key in [
      UBXConfigurationKey.i2cExtendedTimeout, .nmeaHighPrecision, .informationUBX, .outputNavPVT,
      .outputNavHPPosLLH, .outputNavRelPosNED, .outputRxmRTCM, UBXConfigurationKey(rawValue: 1),
    ] {
      #expect(configuration[key] == 0)
    }
    #expect(configuration[.measurementPeriod] == 1000)
    #expect(configuration[.correctionTimeout] == 60)
  }

  @Test("each message of CFG-MSG has a rate of its own, which a poll tells")
  func messageRates() {
    let bench = ReceiverBench()
    let ids: [(UInt8, UInt8, UInt8)] = [
      (0x01, 0x07, 0), (0x01, 0x14, 0), (0x01, 0x3C, 0), (0x02, 0x32, 0), (0xF0, 0, 1),
      (0xF0, 1, 1), (0xF0, 2, 1), (0xF0, 3, 1), (0xF0, 4, 1), (0xF0, 5, 1),
    ]
    for (index, (group, id, standard)) in ids.enumerated() {
      #expect(Self.rate(group, id, on: bench) == standard)
      let rate = UInt8(10 + index)
      #expect(bench.ask(.cfgMSG, [group, id, rate]).map(\.messageID) == [.ackACK])
    }
    for (index, (group, id, _)) in ids.enumerated() {
      #expect(Self.rate(group, id, on: bench) == UInt8(10 + index))
    }
    // The message has a rate for each port, that of I2C first.
    let six = bench.ask(.cfgMSG, [0x01, 0x07, 3, 9, 9, 9, 9, 9])
    #expect(six.map(\.messageID) == [.ackACK] && Self.rate(0x01, 0x07, on: bench) == 3)
    #expect(bench.ask(.cfgMSG, [0x01, 0x30, 1]).map(\.messageID) == [.ackNAK])
    #expect(bench.ask(.cfgMSG, [0x01, 0x07, 1, 1]).map(\.messageID) == [.ackNAK])
  }

  private static func rate(_ group: UInt8, _ id: UInt8, on bench: ReceiverBench) -> UInt8? {
    let answer = bench.ask(.cfgMSG, [group, id])
    guard let payload = answer.first?.payload, payload.count == 8 else { return nil }
    return payload[0...1] == [group, id] && payload[7] == 0 ? payload[2] : nil
  }

  @Test("CFG-RATE takes UTC or a system as its time reference, and both rates")
  func rate() {
    let bench = ReceiverBench()
    let messages: [([UInt8], UBXMessageID)] = [
      ([0xFA, 0, 2, 0, 0, 0], .ackACK), ([0xF4, 1, 3, 0, 1, 0], .ackACK),
      ([0xE8, 3, 1, 0, 5, 0], .ackNAK), ([0xE8, 3, 128, 0, 1, 0], .ackNAK),
    ]
    for (payload, answer) in messages {
      #expect(bench.ask(.cfgRATE, payload).map(\.messageID) == [answer])
    }
    #expect(bench.ask(.cfgRATE).first?.payload == [0xF4, 1, 3, 0, 1, 0])
    #expect(bench.set([UBXConfigurationItem(.outputNavPVT, 1)]))
    bench.run(until: .seconds(6))
    let times = frames(in: bench.run(until: .seconds(15)))
      .compactMap { $0.navPVT?.timeOfWeekMilliseconds }
    #expect(times.count == 6 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1500 })
  }

  @Test("CFG-PRT sets what its bits say, and needs its own port, address and length")
  func port() throws {
    let bench = ReceiverBench()
    let masks: [(UInt8, UInt8, UInt8)] = [
      (0b1, 0b1, 0b10), (0b10_0001, 0b11, 0), (0b11, 0b10_0001, 0b10), (0b10_0011, 0b10_0011, 0),
    ]
    for (input, output, flags) in masks {
      var payload = [UInt8](repeating: 0, count: 20)
      (payload[4], payload[12], payload[14], payload[16]) = (0x84, input, output, flags)
      #expect(bench.ask(.cfgPRT, payload).map(\.messageID) == [.ackACK])
      for poll in [[], [0]] as [[UInt8]] {
        #expect(bench.ask(.cfgPRT, poll).first?.payload == payload)
      }
      payload[4] = 0x86
      #expect(bench.ask(.cfgPRT, payload).map(\.messageID) == [.ackNAK])
      (payload[4], payload[0]) = (0x84, 1)
      #expect(bench.ask(.cfgPRT, payload).map(\.messageID) == [.ackNAK])
      payload[0] = 0
      #expect(bench.ask(.cfgPRT, payload + [0]).map(\.messageID) == [.ackNAK])
    }
  }

  @Test("CFG-VALGET answers up to 64 known keys of a layer that there is")
  func valget() {
    let bench = ReceiverBench()
    let valget = UBXMessageID(0x06, 0x8B)
    let key: [UInt8] = [0x06, 0x00, 0x91, 0x20]
    func answers(_ payload: [UInt8]) -> [UBXMessageID] {
      bench.ask(valget, payload).map(\.messageID)
    }
    let many = (0..<64).flatMap { _ in key }
    #expect(answers([0, 0, 0, 0] + many) == [valget, .ackACK])
    #expect(answers([0, 0, 0, 0] + many + key) == [.ackNAK])
    #expect(answers([0, 0, 0, 0]) == [.ackNAK])
    #expect(answers([0, 0, 0, 0] + key + [0]) == [.ackNAK])
    #expect(answers([1, 0, 0, 0] + key) == [.ackNAK])
    #expect(answers([0, 3, 0, 0] + key) == [.ackNAK])
    #expect(answers([0, 0, 0, 0, 1, 2, 3, 4]) == [.ackNAK])
    let place = bench.ask(valget, [0, 7, 1, 0] + key + key).first?.payload
    #expect(place == [1, 7, 1, 0] + key + [0])
  }

  @Test("each layer keeps what it is told, and only RAM comes into force at once")
  func layers() {
    let bench = ReceiverBench()
    let valget = UBXMessageID(0x06, 0x8B)
    let key: [UInt8] = [0x06, 0x00, 0x91, 0x20]
    for (layer, value) in [(CfgVALSET.Layers.ram, 2), (.batteryBackedRAM, 3), (.flash, 4)]
      as [(CfgVALSET.Layers, UInt64)]
    {
      let item = UBXConfigurationItem(.outputNavPVT, value)
      let message = CfgVALSET(layers: layer, items: [item]).encode()
      #expect(bench.ask(.cfgVALSET, message).map(\.messageID) == [.ackACK])
    }
    let kept = [0, 1, 2, 7].map { bench.ask(valget, [0, $0, 0, 0] + key).first?.payload.last }
    #expect(kept == [2, 3, 4, 0])
  }

  @Test("navigation messages answer a poll once there is an epoch, and nothing else")
  func polls() {
    let responder = UBXResponder()
    for id in [UBXMessageID.navPVT, .navHPPosLLH, .navRelPosNED] {
      var early = responder
      #expect(early.answers(to: id, payload: Span<UInt8>(), solution: nil).isEmpty)
      let bench = ReceiverBench()
      bench.run(until: .seconds(1))
      #expect(bench.ask(id).map(\.messageID) == [id])
      #expect(bench.ask(id, [0]).isEmpty)
    }
    let bench = ReceiverBench()
    #expect(bench.ask(.monVER).map(\.messageID) == [.monVER])
    #expect(bench.ask(UBXMessageID(0x0A, 0x09)).isEmpty)
    #expect(bench.ask(UBXMessageID(0x06, 0x50)).map(\.messageID) == [.ackNAK])
  }

  @Test("with UBX switched off on the input or the output nothing is answered")
  func switchedOff() {
    for key in [UBXConfigurationKey.i2cInputUBX, .i2cOutputUBX] {
      let bench = ReceiverBench()
      _ = bench.set([UBXConfigurationItem(.outputNavPVT, 1), UBXConfigurationItem(key, 0)])
      #expect(bench.ask(.monVER).isEmpty)
      let later = frames(in: bench.run(until: .seconds(3)))
      #expect(later.isEmpty == (key == .i2cOutputUBX))
    }
  }

  @Test("a rate of three sends with every third epoch, after the sentences")
  func everyThird() throws {
    let bench = ReceiverBench()
    bench.run(until: .milliseconds(500))
    #expect(
      bench.set([
        UBXConfigurationItem(.outputNavPVT, 3), UBXConfigurationItem(.outputNMEAGLL, 2),
        UBXConfigurationItem(.outputNMEAVTG, 0), UBXConfigurationItem(.outputNMEAGSA, 0),
      ]))
    let bytes = bench.run(until: .milliseconds(12_500))
    let times = frames(in: bytes).compactMap { $0.navPVT?.timeOfWeekMilliseconds }
    #expect(times.count == 4 && zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 3000 })
    let names = sentences(in: bytes).map { $0[0] }
    #expect(names.count { $0 == "GNGLL" } == 6 && names.count { $0 == "GNGGA" } == 12)
    #expect(!names.contains("GNVTG") && !names.contains("GNGSA"))
    bench.run(until: .milliseconds(14_500))
    let epoch = bench.run(until: .milliseconds(15_500))
    #expect(epoch.starts(with: Array("$GNRMC".utf8)))
    #expect(frames(in: Array(epoch.suffix(100))).map(\.messageID) == [.navPVT])
  }
}

@Suite("Reasons told")
struct ReasonAnnouncerTests {

  private static func level(_ message: [UInt8]?) -> UBXInformation.Level? {
    message.flatMap { frames(in: $0).first?.text?.level }
  }

  @Test("a reason is told again after ten seconds, another kind at once")
  func interval() {
    var announcer = ReasonAnnouncer()
    let notices: UInt64 = 0b100
    let fixed = FixReason.fixed(station: 1, satellites: 9, baseline: 1, age: .zero)
    let same = FixReason.fixed(station: 1, satellites: 8, baseline: 2, age: .seconds(1))
    var told: [Bool] = []
    for (reason, time) in [
      (fixed, Duration.seconds(5)), (same, .milliseconds(14_999)), (same, .seconds(15)),
      (.acquiring, .seconds(16)), (fixed, .seconds(17)),
    ] {
      told.append(
        announcer.message(about: reason, at: time, levels: notices) != nil)
    }
    #expect(told == [true, false, true, true, true])
    #expect(
      announcer.message(about: fixed, at: .seconds(18), levels: 0) == nil
    )
    #expect(announcer.message(about: fixed, at: .seconds(19), levels: notices) != nil)
  }

  @Test("a warning is one where warnings are on, or a notice where only notices are")
  func levels() {
    let far = FixReason.outOfReach(station: 1, baseline: 2e6)
    for (reason, levels, level) in [
      (far, 0b110, .warning), (far, 0b010, .warning), (far, 0b100, .notice), (far, 0b001, nil),
      (.acquiring, 0b110, .notice), (.acquiring, 0b010, nil),
    ] as [(FixReason, UInt64, UBXInformation.Level?)] {
      var announcer = ReasonAnnouncer()
      let message = announcer.message(
        about: reason, at: .zero, levels: levels)
      #expect(Self.level(message) == level)
    }
    for reason in [
      far, .beyondFloat(station: 1, baseline: 1), .beyondFixed(station: 1, baseline: 1),
    ] {
      #expect(reason.isWarning)
    }
    #expect(!FixReason.holding(station: 1, age: .zero).isWarning)
  }
}

@Suite("Stations of a stream")
struct StationTableTests {
  private static func place(_ x: Double) -> ECEFPosition { ECEFPosition(x: x, y: 0, z: 0) }

  @Test("the four that were named last are known, each by its own position and biases")
  func forgets() {
    var table = StationTable()
    for id in 1...4 as ClosedRange<UInt16> {
      table.record(position: Self.place(Double(id)), of: id)
    }
    table.recordGLONASSBiases(of: 1)
    #expect((1...4).map { table.position(of: $0) } == (1...4).map { Self.place(Double($0)) })
    #expect(table.hasGLONASSBiases(of: 1) && !table.hasGLONASSBiases(of: 2))
    #expect(table.lastWithPosition == 1)
    table.recordGLONASSBiases(of: 5)
    #expect(table.position(of: 2) == nil && table.position(of: 1) == Self.place(1))
    #expect(table.position(of: 5) == nil && table.hasGLONASSBiases(of: 5))
    #expect(table.lastWithPosition == 1)
  }
}
