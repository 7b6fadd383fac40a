import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("BME280 model: strict mode and inspection")
struct BME280MisuseTests {
  private let part = BME280Model(world: World(fixed: WorldState()), seed: 1, realism: .ideal)
  private let bench: Bench
  private let findings = Findings()

  private final class Findings { var list: [StrictFinding] = [] }

  init() {
    bench = Bench(part, at: 0x77)
    let findings = findings
    bench.bus.onMisuse = { findings.list.append($0) }
    bench.pause(.milliseconds(2))
  }

  /// Returns the misuse reported since the last call.
  private func told() -> [DriverMisuse] {
    defer { findings.list = [] }
    return findings.list.map(\.misuse)
  }

  @Test("a read 2 ms into a forced conversion is told with the time that was needed")
  func earlyRead() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x25])
    let start = bench.clock.now - .microseconds(10)
    // The read is sampled after two STARTs, two addresses and a register byte.
    bench.clock.advance(to: start + .milliseconds(2) - .microseconds(290))
    _ = try bench.read(8, after: [0xF7])
    let finding = try #require(findings.list.first)
    #expect(findings.list.count == 1)
    #expect(finding.misuse.what == "is read data 2.0 ms into a conversion that takes up to 9.3 ms")
    #expect(finding.misuse.remedy.hasPrefix("wait 9.3 ms after the write of ctrl_meas (0xF4)"))
    #expect(finding.misuse.section == "BST-BME280-DS002 §9.1, §5.4.4")
    #expect(finding.time == start + .milliseconds(2))
    #expect(finding.transfer == 2)
    #expect(finding.address == bench.address)
  }

  @Test("a read after the conversion, or in normal mode after the first, is fine")
  func readInTime() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x25])
    bench.pause(.microseconds(9300))
    _ = try bench.read(8, after: [0xF7])
    try bench.write(0xF4, 0x27)
    bench.pause(.microseconds(12_000))
    _ = try bench.read(8, after: [0xF7])
    #expect(told().isEmpty)
  }

  @Test("a conversion that hangs is not the driver's fault, once it has waited long enough")
  func hangingConversion() throws {
    part.defects.flags = .notReady
    try bench.write([0xF2, 0x01, 0xF4, 0x25])
    bench.pause(.milliseconds(5))
    _ = try bench.read(8, after: [0xF7])
    #expect(told().count == 1)
    bench.pause(.milliseconds(10))
    _ = try bench.read(8, after: [0xF7])
    #expect(told().isEmpty)
  }

  @Test("data that nothing has filled are told, in the first conversion of normal mode too")
  func unfilled() throws {
    _ = try bench.read(1, after: [0xFE])
    #expect(told().map(\.what) == ["is read data that no conversion has filled"])
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    _ = try bench.read(1, after: [0xF7])
    #expect(told().count == 1)
    _ = try bench.read(4, after: [0xF2])
    _ = try bench.read(1, after: [0xFF])
    #expect(told().isEmpty)
  }

  @Test("ctrl_hum without ctrl_meas after it is told when humidity is read")
  func unlatchedHumidity() throws {
    try bench.write(0xF4, 0x25)
    try bench.write(0xF2, 0x01)
    bench.pause(.milliseconds(10))
    _ = try bench.read(6, after: [0xF7])
    #expect(told().isEmpty)
    _ = try bench.read(8, after: [0xF7])
    let misuse = told()
    #expect(misuse.count == 1 && misuse[0].section.hasSuffix("§5.4.3"))
    #expect(misuse[0].remedy == "write ctrl_meas (0xF4) after it")
    try bench.write(0xF4, 0x25)
    bench.pause(.milliseconds(10))
    _ = try bench.read(8, after: [0xF7])
    #expect(told().isEmpty)
  }

  @Test("config outside of sleep mode is told")
  func configAwake() throws {
    try bench.write(0xF5, 0x10)
    #expect(told().isEmpty)
    try bench.write(0xF4, 0x27)
    try bench.write(0xF5, 0x00)
    let misuse = told()
    #expect(misuse.count == 1 && misuse[0].section.hasSuffix("§5.4.6"))
    #expect(misuse[0].what.contains("config (0xF5)"))
  }

  @Test("whoever does not wait for the start is told, after power-up and reset")
  func startUp() throws {
    bench.clock.advance(to: .seconds(5))
    #expect(bench.bus.setPower(isOn: false, at: bench.address))
    #expect(bench.bus.setPower(isOn: true, at: bench.address))
    #expect(throws: I2CError.self) { _ = try bench.read(1, after: [0xD0]) }
    #expect(told().map(\.what) == ["is addressed 0.1 ms after its supply came on"])
    bench.pause(.milliseconds(2))
    try bench.write(0xE0, 0xB6)
    _ = try bench.read(1, after: [0xF3])
    #expect(told().isEmpty)
    try bench.write(0xF4, 0x25)
    _ = try bench.read(7, after: [0xE1])
    let misuse = told()
    #expect(misuse.map(\.section) == ["BST-BME280-DS002 §5.4.4", "BST-BME280-DS002 §5.4.4"])
    #expect(misuse[0].what.contains("ctrl_meas (0xF4)") && misuse[1].what.contains("calibration"))
  }

  @Test(
    "a measurement in pieces of different conversions is told, one in pieces of the same is not")
  func tearing() throws {
    func convert() throws {
      try bench.write([0xF2, 0x01, 0xF4, 0x25])
      bench.pause(.milliseconds(10))
    }
    try convert()
    _ = try bench.read(3, after: [0xFA])
    _ = try bench.read(3, after: [0xF7])
    _ = try bench.read(2, after: [0xFD])
    try convert()
    _ = try bench.read(3, after: [0xFA])
    try convert()
    _ = try bench.read(3, after: [0xFA])  // starts another read in pieces
    #expect(told().isEmpty)
    try convert()
    _ = try bench.read(3, after: [0xF7])
    let misuse = told()
    #expect(misuse.count == 1 && misuse[0].remedy.contains("0xF7 to 0xFE"))
  }

  @Test("who takes writes for counting on is told")
  func writesInARow() throws {
    try bench.write(0xF4, 0x24, 0x00)
    #expect(told().map(\.section) == ["BST-BME280-DS002 §6.2.1"])
    try bench.write(0xF2, 0x01, 0x00, 0x24)
    #expect(told().map(\.what) == ["is written 0x24 to 0x00, which takes no writes"])
    try bench.write(0x88, 0x00)
    #expect(told().map(\.what) == ["is written 0x00 to calib00 (0x88), which takes no writes"])
  }

  @Test("our driver does nothing that silicon punishes", arguments: [false, true])
  func driver(isNormal: Bool) throws {
    var driver = BME280(on: bench.bus)
    var delay = bench.clock
    let mode: BME280Configuration.Mode = isNormal ? .normal(standby: .milliseconds10) : .forced
    for _ in 0..<3 {
      try driver.start(configuration: BME280Configuration(filter: .x4, mode: mode), delay: &delay)
      for _ in 0..<20 {
        bench.pause(.milliseconds(97))
        _ = try driver.measure(delay: &delay)
      }
    }
    #expect(told().isEmpty)
  }

  @Test("its registers can be looked at, by the datasheet's names, and nothing changes")
  func registers() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x25])
    bench.pause(.milliseconds(10))
    let registers = Dictionary(uniqueKeysWithValues: part.registers.map { ($0.name, $0) })
    #expect(registers["id"] == PartRegister("id", at: 0xD0, [0x60]))
    #expect(registers["calib33"]?.bytes == [0xD0])
    #expect(registers["calib00"]?.bytes == BME280Trimming.standard.low)
    #expect(registers["ctrl_hum"]?.bytes == [1])
    part.advance(to: bench.clock.now)
    let bytes = ["press", "temp", "hum"].flatMap { name in
      part.registers.first { $0.name == name }?.bytes ?? []
    }
    #expect(try bytes == bench.read(8, after: [0xF7]))
    #expect(part.condition.map(\.name) == ["mode", "activity", "calibration"])
    #expect(part.condition.map(\.value) == ["sleep", "none", "published"])
  }

  @Test("it says what it is doing")
  func condition() throws {
    func activity() -> String { part.condition[1].value }
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    #expect(part.condition[0].value == "normal")
    #expect(activity() == "conversion, done in 9.3 ms")
    part.advance(to: bench.clock.now + .microseconds(9400))
    #expect(activity().hasPrefix("next conversion in 0."))
    part.brownOut(at: .seconds(1))
    #expect(part.condition.map(\.value) == ["sleep", "starting up", "lost by half until a reset"])
  }

  @Test(
    "a transfer is told by names",
    arguments: [
      ([.write([0xF4, 0x27])], "ctrl_meas = 0x27: normal, T x1, p x1"),
      (
        [.write([0xF2, 0x03, 0xF4, 0xB5])],
        "ctrl_hum = 0x03: h x4; ctrl_meas = 0xB5: forced, T x16, p x16"
      ),
      ([.write([0xF5, 0xAC])], "config = 0xAC: standby 1000.0 ms, filter 8"),
      ([.write([0xE0, 0xB6])], "reset = 0xB6: soft reset"),
      ([.write([0xD0]), .read(1)], "id = 0x60: BME280"),
      ([.write([0xF3]), .read(1)], "status = 0x00: done"),
      ([.write([0x88]), .read(26)], "calib00, 26 bytes"),
      ([.write([0xE1]), .read(8)], "calib26, 7 bytes, calib33 = 0xD0"),
      (
        [.write([0xF7]), .read(8)],
        "press = 0x800000: not measured, temp = 0x800000: not measured, hum = 0x8000: not measured"
      ),
      ([.write([0xFA]), .read(1)], "temp (0xFA) = 0x80"),
      ([.write([0x10, 0x01])], "0x10 = 0x01"),
    ] as [([I2CMessage], String)])
  func meanings(messages: [I2CMessage], meaning: String) {
    let transfer = bench.bus.transfer(with: bench.address, messages)
    #expect(part.meaning(of: transfer) == meaning)
  }
}
