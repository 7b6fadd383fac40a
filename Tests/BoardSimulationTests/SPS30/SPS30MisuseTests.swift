import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("SPS30 model: strict mode and inspection")
struct SPS30MisuseTests {
  private let part = SPS30Model(world: World(fixed: WorldState()), seed: 1, realism: .ideal)
  private let bench: Bench
  private let findings = Findings()

  private final class Findings { var list: [StrictFinding] = [] }

  init() {
    bench = Bench(part, at: 0x69)
    let findings = findings
    bench.bus.onMisuse = { findings.list.append($0) }
    bench.pause(.milliseconds(100))
  }

  /// Returns the misuse reported since the last call.
  private func told() -> [String] {
    defer { findings.list = [] }
    return findings.list.map(\.misuse.what)
  }

  private func start() throws {
    try bench.write(0x00, 0x10, 0x03, 0x00, 0xAC)
    bench.pause(.milliseconds(20))
  }

  @Test("nothing is acknowledged when nothing was asked, awake or listening in its sleep")
  func unaskedRead() throws {
    let refused = I2CError.addressNotAcknowledged(bench.address)
    #expect(throws: refused) { try bench.read(3) }
    try start()
    #expect(throws: refused) { try bench.read(60) }
    #expect(told() == Array(repeating: "is read though nothing was asked", count: 2))
    try bench.write(0x01, 0x04)
    bench.pause(.milliseconds(20))
    try bench.write(0x10, 0x01)
    bench.pause(.milliseconds(5))
    #expect(throws: refused) { try bench.write(0x11, 0x03) }
    #expect(throws: refused) { try bench.read(3) }
    #expect(told().count == 1)
  }

  @Test("a repeated START is told")
  func repeatedStart() {
    #expect(throws: I2CError.self) { try bench.read(3, after: [0x02, 0x02]) }
    #expect(findings.list.map(\.misuse.section) == ["SPS30 datasheet v1.0 §6.1"])
    #expect(told() == ["gets a repeated START after read data-ready flag (0x0202)"])
  }

  @Test("who does not wait for a command is told how long it takes")
  func haste() throws {
    try bench.write(0x00, 0x10, 0x03, 0x00, 0xAC)
    bench.pause(.microseconds(2900))
    #expect(throws: I2CError.self) { try bench.write(0x02, 0x02) }
    #expect(told() == ["is addressed 3.0 ms into start measurement (0x0010), which takes 20.0 ms"])
    bench.pause(.milliseconds(20))
    try bench.write(0xD3, 0x04)
    #expect(throws: I2CError.self) { try bench.write(0x02, 0x02) }
    #expect(told().first?.contains("device reset (0xD304), which takes 100.0 ms") == true)
    bench.pause(.seconds(1))
    #expect(bench.bus.setPower(isOn: false, at: bench.address))
    #expect(bench.bus.setPower(isOn: true, at: bench.address))
    #expect(throws: I2CError.self) { try bench.write(0x02, 0x02) }
    #expect(told() == ["is addressed 0.1 ms after its supply came on"])
  }

  @Test("a command in the wrong state, an unknown one and a wrong CRC are told")
  func commands() throws {
    for bytes in [[0x03, 0x00], [0x56, 0x07], [0x12, 0x34], [0x00, 0x10, 0x03, 0x00, 0xAD]] {
      #expect(throws: I2CError.self) { try bench.write(bytes.map { UInt8($0) }) }
    }
    #expect(
      told() == [
        "gets read measured values (0x0300) while idle",
        "gets start fan cleaning (0x5607) while idle",
        "gets 0x1234, which is no command",
        "gets an argument of start measurement (0x0010) with the CRC 0xAD",
      ])
    try start()
    #expect(throws: I2CError.self) { try start() }
    #expect(throws: I2CError.self) { try bench.write(0x10, 0x01) }
    #expect(
      told() == [
        "gets start measurement (0x0010) while measuring", "gets sleep (0x1001) while measuring",
      ])
  }

  @Test("values before the first sample, and an answer that is read twice, are told")
  func emptyReads() throws {
    try start()
    try bench.write(0x03, 0x00)
    _ = try bench.read(60)
    #expect(told() == ["is read values before the first sample, which are zeros"])
    bench.pause(.seconds(1))
    try bench.write(0x03, 0x00)
    _ = try bench.read(60)
    #expect(told().isEmpty)
    _ = try bench.read(60)
    #expect(
      told() == [
        "is read the answer to read measured values (0x0300) a second time, which is zeros"
      ])
  }

  @Test("400 kHz is too fast")
  func speed() throws {
    bench.bus.rate = .fast
    try bench.write(0xD0, 0x02)
    #expect(told() == ["is clocked at 400 kHz"])
  }

  @Test("our driver does nothing that silicon punishes")
  func driver() throws {
    var driver = SPS30(on: bench.bus)
    var delay = bench.clock
    for _ in 0..<2 {
      try driver.start(delay: &delay)
      for _ in 0..<20 {
        bench.pause(.milliseconds(370))
        _ = try driver.readSample(delay: &delay)
      }
      try driver.startFanCleaning(delay: &delay)
      bench.pause(.seconds(2))
      _ = try driver.readSample(delay: &delay)
    }
    #expect(told().isEmpty)
  }

  @Test("what its commands would answer can be looked at, and nothing changes")
  func registers() throws {
    try start()
    bench.pause(.seconds(1))
    part.advance(to: bench.clock.now)
    let registers = Dictionary(uniqueKeysWithValues: part.registers.map { ($0.name, $0) })
    #expect(registers["data_ready"] == PartRegister("data_ready", at: 0x0202, [0, 1, 0xB0]))
    #expect(registers["auto_cleaning_interval"]?.bytes == [0x00, 0x09, 0x09, 0x3A, 0x80, 0xA7])
    #expect(registers["version"]?.bytes == [2, 2, SPS30CRC.checksum(2, 2)])
    #expect(part.registers == part.registers)
    try bench.write(0x03, 0x00)
    #expect(try bench.read(60) == registers["measured_values"]?.bytes)
    #expect(part.registers.first?.bytes == [0, 0, 0x81])
  }

  @Test("it says what it is doing")
  func condition() throws {
    part.advance(to: bench.clock.now)
    #expect(part.condition.map(\.value) == ["idle", "none"])
    try bench.write(0x00, 0x10, 0x03, 0x00, 0xAC)
    #expect(part.condition.map(\.value) == ["measuring", "busy with start measurement (0x0010)"])
    bench.pause(.milliseconds(20))
    part.advance(to: bench.clock.now)
    #expect(part.condition[1].value.hasPrefix("next sample in 9"))
    try bench.write(0x56, 0x07)
    bench.pause(.milliseconds(6))
    part.advance(to: bench.clock.now)
    #expect(part.condition[1].value == "cleaning its fan")
    part.powerUp(at: .seconds(9))
    #expect(part.condition.map(\.value) == ["idle", "starting up"])
  }

  @Test(
    "a transfer is told by names",
    arguments: [
      ([0x00, 0x10, 0x03, 0x00, 0xAC], "start measurement (0x0010): float"),
      ([0x00, 0x10, 0x05, 0x00, 0xF6], "start measurement (0x0010): integer"),
      ([0x80, 0x04, 0x00, 0x00, 0x81, 0x02, 0x30, 0x9D], "auto cleaning interval (0x8004): 560 s"),
      ([0xD2, 0x06], "read device status register (0xD206)"), ([0x12, 0x34], "0x1234"),
      ([0x12], "no command"),
    ] as [([UInt8], String)])
  func meanings(bytes: [UInt8], meaning: String) {
    let transfer = bench.bus.transfer(with: bench.address, [.write(bytes)])
    #expect(part.meaning(of: transfer) == meaning)
  }

  @Test("an answer is told by its values")
  func answers() throws {
    try bench.write(0xD1, 0x00)
    #expect(part.meaning(of: bench.bus.transfer(with: bench.address, [.read(3)])) == "0x0202")
    part.defects.flags = .crc
    try bench.write(0xD1, 0x00)
    let wrong = part.meaning(of: bench.bus.transfer(with: bench.address, [.read(3)]))
    #expect(wrong == "0x0202, CRC of word 0 is wrong")
    part.defects.flags = []
    part.world = World(
      fixed: WorldState(
        particulates: ParticulateState(
          mass: .init(pm1: 1, pm25: 2, pm4: 3, pm10: 4.5),
          number: .init(pm05: 250, pm1: 260, pm25: 270, pm4: 280, pm10: 290), typicalSize: 0.5)))
    try start()
    bench.pause(.seconds(9))
    try bench.write(0x03, 0x00)
    #expect(
      part.meaning(of: bench.bus.transfer(with: bench.address, [.read(60)]))
        == "PM1 1.0, PM2.5 2.0, PM4 3.0, PM10 4.5, n0.5 250.0, n1 260.0, n2.5 270.0, n4 280.0, "
        + "n10 290.0, size 0.5")
  }
}
