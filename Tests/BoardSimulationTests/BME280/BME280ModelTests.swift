@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("BME280 model, byte by byte")
struct BME280ModelTests {
  private let part: BME280Model
  private let bench: Bench
  private static let unmeasured: [UInt8] = [0x80, 0, 0, 0x80, 0, 0, 0x80, 0]

  init() {
    part = BME280Model(world: World(fixed: WorldState()), seed: 1)
    bench = Bench(part, at: 0x77)
    bench.pause(.milliseconds(2))
  }

  private func data() throws -> [UInt8] { try bench.read(8, after: [0xF7]) }
  private func register(_ register: UInt8) throws -> UInt8 {
    try bench.read(1, after: [register])[0]
  }

  @Test("identity and calibration are those of the part, read on from register to register")
  func identity() throws {
    #expect(try register(0xD0) == 0x60)
    #expect(try bench.read(26, after: [0x88]) == BME280Trimming.standard.low)
    #expect(try bench.read(8, after: [0xE1]) == BME280Trimming.standard.high + [0xD0])
    #expect(try register(0xE0) == 0)
  }

  @Test("data registers hold their reset values before the first conversion")
  func resetValues() throws {
    #expect(try data() == Self.unmeasured)
    #expect(try bench.read(4, after: [0xF2]) == [0, 0, 0, 0])
  }

  @Test("a forced conversion takes its time, shows it in the status, and goes back to sleep")
  func forcedConversion() throws {
    try bench.write(0xF2, 0x01)
    try bench.write(0xF4, 0x25)
    #expect(try register(0xF3) == 9)  // copies calibration first
    bench.pause(.microseconds(200))
    #expect(try register(0xF3) == 8)
    bench.pause(.microseconds(7610))
    #expect(try data() == Self.unmeasured)
    bench.pause(.microseconds(300))
    #expect(try register(0xF3) == 0)
    #expect(try register(0xF4) == 0x24)
    let first = try data()
    #expect(first != Self.unmeasured)
    bench.pause(.seconds(10))
    #expect(try data() == first)
  }

  @Test(
    "a conversion takes as long as its oversampling needs",
    arguments: [
      (humidity: UInt8(1), control: UInt8(0x25), microseconds: 9300),
      (humidity: 1, control: 0x55, microseconds: 46_100),
      (humidity: 5, control: 0xB5, microseconds: 112_800),
      (humidity: 0, control: 0x21, microseconds: 3550),
    ])
  func conversionTime(humidity: UInt8, control: UInt8, microseconds: Int) throws {
    try bench.write([0xF2, humidity, 0xF4, control])
    let start = bench.clock.now - .microseconds(10)  // the STOP came after
    // A status read is sampled 290 µs after its beginning: two addresses, a register, two STARTs.
    bench.clock.advance(to: start + .microseconds(microseconds - 290 - 10))
    #expect(try register(0xF3) == 8)
    #expect(try register(0xF3) == 0)
  }

  @Test("ctrl_hum comes into force with the next write of ctrl_meas")
  func humidityIsLatched() throws {
    try bench.write(0xF4, 0x25)
    try bench.write(0xF2, 0x01)
    bench.pause(.milliseconds(20))
    #expect(Array(try data().suffix(2)) == [0x80, 0])
    try bench.write(0xF4, 0x25)
    bench.pause(.milliseconds(20))
    #expect(Array(try data().suffix(2)) != [0x80, 0])
  }

  @Test("what is skipped reads as never measured")
  func skipping() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x01])
    bench.pause(.milliseconds(20))
    #expect(Array(try data().prefix(6)) == Array(Self.unmeasured.prefix(6)))
    try bench.write([0xF2, 0x00, 0xF4, 0x21])
    bench.pause(.milliseconds(20))
    let bytes = try data()
    #expect(Array(bytes[0..<3]) == [0x80, 0, 0])
    #expect(Array(bytes[3..<6]) != [0x80, 0, 0])
    #expect(Array(bytes[6..<8]) == [0x80, 0])
  }

  @Test("normal mode converts again after the standby time", arguments: Array(0..<8))
  func normalMode(code: UInt8) throws {
    let standby: [Duration] = [
      .microseconds(500), .microseconds(62_500), .milliseconds(125), .milliseconds(250),
      .milliseconds(500), .seconds(1), .milliseconds(10), .milliseconds(20),
    ]
    try bench.write(0xF5, code << 5)
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    bench.pause(.microseconds(9300))
    #expect(try register(0xF4) == 0x27)
    let first = try data()
    #expect(first != Self.unmeasured)
    bench.pause(standby[Int(code)] + .microseconds(9300))
    #expect(try data() != first)
  }

  @Test("sleep stops normal mode once the running conversion is done")
  func sleepWaits() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    bench.pause(.milliseconds(4))
    try bench.write(0xF4, 0x24)
    #expect(try register(0xF3) == 8)
    bench.pause(.milliseconds(9))
    #expect(try register(0xF3) == 0)
    #expect(try register(0xF4) == 0x24)
    let last = try data()
    #expect(last != Self.unmeasured)
    bench.pause(.seconds(1))
    #expect(try data() == last)
  }

  @Test("an order that comes while it rests between two conversions is carried out at once")
  func ordersBetweenConversions() throws {
    try bench.write(0xF5, 5 << 5)  // a second of rest
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    bench.pause(.milliseconds(100))
    #expect(try register(0xF3) == 0)
    try bench.write(0xF4, 0x24)
    #expect(try register(0xF4) == 0x24)
  }

  @Test("an order that comes at the instant a conversion begins waits for its end as well")
  func ordersOfOneInstant() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x25, 0xF4, 0x24])
    #expect(try register(0xF3) == 9)
    bench.pause(.milliseconds(20))
    #expect(try data() != Self.unmeasured)
  }

  @Test("an order that waited for the running conversion is carried out once")
  func carriesOutOnce() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    bench.pause(.milliseconds(4))
    try bench.write(0xF4, 0x24)
    bench.pause(.milliseconds(20))
    try bench.write(0xF4, 0x27)
    bench.pause(.milliseconds(20))
    #expect(try register(0xF4) == 0x27)
    let first = try data()
    bench.pause(.milliseconds(20))
    #expect(try data() != first)
  }

  @Test("config takes a write in sleep mode only")
  func configNeedsSleep() throws {
    try bench.write(0xF4, 0x27)
    try bench.write(0xF5, 0x10)
    #expect(try register(0xF5) == 0)
    try bench.write(0xF4, 0x24)
    bench.pause(.milliseconds(20))
    try bench.write(0xF5, 0x12)
    #expect(try register(0xF5) == 0x10)  // bit 1 does not exist
  }

  @Test("a write of several registers is pairs, and does not count on by itself")
  func writesArePairs() throws {
    try bench.write([0xF2, 0x05, 0xF5, 0x0C])
    #expect(try bench.read(4, after: [0xF2]) == [0x05, 0x00, 0x00, 0x0C])
    #expect(try register(0x05) == 0)
  }

  @Test("a reset forgets everything and copies calibration for 2 ms")
  func resets() throws {
    try bench.write([0xF2, 0x01, 0xF4, 0x27])
    bench.pause(.milliseconds(20))
    try bench.write(0xE0, 0xB5)  // not the word
    #expect(try register(0xF4) == 0x27)
    try bench.write(0xE0, 0xB6)
    #expect(try register(0xF3) == 1)
    #expect(try bench.read(2, after: [0x88]) == [0, 0])
    try bench.write(0xF4, 0x27)
    bench.pause(.milliseconds(2))
    #expect(try register(0xF3) == 0)
    #expect(try register(0xF4) == 0)
    #expect(try data() == Self.unmeasured)
    #expect(try bench.read(2, after: [0x88]) == [0xB1, 0x6F])
  }

  @Test("raw values are those that the part with these coefficients was seen to have")
  func knownRawValues() throws {
    // The unit test of the Rust driver bme280-rs gives the values for the standard part's calibration. Raw
    // 0x84510, 0x4F570 and 0x5EB4 are t_fine 0x22391, 0x018B663F / 256 Pa and 0x8399 / 1024 %.
    let air = WorldState(
      temperature: Double(0x22391) / 5120, humidity: Double(0x8399) / 1024,
      pressure: Double(0x018B_663F) / 256)
    let part = BME280Model(world: World(fixed: air), seed: 1, realism: .ideal)
    let bench = Bench(part, at: 0x77)
    bench.pause(.milliseconds(2))
    try bench.write([0xF2, 0x05, 0xF4, 0xB5])
    bench.pause(.milliseconds(113))
    let bytes = try bench.read(8, after: [0xF7]).map { Int($0) }
    let pressure = bytes[0] << 12 | bytes[1] << 4 | bytes[2] >> 4
    let temperature = bytes[3] << 12 | bytes[4] << 4 | bytes[5] >> 4
    #expect(abs(temperature - 0x84510) <= 8)  // eight raw values share one result
    #expect(abs(pressure - 0x4F570) <= 1)
    #expect(abs((bytes[6] << 8 | bytes[7]) - 0x5EB4) <= 1)
  }

  @Test("the part says nothing in the 2 ms after power-up, whenever that is", arguments: [0, 3600])
  func startsUp(second: Int) throws {
    bench.clock.advance(to: .seconds(second))
    let clock = bench.clock
    #expect(bench.bus.setPower(isOn: false, at: bench.address))
    #expect(bench.bus.setPower(isOn: true, at: bench.address))
    let start = clock.now
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) { try register(0xD0) }
    clock.advance(to: start + .milliseconds(2) - .microseconds(101))  // the address takes 100
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) { try register(0xD0) }
    #expect(try register(0xD0) == 0x60)
    #expect(try bench.read(2, after: [0x88]) == [0xB1, 0x6F])
  }

  @Test("the same seed gives the same bytes, however often and when it is read")
  func isDeterministic() throws {
    let (quiet, eager) = (Self.normalPart(), Self.normalPart())
    try quiet.write([0xF2, 0x01, 0xF4, 0x57])
    try eager.write([0xF2, 0x01, 0xF4, 0x57])
    for _ in 0..<300 { _ = try eager.read(8, after: [0xF7]) }
    #expect(quiet.clock.now < eager.clock.now)
    quiet.clock.advance(to: .seconds(2))
    eager.clock.advance(to: .seconds(2))
    #expect(try quiet.read(8, after: [0xF7]) == eager.read(8, after: [0xF7]))
  }

  private static func normalPart() -> Bench {
    let bench = Bench(BME280Model(world: World(scenario: .milanWalk), seed: 5), at: 0x77)
    bench.pause(.milliseconds(2))
    return bench
  }

  @Test("other seeds give other noise, and without noise there is none")
  func noise() throws {
    func conversions(seed: UInt64, _ realism: PartRealism) throws -> [[UInt8]] {
      let part = BME280Model(world: World(fixed: WorldState()), seed: seed, realism: realism)
      let bench = Bench(part, at: 0x77)
      bench.pause(.milliseconds(2))
      return try (0..<5).map { _ in
        try bench.write([0xF2, 0x01, 0xF4, 0x25])
        bench.pause(.milliseconds(10))
        return try bench.read(8, after: [0xF7])
      }
    }
    #expect(try conversions(seed: 1, .real) == conversions(seed: 1, .real))
    #expect(try conversions(seed: 1, .real) != conversions(seed: 2, .real))
    #expect(Set(try conversions(seed: 1, .real)).count == 5)
    #expect(Set(try conversions(seed: 1, .ideal)).count == 1)
  }
}
