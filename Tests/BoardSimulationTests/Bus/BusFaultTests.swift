@testable import BoardSimulation
import SensorDrivers
import Testing

/// A part with 256 registers, each of which holds its own number until it is written.
private final class RegisterPart: SimulatedI2CDevice {
  var registers256 = (0..<256).map { UInt8($0) }
  var pointer = 0
  var powerUps: [Duration] = []
  var brownOuts: [Duration] = []
  var times: [Duration] = []
  var defects = PartDefects() { didSet { changes.append(defects) } }
  var changes: [PartDefects] = []
  var stretch = Duration.zero
  var fastestClock = I2CClock.fast
  var onMisuse: ((DriverMisuse) -> Void)?

  func advance(to now: Duration) { times.append(now) }
  func powerUp(at now: Duration) { powerUps.append(now) }
  func brownOut(at now: Duration) { brownOuts.append(now) }
  func clockStretch(before direction: TransferDirection) -> Duration { stretch }
  func write(_ bytes: Span<UInt8>) -> Int? {
    pointer = Int(bytes[0])
    for index in 1..<max(bytes.count, 1) { registers256[pointer + index - 1] = bytes[index] }
    return nil
  }
  func read(into buffer: inout MutableSpan<UInt8>) {
    for index in buffer.indices { buffer[index] = registers256[pointer + index] }
  }
}

@Suite("Faults of the wires, and power")
struct BusFaultTests {
  private let clock = SimulatedClock()
  private let part = RegisterPart()
  private let bus: SimulatedI2CBus
  private let address = I2CAddress(rawValue: 0x69)

  init() {
    bus = SimulatedI2CBus(clock: clock, seed: 1)
    bus.attach(part, at: address, named: "sps30")
  }

  private func read(_ count: Int = 4, from register: UInt8 = 16) -> I2CTransfer {
    bus.transfer(with: address, [.write([register]), .read(count)])
  }

  @Test("an address is refused while the fault is on, and answers before and after")
  func nack() {
    bus.add(BoardFault(.nack, of: "sps30", from: .seconds(1), to: .seconds(2)))
    var answers: [Bool] = []
    for time in [0.5, 1, 1.9, 2] {
      clock.advance(to: .seconds(time))
      answers.append(read().failure == nil)
    }
    #expect(answers == [true, false, false, true])
  }

  @Test("a fault of one part leaves the others alone, one without a part strikes all")
  func concernsPart() {
    bus.add(BoardFault(.nack, of: "bme280"))
    #expect(read().failure == nil)
    bus.add(BoardFault(.nack))
    #expect(read().refusal! == (0, -1))
  }

  @Test("the written byte that is named is refused, and what came before it had no effect")
  func nackData() {
    bus.add(BoardFault(.nackData, [.byte: 1]))
    let transfer = bus.transfer(with: address, [.write([5, 6, 7])])
    #expect(transfer.refusal! == (0, 1))
    #expect(transfer.messages[0].bytes == [5, 6])
    #expect(part.registers256[5] == 5)
    #expect(transfer.failure == .dataNotAcknowledged(address, byteIndex: 1))
    #expect(bus.transfer(with: address, [.write([5])]).failure == nil)
  }

  @Test("SCL is held for the time that is said, and the controller waits no longer than it can")
  func stretches() {
    let plain = read()
    bus.add(BoardFault(.stretch, to: .seconds(1), [.us: 300]))
    let held = read()
    #expect(held.stretch == .microseconds(600))
    #expect(held.end - held.start == plain.end - plain.start + .microseconds(600))
    clock.advance(to: .seconds(2))
    bus.add(BoardFault(.stretch, to: .seconds(3)))
    let start = clock.now
    let lost = read()
    #expect(lost.failure == .timedOut(address))
    #expect(lost.messages.count == 1)
    #expect(clock.now - start == .milliseconds(25) + .microseconds(110))
  }

  @Test("a part's own stretching takes its time as well")
  func stretchesByItself() {
    part.stretch = .microseconds(50)
    #expect(read().messages.map(\.stretch) == [.microseconds(50), .microseconds(50)])
  }

  @Test("clocks free SDA; where they do not, the line is told to be held, until the fault's end")
  func freesSDA() {
    bus.add(BoardFault(.sdaLow, of: "sps30", to: .seconds(1), [.clocks: 3]))
    let freed = bus.transfer(with: address, [.write([1])])
    #expect(freed.failure == nil)
    #expect(freed.messages[0].recoveryClocks == 3)
    #expect(freed.end - freed.start == .microseconds(10 * (4 + 20)))
    clock.advance(to: .seconds(1))
    bus.add(BoardFault(.sdaLow, of: "sps30", to: .seconds(2), [.clocks: 10]))
    let lost = bus.transfer(with: I2CAddress(rawValue: 0x11), [.write([1])])
    #expect(lost.failure == .lineHeld)
    #expect(lost.refusal! == (0, -1))
    #expect(bus.recoveries.successful == 1)
    #expect(bus.recoveries.vain == 1)
    clock.advance(to: .seconds(2))
    #expect(read().failure == nil)
  }

  @Test("SDA that is held by chance is freed where chance has it, in about its share of transfers")
  func freesSDAByChance() {
    bus.add(BoardFault(.sdaLow, probability: 0.5, [.clocks: 3]))
    let clocks = (0..<100).map { _ in
      bus.transfer(with: address, [.write([1])]).messages[0].recoveryClocks
    }
    #expect(Set(clocks) == [0, 3])
    #expect(bus.recoveries.successful == clocks.count { $0 == 3 })
    #expect((35...65).contains(bus.recoveries.successful))
  }

  @Test("one bit of what is read is turned over: the one that is named, or one by chance")
  func flips() {
    bus.add(BoardFault(.flip, to: .seconds(1), [.byte: 2, .bit: 4]))
    #expect(read().readBytes == [16, 17, 18 ^ 16, 19])
    #expect(read(2).readBytes == [16, 17])
    clock.advance(to: .seconds(1))
    bus.add(BoardFault(.flip))
    let different = (0..<50).map { _ in
      zip(read().readBytes, [16, 17, 18, 19] as [UInt8]).reduce(0) {
        $0 + ($1.0 ^ $1.1).nonzeroBitCount
      }
    }
    #expect(different == Array(repeating: 1, count: 50))
    #expect(Set((0..<50).map { _ in read().readBytes }).count > 5)
  }

  @Test("a read that ends early is 0xFF from there on")
  func shortRead() {
    bus.add(BoardFault(.shortRead, [.bytes: 1]))
    #expect(read().readBytes == [16, 0xFF, 0xFF, 0xFF])
  }

  @Test("a stale read gives what the same question was answered before")
  func stale() {
    bus.add(BoardFault(.stale, from: .seconds(1), to: .seconds(2)))
    #expect(read(1, from: 16).readBytes == [16])
    part.registers256[16] = 99
    #expect(read(1, from: 17).readBytes == [17])
    clock.advance(to: .seconds(1))
    #expect(read(1, from: 16).readBytes == [16])
    #expect(read(1, from: 18).readBytes == [18])
    clock.advance(to: .seconds(2))
    #expect(read(1, from: 16).readBytes == [99])
  }

  @Test("a fault that is not certain strikes about as often as it should, the same for a seed")
  func probability() {
    func refusals(seed: UInt64) -> [Bool] {
      let bus = SimulatedI2CBus(clock: SimulatedClock(), seed: seed)
      bus.attach(RegisterPart(), at: address, named: "sps30")
      bus.add(BoardFault(.nack, probability: 0.25))
      return (0..<1000).map { _ in bus.transfer(with: address, []).failure != nil }
    }
    let first = refusals(seed: 1)
    #expect((200...300).contains(first.count { $0 }))
    #expect(first == refusals(seed: 1))
    #expect(first != refusals(seed: 2))
  }

  @Test("so does one beside the bus, and not at all once it is spent")
  func probabilityBesideTheBus() {
    bus.add(BoardFault(.cardTorn, probability: 0.25))
    let struck = (0..<1000).count { _ in bus.strike(.cardTorn, on: "card") != nil }
    #expect((200...300).contains(struck))
    #expect((0..<100).allSatisfy { _ in bus.strike(.cardTorn, on: "card", except: [1]) == nil })
  }

  @Test("a fault can be ended early, and tells whether it was on")
  func ends() {
    let number = bus.add(BoardFault(.nack))
    #expect(number == 1)
    #expect(read().failure != nil)
    #expect(bus.endFault(number))
    #expect(read().failure == nil)
    #expect(!bus.endFault(number))
    #expect(!bus.endFault(2))
  }

  @Test("what is broken in a part begins and ends at its own time, however late it is looked at")
  func defects() {
    bus.add(BoardFault(.notReady, of: "sps30", from: .seconds(1), to: .seconds(3)))
    bus.add(BoardFault(.drift, of: "sps30", from: .seconds(2), to: .seconds(3), [.rate: 0.5]))
    clock.advance(to: .seconds(10))
    part.times = []
    _ = read()
    #expect(part.times.prefix(3) == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(part.changes.map { $0.contains(.notReady) } == [true, true, false])
    #expect(part.changes.map { $0.drift?.hourlyRate } == [nil, 0.5, nil])
  }

  @Test("the truth is left by the part that a drift has grown to")
  func drifts() {
    let drift = PartDefects.Drift(start: .seconds(100), hourlyRate: 0.1)
    #expect([0, 100, 100 + 3600].map { drift.factor(at: .seconds($0)) } == [1, 1, 1.1])
  }

  @Test("in a brown-out the part is silent, and begins anew at both of its ends")
  func brownOut() {
    bus.add(BoardFault(.brownOut, of: "sps30", from: .seconds(1), to: .seconds(2)))
    clock.advance(to: .seconds(1.5))
    #expect(read().failure != nil)
    #expect(part.brownOuts == [.seconds(1)])
    clock.advance(to: .seconds(5))
    #expect(read().failure == nil)
    #expect(part.brownOuts == [.seconds(1), .seconds(2)])
  }

  @Test("what went wrong before a fault is added or ended has gone wrong, though nobody looked")
  func addsLate() {
    bus.add(BoardFault(.brownOut, of: "sps30", from: .seconds(1), to: .seconds(2)))
    clock.advance(to: .seconds(5))
    let number = bus.add(BoardFault(.nack, of: "sps30"))
    #expect(part.brownOuts == [.seconds(1), .seconds(2)])
    bus.add(BoardFault(.brownOut, of: "sps30", from: .seconds(6), to: .seconds(7)))
    clock.advance(to: .seconds(8))
    #expect(bus.endFault(number))
    #expect(part.brownOuts == [1, 2, 6, 7].map { .seconds($0) })
  }

  @Test("what strikes is of the kind, of the part and on: others that are on beside it do not")
  func strikesAsMeant() {
    bus.add(BoardFault(.nack, of: "sps30"))
    bus.add(BoardFault(.nack, of: "bme280"))
    bus.add(BoardFault(.nack, of: "sps30", from: .seconds(9)))
    bus.add(BoardFault(.stale, of: "sps30"))
    #expect(bus.strike(.nack, on: "sps30")?.number == 1)
    #expect(bus.strike(.nack, on: "sps30", except: [1]) == nil)
    #expect(bus.strike(.nack, on: "bme280")?.number == 2)
  }

  @Test("a part that is switched off is silent and stands still; on, it begins anew")
  func power() {
    #expect(bus.setPower(isOn: false, at: address))
    clock.advance(to: .seconds(1))
    part.times = []
    #expect(read().failure != nil)
    bus.advanceDevices()
    #expect(part.times.isEmpty)
    #expect(bus.setPower(isOn: true, at: address))
    #expect(part.powerUps == [.zero, clock.now])
    #expect(read().failure == nil)
    #expect(!bus.setPower(isOn: true, at: I2CAddress(rawValue: 3)))
  }

  @Test("what is put on the bus later is born then")
  func bornLater() {
    clock.advance(to: .seconds(3600))
    let late = RegisterPart()
    bus.attach(late, at: I2CAddress(rawValue: 0x10), named: "veml7700")
    #expect(late.powerUps == [.seconds(3600)])
  }

  @Test("a clock that is too quick for a part is told, with the transfer and the time")
  func overSpeed() {
    var findings: [StrictFinding] = []
    bus.onMisuse = { findings.append($0) }
    part.fastestClock = .standard
    _ = read()
    #expect(findings.isEmpty)
    bus.rate = .fast
    let quick = bus.transfer(with: address, [.write([1])])
    #expect(quick.end - quick.start == .microseconds(50))
    #expect(findings.map(\.transfer) == [2])
    #expect(findings.first?.misuse.what == "is clocked at 400 kHz")
    #expect(findings.first?.address == address)
    bus.onMisuse = nil
    #expect(part.onMisuse == nil)
  }

  @Test("a transfer of several messages has a START for each and one STOP")
  func messages() {
    var seen: [I2CTransfer] = []
    bus.onTransfer = { seen.append($0) }
    let transfer = bus.transfer(with: address, [.write([1, 9]), .write([1]), .read(2)])
    #expect(transfer.readBytes == [9, 2])
    // Bits of 10 µs: 28, 19 and 28 of the messages, and the STOP.
    #expect(transfer.end - transfer.start == .microseconds(760))
    let starts: [Duration] = [.zero, .microseconds(280), .microseconds(470)]
    #expect(transfer.messages.map(\.start) == starts)
    #expect(transfer.messages.allSatisfy { $0.isAcknowledged && $0.refusedByte == nil })
    #expect(seen == [transfer])
    #expect(transfer.number == 1)
    #expect(bus.totals == (1, 0))
    _ = bus.transfer(with: I2CAddress(rawValue: 9), [])
    #expect(bus.totals == (2, 1))
    #expect(seen.count == 2 && seen[1].refusal! == (0, -1))
  }

  @Test("looking at parts tells name, power, traffic and faults, and moves no clock")
  func inspects() {
    bus.add(BoardFault(.nack, of: "sps30", from: .seconds(5)))
    _ = read()
    let before = clock.now
    let parts = bus.inspect()
    #expect(clock.now == before)
    #expect(parts.map(\.name) == ["sps30"])
    #expect(parts[0].address == address && parts[0].isPowered && parts[0].faults.isEmpty)
    #expect(
      parts[0].traffic == SimulatedI2CBus.Traffic(transfers: 1, bytesWritten: 1, bytesRead: 4))
    clock.advance(to: .seconds(5))
    #expect(bus.inspect()[0].faults == ["nack"])
    bus.cutPower(at: .seconds(6))
    clock.advance(to: .seconds(6))
    #expect(!bus.inspect()[0].isPowered)
  }
}
