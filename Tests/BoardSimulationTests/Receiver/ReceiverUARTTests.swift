import GNSSBasics
import GNSSSimulation
import RTCMParser
import SensorDrivers
import Testing

@testable import BoardSimulation

/// The receiver on its serial port, beside I2C.
@Suite struct ReceiverUARTTests {
  /// A receiver with a program at its serial port.
  private struct Line {
    let bench: ReceiverBench
    var receiver: UBloxReceiverModel { bench.receiver }

    init(baud: Int = 38_400, seed: UInt64 = 1, world: World = World(scenario: .standing)) {
      bench = ReceiverBench(world: world, seed: seed, positions: .statistical)
      bench.receiver.advance(to: bench.clock.now)
      #expect(bench.receiver.connectUART(baud: baud))
    }

    /// Runs for some time, ten milliseconds after ten, and returns what the program has received.
    @discardableResult
    func run(for time: Duration, sending bytes: [UInt8] = []) -> [UInt8] {
      var (rest, received) = (bytes, [UInt8]())
      let end = bench.clock.now + time
      while bench.clock.now < end {
        let count = min(rest.count, receiver.uartRoom)
        receiver.sendToUART(Array(rest.prefix(count)))
        rest.removeFirst(count)
        bench.clock.advance(to: bench.clock.now + .milliseconds(10))
        receiver.advance(to: bench.clock.now)
        received += receiver.takeFromUART()
      }
      #expect(rest.isEmpty)
      return received
    }

    /// Sends a message and returns the UBX frames of the time in which the line carries 2,000 bytes.
    func ask(_ id: UBXMessageID, _ payload: [UInt8] = []) -> [UBXFrame] {
      let time = Duration.seconds(2_000 * 10) / (receiver.uartBaud ?? 1)
      return frames(in: run(for: time, sending: UBXFrame(id, payload: payload).encode()))
    }

    /// Sets items in RAM, and returns the message that answers.
    func set(_ items: [UBXConfigurationItem]) -> [UBXMessageID] {
      ask(.cfgVALSET, CfgVALSET(items: items).encode()).map(\.messageID)
        .filter { $0 == .ackACK || $0 == .ackNAK }
    }
  }

  private static func uart(_ key: UBXConfigurationKey, _ value: UInt64) -> UBXConfigurationItem {
    UBXConfigurationItem(key.on(.uart1), value)
  }

  @Test("as delivered it sends NMEA at 38,400 baud, and answers UBX")
  func delivered() throws {
    let line = Line()
    #expect(line.receiver.uartBaud == 38_400)
    let first = sentences(in: line.run(for: .seconds(2)))
    #expect(Set(first.map { $0[0] }).isSuperset(of: ["GNRMC", "GNGGA", "GNVTG", "GNGLL", "GNGSA"]))
    #expect(line.ask(.monVER).first?.version?.softwareVersion.hasPrefix("boardsim") == true)
    #expect(line.set([Self.uart(.i2cOutputNMEA, 0), Self.uart(.outputNavPVT, 1)]) == [.ackACK])
    line.run(for: .seconds(1))
    let bytes = line.run(for: .seconds(3))
    #expect(frames(in: bytes).map(\.messageID) == [.navPVT, .navPVT, .navPVT])
    #expect(sentences(in: bytes).isEmpty)
    // I2C goes on as it was.
    let other = line.bench.readAll()
    #expect(frames(in: other).isEmpty && !sentences(in: other).isEmpty)
  }

  @Test("an epoch's messages come 60 ms after it, one byte after the other")
  func latency() {
    let line = Line(baud: 9_600)
    #expect(line.set([Self.uart(.i2cOutputNMEA, 0), Self.uart(.outputNavPVT, 1)]) == [.ackACK])
    line.run(for: .seconds(5) - line.bench.clock.now)
    #expect(line.run(for: .milliseconds(60)).isEmpty)
    // A hundred bytes take 104 ms.
    #expect((95...96).contains(line.run(for: .milliseconds(100)).count))
    #expect((4...5).contains(line.run(for: .milliseconds(100)).count))
  }

  @Test("the legacy settings of a port are those of the port on which they come")
  func legacyPort() throws {
    let line = Line()
    let settings = try #require(line.ask(.cfgPRT).first?.payload)
    // Port 1, 8 data bits without parity and one stop bit, 38,400 baud, UBX, NMEA and RTCM 3 in and out.
    #expect(
      settings == [
        1, 0, 0, 0, 0xC0, 0x08, 0, 0, 0x00, 0x96, 0, 0, 0b10_0011, 0, 0b10_0011, 0, 0, 0, 0, 0,
      ])
    let ddc = try #require(line.ask(.cfgPRT, [0]).first?.payload)
    #expect(ddc[0] == 0 && ddc[4] == 0x84 && ddc[8..<12].allSatisfy { $0 == 0 })
    #expect(line.bench.ask(.cfgPRT).first?.payload == ddc)
    #expect(line.ask(.cfgPRT, [5]).map(\.messageID) == [.ackNAK])
    // 115,200 baud, UBX alone out; the acknowledgement has the new rate already.
    var order = settings
    order.replaceSubrange(8..<12, with: UInt32(115_200).littleEndianBytes)
    order[14] = 1
    line.receiver.uartHostBaud = 38_400
    #expect(line.ask(.cfgPRT, order).isEmpty)
    #expect(line.receiver.uartBaud == 115_200)
    #expect(line.ask(.monVER).isEmpty)
    line.receiver.uartHostBaud = 115_200
    #expect(line.ask(.cfgPRT).first?.payload == order)
    // No rate follows the receiver's.
    line.receiver.uartHostBaud = 0
    #expect(line.receiver.uartHostBaud == nil)
    #expect(line.ask(.cfgPRT).first?.payload == order)
    // Two stop bits, odd parity, seven bits; then what there is not.
    for (mode, isKnown) in [
      (UInt32(0x2080), true), (0x1280, true), (0x0080 | 0x3000, true), (0x0040 | 0x0800, false),
      (0x08C0 | 0x0400, false),
    ] {
      var order = order
      order.replaceSubrange(4..<8, with: mode.littleEndianBytes)
      let answer = line.ask(.cfgPRT, order).map(\.messageID)
      #expect(answer == [isKnown ? .ackACK : .ackNAK], "\(mode)")
      let told = line.ask(.cfgPRT).first?.payload.prefix(8).suffix(4)
      if isKnown { #expect(told.map(Array.init) == mode.littleEndianBytes, "\(mode)") }
    }
    var slow = order
    slow.replaceSubrange(8..<12, with: UInt32(4_800).littleEndianBytes)
    #expect(line.ask(.cfgPRT, slow).map(\.messageID) == [.ackNAK])
  }

  @Test("a rate of CFG-MSG without a port is that of the port on which it comes")
  func legacyRate() {
    let line = Line()
    #expect(line.ask(.cfgMSG, [0x01, 0x07, 2]).map(\.messageID).contains(.ackACK))
    let rates = line.ask(.cfgMSG, [0x01, 0x07]).first { $0.messageID == .cfgMSG }
    #expect(rates?.payload == [0x01, 0x07, 0, 2, 0, 0, 0, 0])
    // ZDA and the fault report, which only some programs want.
    for id: UInt8 in [0x08, 0x09] {
      #expect(line.ask(.cfgMSG, [0xF0, id, 1]).map(\.messageID).contains(.ackACK))
    }
    let names = Set(sentences(in: line.run(for: .seconds(2))).map { $0[0] })
    #expect(names.isSuperset(of: ["GNZDA", "GNGBS"]))
  }

  @Test("corrections come by either port, and frames of one do not mix with those of the other")
  func corrections() throws {
    var station = try BaseStationSynthesizer(BaseStationConfiguration())
    let line = Line()
    #expect(line.set([Self.uart(.i2cOutputNMEA, 0), Self.uart(.outputRxmRTCM, 1)]) == [.ackACK])
    let next = station.next()
    let epoch = try #require(next)
    let frames = try epoch.messages().map { try $0.frame() }
    let whole = Array(frames.joined())
    // Another frame comes on I2C in the midst of it.
    let half = whole.count / 2
    var reports = line.run(for: .seconds(1), sending: Array(whole.prefix(half)))
    _ = line.bench.transfer(Array(frames[0].prefix(10)))
    reports += line.run(for: .seconds(1), sending: Array(whole.dropFirst(half)))
    _ = line.bench.transfer(Array(frames[0].dropFirst(10)))
    reports += line.run(for: .seconds(1))
    let told = BoardSimulationTests.frames(in: reports).compactMap(\.rxmRTCM)
    #expect(told.count == frames.count + 1)
    #expect(told.allSatisfy { !$0.isCRCFailed })
    #expect(line.receiver.corrections.problem == nil)
    // Those on I2C alone are counted there.
    #expect(line.receiver.correctionBytes == frames[0].count)
    // Each port has its own traffic.
    let comms = try #require(line.ask(.monCOMMS).first?.payload)
    #expect(comms.count == 8 + 2 * 40 && comms[1] == 2)
    #expect(comms[8] == 0 && comms[9] == 0 && comms[48] == 0 && comms[49] == 1)
    let received = comms.span.littleEndian32(at: 48 + 12)
    #expect(Int(received) > whole.count && Int(received) < whole.count + 200)
    // Switched off, they are not read.
    #expect(line.set([Self.uart(.i2cInputRTCM3, 0)]) == [.ackACK])
    line.run(for: .seconds(1), sending: frames[0])
    #expect(line.receiver.corrections.problem == .inputDisabled)
  }

  @Test("a reset brings the rate in flash back, and loses what comes meanwhile")
  func reset() {
    let line = Line(baud: 115_200)
    #expect(line.receiver.corrections.problem == .nothingReceived)
    let rate = UBXConfigurationItem(UARTKeys.uart1.baudRate, 230_400)
    #expect(line.set([rate, Self.uart(.i2cOutputNMEA, 0)]) == [.ackACK])
    #expect(line.receiver.uartBaud == 230_400)
    line.run(for: .milliseconds(10), sending: UBXFrame(.cfgRST, payload: [0, 0, 0, 0]).encode())
    #expect(line.receiver.uartBaud == 115_200)
    let poll = UBXFrame(.monVER, payload: []).encode()
    #expect(frames(in: line.run(for: .milliseconds(100), sending: poll)).isEmpty)
    line.run(for: .milliseconds(300))
    #expect(line.ask(.monVER).contains { $0.messageID == .monVER })
    // Messages in pieces are no corrections.
    #expect(line.receiver.corrections.problem == .nothingReceived)
    #expect(!line.receiver.connectUART(baud: 4_800))
    #expect(line.receiver.uartBaud == 115_200)
  }

  @Test("a port that is switched off listens no more")
  func switchedOff() {
    let line = Line()
    #expect(line.set([UBXConfigurationItem(UARTKeys.uart1.enabled, 0)]) == [.ackACK])
    #expect(line.ask(.monVER).isEmpty)
    #expect(line.bench.set([UBXConfigurationItem(UARTKeys.uart1.enabled, 1)]))
    #expect(line.ask(.monVER).contains { $0.messageID == .monVER })
  }

  @Test("a line that is too slow for what it is to carry loses whole messages, and tells")
  func tooSlow() throws {
    let line = Line(baud: 9_600)
    #expect(
      line.set([
        Self.uart(.informationUBX, 0b011), Self.uart(.i2cOutputNMEA, 0),
        Self.uart(.outputRxmRAWX, 1), UBXConfigurationItem(.measurementPeriod, 200),
      ]) == [.ackACK])
    let bytes = line.run(for: .seconds(60))
    #expect(line.receiver.lostUARTBytes > 10_000)
    #expect(bytes.count <= 60 * 960)
    #expect(
      frames(in: bytes).contains { $0.text?.text == "txbuf alloc" })
    // What came is whole.
    var scanner = UBXScanner(maximumPayload: 4_096)
    scanner.consume(bytes.span) { _, _ in }
    #expect(scanner.counts.frames > 20 && scanner.counts.otherBytes < 1_000)
    #expect(line.receiver.condition.contains { $0.name == "uart_lost_bytes" && $0.value != "0" })
  }

  @Test(
    "the same bytes come whatever the steps in which it is advanced",
    arguments: [1, 7, 250, 19_000])
  func steps(milliseconds: Int) {
    func bytes(by step: Duration) -> [UInt8] {
      let line = Line(seed: 5)
      var received: [UInt8] = []
      while line.bench.clock.now < .seconds(20) {
        line.bench.clock.advance(to: min(line.bench.clock.now + step, .seconds(20)))
        line.receiver.advance(to: line.bench.clock.now)
        received += line.receiver.takeFromUART()
      }
      return received
    }
    #expect(bytes(by: .milliseconds(milliseconds)) == bytes(by: .milliseconds(10)))
  }
}
