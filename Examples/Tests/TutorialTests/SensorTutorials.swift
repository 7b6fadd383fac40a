import BoardSimulation
import SensorDrivers
import SensorTestKit
import Testing

/// Whatever your board's library calls the transfers of its I2C port.
private protocol VendorPort {
  func exchange(_ address: UInt8, _ written: [UInt8], _ count: Int) -> (status: Int, read: [UInt8])
}

/// The port of a board, as drivers want it.
private struct BoardBus<Port: VendorPort>: I2CBus {
  var port: Port

  mutating func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    var written: [UInt8] = []
    for index in bytes.indices { written.append(bytes[index]) }
    let (status, read) = port.exchange(address.rawValue, written, buffer.count)
    switch status {
    case 0: for index in buffer.indices { buffer[index] = read[index] }
    case 1: throw .addressNotAcknowledged(address)
    default: throw .timedOut(address)
    }
  }
}

/// The port of a board that has no parts.
private struct EmptyPort: VendorPort {
  func exchange(_ address: UInt8, _ written: [UInt8], _ count: Int) -> (status: Int, read: [UInt8])
  {
    (1, [])
  }
}

@Suite("Tutorial and guides: SensorDrivers, SensorTestKit, BoardSimulation")
struct SensorTutorials {
  func readAir(on bus: some I2CBus, waitingOn delay: inout some Delay) throws(BME280Error) -> Double
  {
    var sensor = BME280(on: bus)
    try sensor.start(delay: &delay)
    let reading = try sensor.measure(delay: &delay)
    return reading.temperatureCelsius
  }

  @Test("a driver reads a simulated part, and says that there is none on an empty bus")
  func readsOnAnyBus() throws {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    var clock = board.clock
    #expect(
      abs(
        try readAir(on: board.bus, waitingOn: &clock) - board.world.state(at: clock.now).temperature
      ) < 0.5)

    let bus = BoardBus(port: EmptyPort())
    let error = #expect(throws: BME280Error.self) { try readAir(on: bus, waitingOn: &clock) }
    guard case .transfer(.addressNotAcknowledged, _, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// What a loop makes of errors: those of the bus pass, another part does not.
  func isWorthRetrying(_ error: BME280Error) -> Bool {
    switch error {
    case .transfer, .stuck, .notConverted, .damagedData, .configurationLost: true
    case .unexpectedChipID, .implausibleCalibration, .calibrationChecksum: false
    default: true
    }
  }

  @Test("a wire that breaks for ten seconds costs ten seconds")
  func survivesFault() throws {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    var clock = board.clock
    var sensor = BME280(on: board.bus)
    try sensor.start(delay: &clock)

    board.bus.add(try BoardFault(parsing: "nack part=bme280 from=60 to=70"))
    var failures: [Duration] = []
    while clock.now < .seconds(120) {
      do throws(BME280Error) {
        _ = try sensor.measure(delay: &clock)
      } catch {
        failures.append(clock.now)
      }
      clock.pause(for: .seconds(1))
    }
    let (first, last) = (try #require(failures.first), try #require(failures.last))
    #expect(first >= .seconds(60) && last <= .seconds(71) && failures.count >= 9)
  }

  @Test("the world is what the test says")
  func holdsWorld() throws {
    var world = World(scenario: .milanWalk, seed: 7)
    world.hold(.temperature, at: -10, from: .seconds(30), over: .seconds(60))
    let board = SimulatedBoard(world: world, seed: 7, realism: .ideal)
    var clock = board.clock
    var sensor = BME280(on: board.bus)
    try sensor.start(delay: &clock)
    clock.advance(to: .seconds(100))
    let reading = try sensor.measure(delay: &clock)
    print(reading.temperatureCelsius)  // -10, to a step of the part
    #expect(abs(reading.temperatureCelsius + 10) < 0.02)
  }

  @Test("a trace says what went over the wires")
  func traces() throws {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    var lines: [String] = []
    let bus = board.bus
    bus.onTransfer = { transfer in lines.append(bus.meaning(of: transfer)) }
    var clock = board.clock
    var sensor = BME280(on: bus)
    try sensor.start(delay: &clock)
    for line in lines.prefix(3) { print(line) }
    #expect(!lines.isEmpty && bus.traffic(with: .bme280).transfers == lines.count)
  }

  @Test("a receiver takes corrections and says what it makes of them")
  func feedsReceiver() throws {
    let board = SimulatedBoard(world: World(scenario: .standing), seed: 1)
    var clock = board.clock
    clock.pause(for: UBloxReceiverModel.startUpTime)
    var receiver = UBloxReceiver(on: board.bus)
    try receiver.start(delay: &clock)

    let corrections = Array(try Fixture.milanBase().prefix(2000))
    try receiver.send(corrections: corrections.span)
    clock.pause(for: .seconds(1))
    try receiver.poll()
    print(receiver.correctionBytesWritten, "bytes written")
    if let solution = receiver.solution { print(solution.carrierSolution, solution.satelliteCount) }
    #expect(receiver.correctionBytesWritten == 2000 && receiver.correctionBytesLost == 0)
  }

  @Test("a script holds a driver to every byte")
  func followsScript() {
    let bus = ScriptedBus([.read([0x58], after: [0xD0])], at: .bme280) { Issue.record("\($0)") }
    var sensor = BME280(on: bus)
    var delay = RecordingDelay()
    #expect(throws: BME280Error.self) { try sensor.start(delay: &delay) }
    #expect(bus.isUsedUp)
  }
}
