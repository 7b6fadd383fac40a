@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("CCS811 model's pins, clock and misuse")
struct CCS811PinTests {
  private let part: CCS811Model
  private let bench: Bench

  init() {
    part = CCS811Model(world: Self.world(800), seed: 1, realism: .ideal)
    bench = Bench(part, at: 0x5B)
    bench.pause(.milliseconds(20))
  }

  private static func world(_ eco2: Double, tvoc: Double = 0) -> World {
    World(fixed: WorldState(temperature: 25, humidity: 50, eco2: eco2, tvoc: tvoc))
  }

  private func start(mode: UInt8 = 0x10) throws {
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
    try bench.write(0x01, mode)
  }

  private func live(_ eco2: Double, for seconds: Int) {
    bench.bus.advanceDevices()
    part.world = Self.world(eco2)
    bench.pause(.seconds(seconds))
    bench.bus.advanceDevices()
  }

  @Test("nWAKE high keeps it off the bus, and 50 µs more when it falls; it measures on")
  func wake() throws {
    try start()
    bench.pause(.milliseconds(500))
    bench.bus.advanceDevices()
    #expect(part.setPin("nwake", isHigh: true))
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) {
      try bench.read(1, after: [0x00])
    }
    bench.pause(.milliseconds(600))
    bench.bus.advanceDevices()
    #expect(part.setPin("nwake", isHigh: false))
    part.advance(to: bench.clock.now + .microseconds(49))
    #expect(!part.acknowledgesAddress(for: .writing))
    part.advance(to: bench.clock.now + .microseconds(50))
    #expect(part.acknowledgesAddress(for: .writing))
    #expect(try bench.read(1, after: [0x00]) == [0x98])
    #expect(!part.setPin("nreset", isHigh: true))
    #expect(part.pinIsHigh("nwake") == nil)
  }

  @Test(
    "nINT is low from a result until it is read, if MEAS_MODE says so", arguments: [0x10, 0x18])
  func interrupt(mode: UInt8) throws {
    try start(mode: mode)
    #expect(part.pinIsHigh("nint") == true)
    live(800, for: 1)
    #expect(part.pinIsHigh("nint") == (mode == 0x10))
    _ = try bench.read(1, after: [0x00])
    #expect(part.pinIsHigh("nint") == (mode == 0x10))
    _ = try bench.read(4, after: [0x02])
    #expect(part.pinIsHigh("nint") == true)
  }

  @Test("with INT_THRESH it is low only for results in another range, by more than the hysteresis")
  func thresholds() throws {
    try start(mode: 0x1C)
    live(1500, for: 7200)
    #expect(part.pinIsHigh("nint") == true)
    live(1549, for: 5)
    #expect(part.pinIsHigh("nint") == true)
    live(1552, for: 5)
    #expect(part.pinIsHigh("nint") == false)
    _ = try bench.read(4, after: [0x02])
    live(1451, for: 5)
    #expect(part.pinIsHigh("nint") == true)
    live(1448, for: 5)
    #expect(part.pinIsHigh("nint") == false)
    _ = try bench.read(4, after: [0x02])
    try bench.write(0x10, 0x02, 0x58, 0x03, 0x20, 0x0A)  // 600, 800, 10
    live(1448, for: 5)
    #expect(part.pinIsHigh("nint") == false)
  }

  @Test(
    "the sample clock of a real part is up to 2 % off, by its seed; that of an ideal one is right")
  func clock() {
    var shifts: Set<Double> = []
    for seed in 1...50 as ClosedRange<UInt64> {
      let part = CCS811Model(world: Self.world(400), seed: seed)
      #expect(abs(part.clockShift) <= 0.02)
      shifts.insert(part.clockShift)
      part.realism = PartRealism(tolerance: .worst)
      #expect(abs(part.clockShift) == 0.02)
      part.realism = PartRealism(isIdeal: true, tolerance: .worst)
      #expect(part.clockShift == 0)
    }
    #expect(shifts.count == 50)
    #expect((shifts.max() ?? 0) > 0.015 && (shifts.min() ?? 0) < -0.015)
  }

  @Test("a result comes a period of its own clock after the one before")
  func clockTakesEffect() throws {
    part.realism = PartRealism(tolerance: .worst)
    try start()
    let slow = part.clockShift > 0
    bench.pause(.milliseconds(1000))
    #expect(try bench.read(1, after: [0x00]) == [slow ? 0x90 : 0x98])
    bench.pause(.milliseconds(19))
    #expect(try bench.read(1, after: [0x00]) == [0x98])
  }

  @Test("SCL is held before a read, longest while a result is computed")
  func stretches() throws {
    try start()
    bench.bus.advanceDevices()
    #expect(part.clockStretch(before: .writing) == .zero)
    #expect(part.clockStretch(before: .reading) == .microseconds(50))
    let due = try #require(part.application.nextSample)
    part.advance(to: due + .milliseconds(1))
    #expect(part.clockStretch(before: .reading) == .milliseconds(2))
    bench.clock.advance(to: due)
    let transfer = bench.bus.transfer(with: bench.address, [.write([0x00]), .read(1)])
    #expect(transfer.stretch > .milliseconds(1))
    #expect(transfer.readBytes == [0x98])
  }

  @Test(
    "firmware 2 says so, shows more, and has its STATUS in the result",
    arguments: CCS811Firmware.allCases)
  func firmware(version: CCS811Firmware) throws {
    let part = CCS811Model(
      world: Self.world(100_000, tvoc: 100_000), seed: 1, firmware: version, realism: .ideal)
    let bench = Bench(part, at: 0x5B)
    bench.pause(.milliseconds(20))
    #expect(try bench.read(2, after: [0x24]) == [version == .version11 ? 0x11 : 0x20, 0x00])
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(3600))
    _ = try bench.read(2, after: [0x02])
    bench.pause(.seconds(1))
    let bytes = try bench.read(5, after: [0x02])
    let isOld = version == .version11
    #expect(Array(bytes[..<4]) == (isOld ? [0x20, 0x00, 0x04, 0xA3] : [0x72, 0x16, 0x80, 0x00]))
  }

  @Test("a slower mode that begins without ten minutes of rest shows too much for ten minutes")
  func slowerMode() throws {
    func slow(after rest: Int) throws -> Int {
      let part = CCS811Model(world: Self.world(800), seed: 1, realism: .ideal)
      let bench = Bench(part, at: 0x5B)
      bench.pause(.milliseconds(20))
      try bench.write(0xF4)
      bench.pause(.milliseconds(1))
      try bench.write(0x01, 0x10)
      bench.pause(.seconds(7200))
      if rest > 0 {
        try bench.write(0x01, 0x00)
        bench.pause(.seconds(rest))
      }
      try bench.write(0x01, 0x20)
      bench.pause(.seconds(21))
      let bytes = try bench.read(2, after: [0x02])
      return Int(bytes[0]) << 8 | Int(bytes[1])
    }
    let (without, short, rested) = (try slow(after: 0), try slow(after: 599), try slow(after: 600))
    #expect(without > 850)
    #expect(rested < 800)  // run-in alone
    #expect(short > rested + 50)
  }

  @Test("the air's TVOC is measured, whatever its CO2 is", arguments: [0.0, 7, 500, 1187])
  func tvoc(value: Double) throws {
    part.world = Self.world(450, tvoc: value)
    try start()
    bench.pause(.seconds(7200))
    let bytes = try bench.read(4, after: [0x02])
    #expect(Int(bytes[0]) << 8 | Int(bytes[1]) == 450)
    #expect(Int(bytes[2]) << 8 | Int(bytes[3]) == Int(value))
  }

  @Test("defects: boot loader, another part, no result, end of range, drift")
  func defects() throws {
    try start()
    bench.pause(.seconds(3600))
    part.advance(to: bench.clock.now)
    _ = try bench.read(2, after: [0x02])
    part.defects.flags = [.notReady]
    bench.pause(.seconds(20))
    #expect(try bench.read(1, after: [0x00]) == [0x90])
    part.defects.flags = [.saturated]
    bench.pause(.seconds(1))
    #expect(try bench.read(6, after: [0x02]) == [0x20, 0x00, 0x04, 0xA3, 0x91, 0x08])
    part.defects.flags = [.wrongID]
    #expect(try bench.read(1, after: [0x20]) != [0x81])
    part.defects = PartDefects()
    part.defects.drift = PartDefects.Drift(start: bench.clock.now, hourlyRate: 0.5)
    bench.pause(.seconds(3600))
    #expect(try bench.read(2, after: [0x02]) == [0x04, 0xB0])  // 1,200 ppm
    part.defects.flags = [.bootMode]
    #expect(try bench.read(1, after: [0x00]) == [0x10])
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
    #expect(try bench.read(1, after: [0x00]) == [0x10])
    part.defects = PartDefects()
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
    #expect(try bench.read(1, after: [0x00]) == [0x90])
  }

  @Test("misuse is told with what to do and where the datasheet says so")
  func misuse() throws {
    var told: [DriverMisuse] = []
    part.onMisuse = { told.append($0) }
    func expect(_ words: String, _ deed: () throws -> Void) rethrows {
      told = []
      try deed()
      #expect(told.count == 1 && told[0].what.contains(words), "\(told)")
      #expect(told.allSatisfy { $0.section.hasPrefix("CCS811 DS000459") && !$0.remedy.isEmpty })
    }
    try expect("MEAS_MODE") { try bench.write(0x01, 0x10) }
    try start(mode: 0x10)
    try expect("APP_START") { try bench.write(0xF4) }
    try expect("reads BASELINE") { _ = try bench.read(2, after: [0x11]) }
    try expect("writes BASELINE") { try bench.write(0x11, 0x61, 0xA8) }
    try expect("drive mode 7") { try bench.write(0x01, 0x70) }
    try expect("slower mode") { try bench.write(0x01, 0x30) }
    try expect("key") { try bench.write(0xFF, 1, 2, 3, 4) }
    try expect("reads ENV_DATA") { _ = try bench.read(1, after: [0x05]) }
    bench.pause(.seconds(1300))
    told = []
    _ = try bench.read(2, after: [0x11])
    try bench.write(0x01, 0x10)
    #expect(told.isEmpty)
    try bench.write([0xFF, 0x11, 0xE5, 0x72, 0x8A])
    expect("starts") { _ = try? bench.read(1, after: [0x00]) }
    _ = part.setPin("nwake", isHigh: true)
    bench.pause(.milliseconds(5))
    expect("nWAKE is high") { _ = try? bench.read(1, after: [0x00]) }
  }

  @Test("inspection and meaning tell what is there, and change nothing")
  func inspection() throws {
    try start(mode: 0x18)
    bench.pause(.seconds(3600))
    bench.bus.advanceDevices()
    let registers = part.registers
    #expect(registers.first { $0.name == "STATUS" }?.bytes == [0x98])
    #expect(registers.first { $0.name == "BASELINE" }?.bytes == [0x61, 0xA8])
    #expect(part.registers == registers && part.pinIsHigh("nint") == false)
    let condition = Dictionary(uniqueKeysWithValues: part.condition.map { ($0.name, $0.value) })
    #expect(condition["mode"] == "application" && condition["drive"] == "every 1 s")
    #expect(condition["nint"] == "low" && condition["nwake"] == "low")
    let result = bench.bus.transfer(with: bench.address, [.write([0x02]), .read(8)])
    #expect(part.meaning(of: result) == "ALG_RESULT_DATA = 800 ppm, 0 ppb")
    let status = bench.bus.transfer(with: bench.address, [.write([0x00]), .read(1)])
    #expect(part.meaning(of: status) == "STATUS = application")
    let air = bench.bus.transfer(with: bench.address, [.write([0x05, 0x61, 0, 0x61, 0])])
    #expect(part.meaning(of: air) == "ENV_DATA = 48.5 %RH, 23.5 °C")
    let begin = bench.bus.transfer(with: bench.address, [.write([0xF4])])
    #expect(part.meaning(of: begin) == "APP_START")
  }
}
