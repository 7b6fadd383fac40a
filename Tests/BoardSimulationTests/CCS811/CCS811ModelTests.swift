@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("CCS811 model, byte by byte")
struct CCS811ModelTests {
  private let part: CCS811Model
  private let bench: Bench
  private static let resetKey: [UInt8] = [0xFF, 0x11, 0xE5, 0x72, 0x8A]

  init() {
    part = CCS811Model(world: Self.world(eco2: 800), seed: 1, realism: .ideal)
    bench = Bench(part, at: 0x5B)
    bench.pause(.milliseconds(20))
  }

  /// Returns a world with the part's default environment: 50 %RH and 25 °C.
  private static func world(
    eco2: Double, tvoc: Double = 100, humidity: Double = 50, temperature: Double = 25
  ) -> World {
    World(fixed: WorldState(temperature: temperature, humidity: humidity, eco2: eco2, tvoc: tvoc))
  }

  private func mailbox(_ id: UInt8, count: Int = 1) throws -> [UInt8] {
    try bench.read(count, after: [id])
  }

  private func startApplication() throws {
    try bench.write(0xF4)
    bench.pause(.milliseconds(1))
  }

  private func result() throws -> (eco2: Int, tvoc: Int) {
    let bytes = try mailbox(0x02, count: 4)
    return (Int(bytes[0]) << 8 | Int(bytes[1]), Int(bytes[2]) << 8 | Int(bytes[3]))
  }

  @Test("it does not answer while it starts")
  func startUp() {
    let bench = Bench(CCS811Model(world: Self.world(eco2: 400), seed: 1), at: 0x5B)
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) {
      try bench.read(1, after: [0])
    }
    bench.pause(.milliseconds(20))
    #expect(throws: Never.self) { try bench.read(1, after: [0]) }
  }

  @Test("it begins in boot mode, and APP_START without data starts the application 1 ms later")
  func boots() throws {
    #expect(try mailbox(0x00) == [0x10])
    #expect(try mailbox(0x20) == [0x81])
    #expect(try mailbox(0x21)[0] >> 4 == 1)
    #expect(try mailbox(0x24, count: 2) == [0x11, 0x00])
    try bench.write(0xF4)
    #expect(try mailbox(0x00) == [0x10])
    bench.pause(.milliseconds(1))
    #expect(try mailbox(0x00) == [0x90])
  }

  @Test("APP_START once more, while the application starts, does not put it off")
  func startsOnce() throws {
    try bench.write(0xF4)
    bench.pause(.microseconds(600))
    try bench.write(0xF4)
    bench.pause(.microseconds(300))
    #expect(try mailbox(0x00) == [0x90])
  }

  @Test("mailboxes of the application are errors in boot mode, and reading ERROR_ID clears them")
  func bootModeErrors() throws {
    try bench.write(0x01, 0x10)
    #expect(try mailbox(0x00) == [0x11])
    #expect(try mailbox(0xE0) == [0x01])
    #expect(try mailbox(0xE0) == [0x00])
    #expect(try mailbox(0x02, count: 2) == [0xFF, 0xFF])
    #expect(try mailbox(0xE0) == [0x02])
    #expect(try mailbox(0x00) == [0x10])
  }

  @Test("an unknown drive mode is refused by ERROR_ID and changes nothing")
  func invalidMode() throws {
    try startApplication()
    try bench.write(0x01, 0x20)
    try bench.write(0x01, 0x50)
    #expect(try mailbox(0x00) == [0x91])
    #expect(try mailbox(0xE0) == [0x04])
    #expect(try mailbox(0x01) == [0x20])
  }

  @Test(
    "an unknown mailbox and a wrong length are errors", arguments: [[0x04, 1], [0x05, 1, 2, 3]])
  func invalidWrites(bytes: [UInt8]) throws {
    try startApplication()
    try bench.write(bytes)
    #expect(try mailbox(0xE0) == [0x01])
  }

  @Test(
    "results come one period after the mode is set, and reading them clears data-ready",
    arguments: [
      (mode: UInt8(0x10), period: Duration.seconds(1)),
      (mode: 0x20, period: .seconds(10)), (mode: 0x30, period: .seconds(60)),
    ])
  func driveModes(mode: UInt8, period: Duration) throws {
    try startApplication()
    try bench.write(0x01, mode)
    #expect(try mailbox(0x02, count: 4) == [0, 0, 0, 0])
    bench.pause(period - .milliseconds(2))
    #expect(try mailbox(0x00) == [0x90])
    bench.pause(.milliseconds(2))
    #expect(try mailbox(0x00) == [0x98])
    #expect(try result() == (400, 0))
    #expect(try mailbox(0x00) == [0x90])
    bench.pause(period)
    #expect(try mailbox(0x00) == [0x98])
    #expect(try result().eco2 > 600)
  }

  @Test("a new mode begins with 400 ppm and 0 ppb again, also in bad air")
  func firstResultOfNewMode() throws {
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(5))
    #expect(try result().eco2 > 600)
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(1))
    #expect(try result() == (400, 0))
    bench.pause(.seconds(1))
    #expect(try result().eco2 > 600)
  }

  @Test("the layer stays hot from one mode to another, and cools in the idle mode")
  func heating() throws {
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(1200))
    let settled = try result().eco2
    try bench.write(0x01, 0x20)
    bench.pause(.seconds(20) + .milliseconds(5))
    #expect(try result().eco2 >= settled)
    try bench.write(0x01, 0x00)
    bench.pause(.seconds(5))
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(2) + .milliseconds(5))
    #expect(try result().eco2 < settled - 50)
  }

  @Test(
    "raw data are the current through the layer, at most 63 µA, and the voltage across it below 1 V",
    arguments: [
      // 48.86 kΩ at 20 µA gives 0.977 V, 606 of 1023 steps of 1.65 V; 1.899 kΩ at 63 µA gives 0.12 V.
      (eco2: 407.0, current: 20, steps: 606), (8000, 63, 74),
    ])
  func rawData(eco2: Double, current: Int, steps: Int) throws {
    part.world = Self.world(eco2: eco2)
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(7200))
    let raw = try mailbox(0x03, count: 2).map(Int.init)
    #expect(raw == [current << 2 | steps >> 8, steps & 0xFF])
  }

  @Test("raw mode gives raw data four times a second and no results")
  func rawMode() throws {
    try startApplication()
    try bench.write(0x01, 0x40)
    bench.pause(.milliseconds(251))
    #expect(try mailbox(0x00) == [0x98])
    let raw = try mailbox(0x03, count: 2)
    #expect(raw[0] >> 2 >= 1)  // µA
    #expect(try mailbox(0x02, count: 4) == [0, 0, 0, 0])
  }

  @Test("a longer read gives the whole mailbox and then nothing of the next")
  func noAutoIncrement() throws {
    #expect(try mailbox(0x20, count: 3) == [0x81, 0xFF, 0xFF])
  }

  @Test(
    "results settle within 20 minutes: too low at first, then the air's",
    arguments: [450.0, 800, 8000])
  func runsIn(eco2: Double) throws {
    part.world = Self.world(eco2: eco2)
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(3))
    let early = try result()
    #expect(Double(early.eco2) < eco2)
    bench.pause(.seconds(1200))
    let settled = try result()
    #expect(abs(Double(settled.eco2) - eco2) < 0.01 * eco2)
    bench.pause(.seconds(3600))
    #expect(try result().eco2 == Int(eco2))
    #expect(try result().tvoc == 100)
  }

  @Test("results stay within the part's ranges", arguments: [100.0, 20_000])
  func clamps(eco2: Double) throws {
    part.world = Self.world(eco2: eco2, tvoc: eco2 - 100)
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(3600))
    #expect(try result() == (eco2 < 400 ? (400, 0) : (8192, 1187)))
  }

  @Test("telling the right environment gives the right result, a wrong one is some percent off")
  func environment() throws {
    part.world = Self.world(eco2: 800, humidity: 80, temperature: 10)
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(7200))
    let uncompensated = try result().eco2
    #expect(abs(uncompensated - 800) > 4 && abs(uncompensated - 800) < 80)
    try bench.write(0x05, 0xA0, 0x00, 0x46, 0x00)  // 80 % and 10 °C
    bench.pause(.seconds(1))
    #expect(try result().eco2 == 800)
  }

  @Test("a restored baseline shifts results, and a reset forgets it")
  func baseline() throws {
    part.world = Self.world(eco2: 500)
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(7200))
    #expect(try result().eco2 == 500)
    let saved = try mailbox(0x11, count: 2)
    try bench.write(0x11, saved[0] + 4, saved[1])
    bench.pause(.seconds(1))
    #expect(try result().eco2 > 510)
    try bench.write(0x11, saved[0], saved[1])
    bench.pause(.seconds(1))
    #expect(try result().eco2 == 500)
    try bench.write(0x11, 0, 0)
    bench.pause(.seconds(1))
    #expect(try result().eco2 == 400)
    try bench.write(Self.resetKey)
    bench.pause(.milliseconds(2))
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(1200))
    #expect(try mailbox(0x11, count: 2) == saved)
  }

  @Test("a reset needs its key and leads back to boot mode")
  func resets() throws {
    try startApplication()
    try bench.write([0xFF, 0x11, 0xE5, 0x72, 0x8B])
    #expect(try mailbox(0x00) == [0x90])
    try bench.write(Self.resetKey)
    #expect(throws: I2CError.self) { try mailbox(0x00) }
    bench.pause(.milliseconds(2))
    #expect(try mailbox(0x00) == [0x10])
  }

  @Test("a reset forgets an error, the mode and the environment it was told")
  func resetForgets() throws {
    try startApplication()
    try bench.write(0x01, 0x50)
    #expect(try mailbox(0x00) == [0x91])
    try bench.write(0x01, 0x10)
    try bench.write(Self.resetKey)
    bench.pause(.milliseconds(2))
    #expect(try mailbox(0x00) == [0x10])
    #expect(try mailbox(0xE0) == [0x00])
    try startApplication()
    #expect(try mailbox(0x01) == [0x00])
  }

  @Test("a write without bytes changes nothing")
  func emptyWrite() throws {
    #expect(part.write([UInt8]().span) == nil)
    #expect(try mailbox(0x00) == [0x10])
  }

  @Test("APP_START in the application is an error")
  func startsTwice() throws {
    try startApplication()
    try bench.write(0xF4)
    #expect(try mailbox(0x00) == [0x91])
    #expect(try mailbox(0xE0) == [0x01])
  }

  @Test(
    "versions are those of a part in the field; ALG_RESULT_DATA ends with status, error and raw")
  func versionsAndResult() throws {
    #expect(try mailbox(0x21) == [0x12])
    #expect(try mailbox(0x23, count: 2) == [0x10, 0x00])
    try startApplication()
    try bench.write(0x01, 0x10)
    bench.pause(.seconds(2))
    try bench.write(0x01, 0x70)
    let raw = try mailbox(0x03, count: 2)
    let bytes = try mailbox(0x02, count: 8)
    #expect(Array(bytes[4..<8]) == [0x91, 0x04] + raw)
    #expect(try mailbox(0x01) == [0x10])
  }

  @Test("MEAS_MODE keeps its bits, those that are reserved read as zero")
  func measurementModeBits() throws {
    try startApplication()
    try bench.write(0x01, 0x9F)
    #expect(try mailbox(0x01) == [0x1C])
    try bench.write(0x10, 1, 2, 3, 4, 5)  // thresholds
    #expect(try mailbox(0xE0) == [0x00])
    #expect(try mailbox(0x10) == [0xFF])
    #expect(try mailbox(0xE0) == [0x02])
  }

  @Test("the same seed gives the same bytes, however often it is read")
  func isDeterministic() throws {
    func run(seed: UInt64, readsOften: Bool) throws -> [UInt8] {
      let part = CCS811Model(world: World(scenario: .milanWalk), seed: seed)
      let bench = Bench(part, at: 0x5B)
      bench.pause(.milliseconds(20))
      try bench.write(0xF4)
      bench.pause(.milliseconds(1))
      try bench.write(0x01, 0x10)
      for _ in 0..<(readsOften ? 500 : 0) { _ = try bench.read(8, after: [0x02]) }
      bench.clock.advance(to: .seconds(60))
      return try bench.read(8, after: [0x02])
    }
    #expect(try run(seed: 3, readsOften: false) == run(seed: 3, readsOften: true))
    #expect(try Set([3, 4, 5, 6].map { try run(seed: $0, readsOften: false) }).count > 1)
  }
}
