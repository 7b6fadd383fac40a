import BoardSimulation
import SensorDrivers
import Testing

@Suite("Traces of a bus")
struct TraceTests {
  private let bus: SimulatedI2CBus
  private let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)

  init() { bus = board.bus }

  private func line(_ transfer: I2CTransfer, meaning: String = "") -> String {
    String(decoding: transfer.line(part: "bme280", meaning: meaning), as: UTF8.self)
  }

  @Test("a line has time, number, part, bytes, what was refused, and the meaning")
  func lines() {
    board.clock.advance(to: .seconds(2) + .microseconds(1100))
    let id = bus.transfer(with: .bme280, [.write([0xD0]), .read(1)])
    #expect(line(id) == "2.001100 1 bme280 w D0 r 60\n")
    #expect(line(id, meaning: "id") == "2.001100 1 bme280 w D0 r 60  id\n")
    let nobody = bus.transfer(with: I2CAddress(rawValue: 3), [.read(1)])
    #expect(line(nobody) == "2.001490 2 bme280 r NACK\n")
    bus.add(BoardFault(.nackData, of: "bme280", to: .seconds(3), [.byte: 1]))
    #expect(line(bus.transfer(with: .bme280, [.write([1, 2, 3])])).hasSuffix("w 01 02 NACK\n"))
    board.clock.advance(to: .seconds(3))
    bus.add(BoardFault(.stretch, of: "bme280", to: .seconds(4)))
    let held = line(bus.transfer(with: .bme280, [.write([1])]))
    #expect(held == "3.000000 4 bme280 w [25000 us]  timed out\n")
    board.clock.advance(to: .seconds(4))
    bus.add(BoardFault(.sdaLow, of: "bme280", [.clocks: 100]))
    #expect(line(bus.transfer(with: .bme280, [])) == "4.000000 5 bme280 [9 clocks] w NACK\n")
  }

  @Test("a selection has its time and its parts")
  func selects() {
    board.clock.advance(to: .seconds(5))
    let transfer = bus.transfer(with: .bme280, [])
    func contains(_ from: Double, _ length: Double?, _ parts: Set<String> = []) -> Bool {
      TraceSelection(from: .seconds(from), for: length.map { .seconds($0) }, parts: parts)
        .contains(transfer, with: "bme280")
    }
    #expect(contains(0, nil) && contains(5, nil) && contains(4, 1.001) && contains(5, 0.1))
    #expect(!contains(5.001, nil) && !contains(4, 1) && !contains(0, nil, ["sps30"]))
    #expect(contains(0, nil, ["sps30", "bme280"]))
  }

  @Test(
    "the waveform is what a reader of I2C takes for the transfers", arguments: I2CClock.allCases)
  func waveform(clock: I2CClock) {
    bus.rate = clock
    var trace = WaveformTrace(clock: clock)
    var transfers: [I2CTransfer] = []
    bus.onTransfer = { transfer in
      transfers.append(transfer)
      trace.append(transfer)
    }
    board.clock.advance(to: .milliseconds(300))
    _ = bus.transfer(with: .bme280, [.write([0x88]), .read(26)])
    _ = bus.transfer(with: .bme280, [.write([0xF4, 0x27])])
    _ = bus.transfer(with: .bme280, [.write([0xF4]), .write([0xD0]), .read(1)])
    _ = bus.transfer(with: I2CAddress(rawValue: 0x12), [.read(3)])
    _ = bus.transfer(with: .sps30, [.write([0x03, 0x00])])
    bus.add(BoardFault(.stretch, of: "ccs811", [.us: 700]))
    _ = bus.transfer(with: .ccs811, [.write([0x20]), .read(1)])
    trace.end()
    let text = String(decoding: trace.take(), as: UTF8.self)
    #expect(text.hasPrefix("$timescale \(clock == .standard ? "1 us" : "100 ns") $end\n"))
    var reader = WaveformReader()
    for line in text.split(separator: "\n") { reader.take(line) }
    #expect(reader.transfers == transfers.map(WaveformReader.expected))
    #expect(reader.times == reader.times.sorted())
    let ticks = clock == .standard ? 1000.0 : 100.0
    let last = Double(reader.times.last ?? 0) * ticks
    #expect(last >= transfers.last!.end / .nanoseconds(1))
    #expect(last <= transfers.last!.end / .nanoseconds(1) + 20_000)
  }

  @Test("interrupt lines are signals of their own, high at first")
  func pins() {
    var trace = WaveformTrace(clock: .standard, pins: ["ccs811.nint"])
    trace.append(pin: "ccs811.nint", isHigh: false, at: .milliseconds(2))
    trace.append(pin: "nobody", isHigh: false, at: .milliseconds(2))
    let text = String(decoding: trace.take(), as: UTF8.self)
    #expect(text.contains("$var wire 1 # ccs811.nint $end"))
    #expect(text.hasSuffix("$dumpvars\n1!\n1\"\n1#\n$end\n#2000\n0#\n"))
  }
}

/// A reader of SCL and SDA that works like a logic analyser.
///
/// An edge of SDA while SCL is high is a START or a STOP; SDA at a rising edge of SCL is a bit.
private struct WaveformReader {
  /// The transfers as words: START, STOP, or a byte with its acknowledge.
  private(set) var transfers: [[String]] = []
  private(set) var times: [Int] = []
  private var words: [String] = []
  private var bits: [Bool] = []
  private var (scl, sda) = (true, true)

  mutating func take(_ line: Substring) {
    if line.first == "#" { return times.append(Int(line.dropFirst()) ?? -1) }
    switch line {
    case "1!" where !scl:
      scl = true
      bits.append(sda)
    case "0!": scl = false
    case "1\"" where !sda, "0\"" where sda: edge(line.first == "1")
    default: break
    }
    guard bits.count == 9, !scl else { return }
    let byte = bits.prefix(8).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    words.append("\(byte)\(bits[8] ? "-" : "+")")
    bits = []
  }

  private mutating func edge(_ level: Bool) {
    sda = level
    guard scl else { return }
    bits = []
    words.append(level ? "P" : "S")
    if level {
      transfers.append(words)
      words = []
    }
  }

  static func expected(_ transfer: I2CTransfer) -> [String] {
    var words: [String] = []
    for message in transfer.messages {
      let isReading = message.direction == .reading
      let address = Int(transfer.address.rawValue) << 1 | (isReading ? 1 : 0)
      words += ["S", "\(address)\(message.isAcknowledged ? "+" : "-")"]
      for (index, byte) in message.bytes.enumerated() {
        let isRefused = isReading ? index == message.bytes.count - 1 : message.refusedByte == index
        words.append("\(byte)\(isRefused ? "-" : "+")")
      }
    }
    return words + ["P"]
  }
}
