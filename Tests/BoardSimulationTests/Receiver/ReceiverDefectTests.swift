import GNSSBasics
import Mathematics
import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("u-blox receiver model: defects, misuse and looks")
struct ReceiverDefectTests {
  /// A receiver with a fix, and its started driver.
  private final class Bench {
    let bench = ReceiverBench()
    var driver: UBloxReceiver<SimulatedI2CBus>
    private(set) var errors: [UBloxError] = []
    private(set) var epochs = 0

    init() throws {
      driver = UBloxReceiver(on: bench.bus)
      var delay = bench.clock
      try driver.start(delay: &delay)
      run(for: 60)
    }

    /// Polls ten times a second for a number of seconds.
    func run(for seconds: Int) {
      (errors, epochs) = ([], 0)
      let end = bench.clock.now + .seconds(seconds)
      while bench.clock.now < end {
        bench.clock.pause(for: .milliseconds(100))
        do throws(UBloxError) {
          if try driver.poll().contains(.solution) { epochs += 1 }
        } catch { errors.append(error) }
      }
    }

    func fault(_ kind: BoardFault.Kind, seconds: Int = 20) {
      let now = bench.clock.now
      _ = bench.bus.add(BoardFault(kind, of: "ublox", from: now, to: now + .seconds(seconds)))
    }
  }

  @Test(
    "with wrong checksums the driver believes nothing, says why, and goes on when they are right")
  func wrongChecksums() throws {
    let bench = try Bench()
    bench.fault(.crc)
    bench.run(for: 19)
    #expect(bench.epochs <= 1)
    #expect(!bench.errors.isEmpty)
    #expect(bench.errors.allSatisfy { if case .damaged = $0 { true } else { false } })
    bench.run(for: 5)
    #expect(bench.epochs >= 3)
  }

  @Test("with a wrong count of waiting bytes the driver still reads every epoch, and true ones")
  func wrongLength() throws {
    let bench = try Bench()
    bench.fault(.length)
    let counts = (0..<4).map { _ in bench.bench.transfer([0xFD], reading: 2) }
    #expect(counts == [[0xFF, 0xFF], [0, 0x7F], [0xFF, 0xFF], [0, 0x7F]])
    bench.run(for: 15)
    #expect(bench.epochs >= 13 && bench.errors.isEmpty)
    #expect(bench.driver.streamCounts.badChecksums == 0)
    bench.run(for: 10)
    #expect(bench.epochs >= 9)
  }

  @Test(
    "with a crowded buffer whole messages are lost, which is told, and no half epoch is believed")
  func overflow() throws {
    let bench = try Bench()
    let before = bench.bench.receiver.lostOutputBytes
    bench.fault(.overflow)
    bench.run(for: 19)
    #expect(bench.epochs <= 1)
    #expect(bench.bench.receiver.lostOutputBytes > before + 1000)
    #expect(bench.driver.messages.information?.text == "txbuf alloc")
    #expect(bench.errors.contains(.outputLost) && bench.errors.allSatisfy { $0 == .outputLost })
    let report = try #require(bench.bench.ask(.monCOMMS).first)
    #expect(report.payload[2] == 0b10)
    bench.run(for: 5)
    #expect(bench.epochs >= 3)
  }

  @Test("without satellites there is no fix and none in view, and the climb begins anew after")
  func noFix() throws {
    let bench = try Bench()
    bench.fault(.noFix, seconds: 10)
    bench.run(for: 8)
    #expect(bench.bench.receiver.fixState == .none)
    #expect(bench.driver.solution?.position == nil)
    #expect(bench.driver.solution?.satelliteCount == 0)
    bench.run(for: 5)
    #expect(bench.bench.receiver.fixState == .threeD)
  }

  @Test("jammed it has fewer satellites with weaker signals")
  func jam() throws {
    let bench = try Bench()
    func strongest() throws -> (used: Int, carrierToNoise: UInt8) {
      let payload = try #require(bench.bench.ask(.navSAT).first).payload
      let blocks = stride(from: 8, to: payload.count, by: 12)
      return (
        blocks.count { payload[$0 + 8] & 8 != 0 }, blocks.map { payload[$0 + 2] }.max() ?? 0
      )
    }
    let clear = try strongest()
    bench.fault(.jam)
    bench.run(for: 3)
    let jammed = try strongest()
    #expect(jammed.carrierToNoise + 15 < clear.carrierToNoise)
    #expect(jammed.used < clear.used)
  }

  @Test(
    "what hinders ambiguities limits the state and is the reason",
    arguments: [
      (FixHindrance.configuration, GNSSFix.rtkFloat), (.disturbedPhases, .rtkFloat),
      (.jamming, .dgnss), (.hiddenSky, .rtkFloat), (.narrowSky, .threeD),
    ])
  func hindrance(hindrance: FixHindrance, highest: GNSSFix) {
    var model = FixModel(generator: Xoshiro256(seed: 1, part: "hindered"))
    for second in 0..<200 {
      let latest = UsableCorrections(
        stationID: 17, position: ECEFPosition(x: 0, y: 0, z: 0), satellites: 20, constellations: 4,
        lacksGLONASSBiases: false, arrival: .seconds(second))
      model.advance(
        to: .seconds(second), corrections: CorrectionStatus(latest: latest, problem: nil),
        baseline: 1000, hindrance: hindrance)
    }
    #expect(model.state == highest)
    #expect(model.reason == .hindered(station: 17, by: hindrance))
    #expect(model.reason.sentence.hasPrefix(highest.name))
  }
}

@Suite("u-blox receiver model: misuse")
struct ReceiverMisuseTests {
  /// Returns the misuse that strict mode reports during a function.
  private func findings(_ work: (ReceiverBench) -> Void) -> [DriverMisuse] {
    let bench = ReceiverBench()
    var heard: [DriverMisuse] = []
    bench.bus.onMisuse = { heard.append($0.misuse) }
    work(bench)
    return heard
  }

  @Test("the usual way of a driver is not blamed")
  func silent() throws {
    let heard = findings { bench in
      var delay = bench.clock
      var driver = UBloxReceiver(on: bench.bus)
      let corrections = [UInt8](repeating: 0xD3, count: 129)
      try? driver.start(delay: &delay)
      try? driver.send(corrections: corrections.span)
      bench.run(until: .seconds(5))
      _ = bench.transfer([0xFD], reading: 40)
      _ = bench.transfer([], reading: 8)
    }
    #expect(heard.isEmpty)
  }

  @Test("one byte as the end of a message is")
  func singleByte() throws {
    let poll = UBXFrame(.cfgRATE).encode()
    let heard = findings { bench in
      _ = bench.transfer(Array(poll.dropLast()))
      _ = bench.transfer([poll.last ?? 0])
    }
    #expect(heard.count == 1)
    #expect(heard[0].what.contains("one byte, 0x30, in the midst of a message"))
    #expect(heard[0].section == "UBX-18010802 3.6.2.3")
    let pointer = findings { _ = $0.transfer([0x10], reading: 1) }
    #expect(pointer.map(\.section) == ["UBX-18010802 3.6.2.1"])
  }

  @Test("reading too rarely is, once the output has stopped for it")
  func slow() {
    let heard = findings { bench in
      bench.run(until: .seconds(3))
      bench.clock.advance(to: .seconds(6))
      _ = bench.readAll()
      bench.run(until: .seconds(8))
    }
    #expect(heard.count == 1)
    #expect(heard.first?.what.hasPrefix("reads after 3") == true)
    let first = findings { bench in
      bench.clock.advance(to: .seconds(9))
      _ = bench.readAll()
    }
    #expect(first.isEmpty, "one that has never read has lost nothing")
  }

  @Test("a message that is longer than the input buffer is")
  func long() {
    let heard = findings { bench in
      _ = bench.transfer([0xB5, 0x62, 0x06, 0x8A, 0x01, 0x04] + [UInt8](repeating: 0, count: 100))
    }
    #expect(heard.count == 1 && heard[0].what.contains("more than 1024 bytes"))
  }
}

@Suite("u-blox receiver model: what a trace shows")
struct ReceiverTextTests {
  @Test("registers and condition are looked at without side effects")
  func looks() {
    let bench = ReceiverBench()
    bench.clock.advance(to: .milliseconds(100))
    bench.bus.advanceDevices()
    let before = bench.receiver.registers
    #expect(before.map(\.name) == ["bytes_available", "data_stream"])
    #expect(before.map(\.address) == [0xFD, 0xFF])
    #expect(before[1].bytes.starts(with: Array("$GNRMC".utf8)) && before[1].bytes.count == 16)
    #expect(bench.receiver.registers == before)
    let count = bench.waiting()
    #expect(before[0].bytes == [UInt8(count >> 8), UInt8(count & 0xFF)])
    #expect(bench.receiver.condition.contains { $0 == ("mode", "searching") })
    #expect(bench.receiver.condition.contains { $0 == ("period_ms", "1000") })
  }

  @Test(
    "bytes are named as messages with their lengths",
    arguments: [
      (UBXFrame(.cfgRATE).encode(), "UBX-CFG-RATE 0 B"),
      ([0xB5, 0x62, 0x01, 0x07, 92, 0, 1, 2], "UBX-NAV-PVT 92 B, begun"),
      (Array("$GNGGA,1,2*33\r\n".utf8), "GNGGA 15 B"), (Array("$GNGGA,1".utf8), "GNGGA, begun"),
      ([0xD3, 0, 2, 0x3E, 0xD0, 1, 2, 3], "RTCM 1005 2 B"),
      ([0xD3, 0, 19, 0x3E, 0xD0], "RTCM 1005 19 B, begun"), ([1, 2, 3], "3 bytes"),
      ([0xFF, 0xFF], "2 bytes of filler"), (Array("$PUBX,1".utf8), "PUBX, begun"),
      (Array("$GNG,1".utf8), "6 bytes"), (Array("$GNGGA;1".utf8), "8 bytes"),
      (
        [7] + UBXFrame(UBXMessageID(0x0D, 0x01)).encode() + [0xFF],
        "1 bytes, UBX 0x0D 0x01 0 B, 1 bytes of filler"
      ),
    ] as [([UInt8], String)])
  func names(bytes: [UInt8], text: String) {
    #expect(DDCText.messages(in: bytes).joined(separator: ", ") == text)
  }

  @Test("a transfer says the count and what follows it")
  func transfers() {
    let bench = ReceiverBench()
    bench.clock.advance(to: .milliseconds(100))
    let transfer = bench.bus.transfer(with: .ublox, [.write([0xFD]), .read(12)])
    let meaning = bench.receiver.meaning(of: transfer)
    #expect(meaning.hasPrefix("pointer = 0xFD, "))
    #expect(meaning.contains(" bytes wait, GNRMC, begun"))
    let write = bench.bus.transfer(with: .ublox, [.write(UBXFrame(.monVER).encode())])
    #expect(bench.receiver.meaning(of: write) == "UBX-MON-VER 0 B")
  }
}
