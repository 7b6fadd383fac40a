@testable import BoardSimulation
import SensorDrivers
import Testing

@Suite("SPS30 model, byte by byte")
struct SPS30ModelTests {
  private let part: SPS30Model
  private let bench: Bench
  private static let dense = ParticulateState(fineMass: 60, coarseMass: 40)
  private static let startFloat: [UInt8] = [0x00, 0x10, 0x03, 0x00, 0xAC]
  private static let startInteger: [UInt8] = [0x00, 0x10, 0x05, 0x00, 0xF6]

  init() {
    let world = World(fixed: WorldState(particulates: Self.dense))
    part = SPS30Model(world: world, seed: 0xABC, realism: .ideal)
    bench = Bench(part, at: 0x69)
    bench.pause(.milliseconds(100))
  }

  /// Sends a command and reads the response in a separate transfer.
  private func ask(_ command: UInt16, count: Int) throws -> [UInt8] {
    try bench.write(UInt8(command >> 8), UInt8(truncatingIfNeeded: command))
    bench.pause(.milliseconds(20))
    return try bench.read(count)
  }

  private func start(_ command: [UInt8] = startFloat) throws {
    try bench.write(command)
    bench.pause(.milliseconds(20))
  }

  private func floats() throws -> [Float] { Self.floats(in: try ask(0x0300, count: 60)) }

  private static func floats(in bytes: [UInt8]) -> [Float] {
    stride(from: 0, to: 60, by: 6).map { index in
      let high = UInt32(bytes[index]) << 8 | UInt32(bytes[index + 1])
      let low = UInt32(bytes[index + 3]) << 8 | UInt32(bytes[index + 4])
      return Float(bitPattern: high << 16 | low)
    }
  }

  @Test("it tells who it is")
  func identity() throws {
    let type = try ask(0xD002, count: 12)
    #expect(type == [0x30, 0x30, 0xF6, 0x30, 0x38, 0x4F, 0x30, 0x30, 0xF6, 0x30, 0x30, 0xF6])
    let serial = try ask(0xD033, count: 48)
    let characters = serial.enumerated().filter { $0.offset % 3 != 2 }.map(\.element)
    #expect(String(decoding: characters.prefix(16), as: UTF8.self) == "0000000000000ABC")
    #expect(characters.dropFirst(16).allSatisfy { $0 == 0 })
    #expect(try Array(ask(0xD100, count: 3).prefix(2)) == [2, 2])
    part.status = 1 << 21
    #expect(try ask(0xD206, count: 6) == [0x00, 0x20, 0x07, 0x00, 0x00, 0x81])
    try bench.write(0xD2, 0x10)
    bench.pause(.milliseconds(5))
    #expect(try ask(0xD206, count: 6) == [0x00, 0x00, 0x81, 0x00, 0x00, 0x81])
  }

  @Test("a sample comes each second, and data-ready says so until it is read")
  func dataReady() throws {
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
    try start()
    bench.pause(.milliseconds(900))
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
    bench.pause(.milliseconds(100))
    #expect(try ask(0x0202, count: 3) == [0, 1, 0xB0])
    _ = try floats()
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
    bench.pause(.milliseconds(1000))
    #expect(try ask(0x0202, count: 3) == [0, 1, 0xB0])
  }

  @Test("before the first sample all values are zero")
  func zerosFirst() throws {
    try start()
    #expect(try ask(0x0300, count: 60) == (0..<20).flatMap { _ -> [UInt8] in [0, 0, 0x81] })
  }

  @Test("settled values are those of the air, in both formats")
  func values() throws {
    let truth = Self.dense
    try start()
    bench.pause(.seconds(9))
    let values = try floats()
    #expect(
      values
        == [
          truth.mass.pm1, truth.mass.pm25, truth.mass.pm4, truth.mass.pm10, truth.number.pm05,
          truth.number.pm1, truth.number.pm25, truth.number.pm4, truth.number.pm10,
          truth.typicalSize,
        ].map { Float($0) })
    try bench.write(0x01, 0x04)
    bench.pause(.milliseconds(20))
    try start(Self.startInteger)
    bench.pause(.seconds(9))
    let bytes = try ask(0x0300, count: 30)
    let words = stride(from: 0, to: 30, by: 3).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    #expect(words[3] == Int(truth.mass.pm10.rounded()))
    #expect(words[9] == Int((truth.typicalSize * 1000).rounded()))
  }

  @Test(
    "values rise to the truth within 8, 16 or 30 s, the longer the cleaner the air",
    arguments: [(mass: 60.0, seconds: 8), (20, 16), (2, 30)])
  func settles(mass: Double, seconds: Int) throws {
    let air = ParticulateState(fineMass: mass, coarseMass: 0)
    part.world = World(fixed: WorldState(particulates: air))
    try start()
    var last: Float = 0
    for _ in 1..<seconds {
      bench.pause(.milliseconds(958))  // a second with its transfers
      bench.pause(.milliseconds(20))
      let now = try floats()[3]
      #expect(now >= last && now < Float(air.mass.pm10))
      last = now
    }
    bench.pause(.seconds(2))
    #expect(try floats()[3] == Float(air.mass.pm10))
  }

  @Test(
    "how long it settles goes by the number of particles, and halfway it shows 85 %",
    arguments: [
      (number: 99.9, seconds: 30), (100, 16), (199.9, 16), (200, 8),
    ])
  func settlingTime(number: Double, seconds: Int) throws {
    var air = ParticulateState(fineMass: 10, coarseMass: 0)
    air.number.pm10 = number
    func shown(after seconds: Int) throws -> Float {
      let part = SPS30Model(
        world: World(fixed: WorldState(particulates: air)), seed: 1, realism: .ideal)
      let bench = Bench(part, at: 0x69)
      bench.pause(.milliseconds(100))
      try bench.write(Self.startFloat)
      bench.pause(.seconds(seconds))
      try bench.write(0x03, 0x00)
      return Self.floats(in: try bench.read(60))[8]
    }
    #expect(try shown(after: seconds) == Float(number))
    #expect(try shown(after: seconds - 1) < Float(number))
    #expect(abs(try shown(after: seconds / 2) - Float(0.85 * number)) < 1e-4)
  }

  @Test("beyond the part's ranges it shows their ends")
  func ranges() throws {
    part.world = World(
      fixed: WorldState(
        particulates: ParticulateState(
          mass: .init(pm1: -1, pm25: 999, pm4: 1000, pm10: 5000),
          number: .init(pm05: -1, pm1: 2999, pm25: 3000, pm4: 3001, pm10: 1e9), typicalSize: 11)))
    try start()
    bench.pause(.seconds(9))
    #expect(try floats() == [0, 999, 1000, 1000, 0, 2999, 3000, 3000, 3000, 10])
  }

  @Test("it is deaf while busy with a command and for 100 ms after reset")
  func isBusy() throws {
    try bench.write(Self.startFloat)
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) { try bench.write(0x02, 0x02) }
    bench.pause(.milliseconds(20))
    try bench.write(0xD3, 0x04)
    bench.pause(.milliseconds(98))
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) { try bench.write(0x02, 0x02) }
    bench.pause(.milliseconds(2))
    #expect(throws: I2CError.self) { try bench.write(0x03, 0x00) }  // idle again
  }

  @Test(
    "it answers as soon as the maker's drivers read: the interval after 5 ms, the status at once",
    arguments: [(UInt16(0x8004), 5), (0xD206, 0)])
  func answersSoon(command: UInt16, milliseconds: Int) throws {
    try bench.write(UInt8(command >> 8), UInt8(truncatingIfNeeded: command))
    bench.pause(.milliseconds(milliseconds))
    #expect(try bench.read(6).count == 6)
    try bench.write(Self.startFloat)
  }

  @Test("the interval that is written takes 20 ms")
  func writesFlash() throws {
    try bench.write(0x80, 0x04, 0x00, 0x00, 0x81, 0x02, 0x30, 0x9D)
    bench.pause(.milliseconds(15))
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) { try bench.write(0x80, 0x04) }
    bench.pause(.milliseconds(5))
    try bench.write(0x80, 0x04)
  }

  @Test("a read by repeated START finds no answer")
  func refusesRepeatedStart() throws {
    #expect(throws: I2CError.addressNotAcknowledged(bench.address)) {
      try bench.read(3, after: [0x02, 0x02])
    }
  }

  @Test("an answer that is read twice is zeros")
  func answersOnce() throws {
    let type = try ask(0xD002, count: 12)
    let again = try bench.read(12)
    #expect(type != again)
    #expect(again == [0, 0, 0x81, 0, 0, 0x81, 0, 0, 0x81, 0, 0, 0x81])
    try bench.write(0xD2, 0x06)
    bench.pause(.milliseconds(5))
    #expect(try bench.read(8).suffix(2) == [0xFF, 0xFF])
  }

  @Test(
    "what cannot be done is refused at its byte",
    arguments: [
      (bytes: [0x00, 0x10, 0x03, 0x00, 0xAD], index: 4),  // CRC
      (bytes: [0x00, 0x10, 0x04, 0x00, 0x5B], index: 4),  // no such format
      (bytes: [0x00, 0x10], index: 1),  // no format
      (bytes: [0x00, 0x10, 0x03], index: 2),  // half an argument
      (bytes: [0x00, 0x10, 0x03, 0x00], index: 2),  // an argument without its CRC
      (bytes: [0x80, 0x04, 0, 0, 0x81, 0, 0, 0x81, 0], index: 8),  // one byte too many
      (bytes: [0x80, 0x04, 0, 0, 0x81], index: 4),  // half an interval
      (bytes: [0x12, 0x34], index: 1),  // no such command
      (bytes: [0x03, 0x00], index: 1),  // values while idle
      (bytes: [0x56, 0x07], index: 1),  // cleaning while idle
      (bytes: [0x80, 0x04, 0, 0, 0x81, 0, 0, 0x81, 0, 0, 0x81], index: 8),
    ] as [(bytes: [UInt8], index: Int)])
  func refuses(bytes: [UInt8], index: Int) {
    #expect(throws: I2CError.dataNotAcknowledged(bench.address, byteIndex: index)) {
      try bench.write(bytes)
    }
  }

  @Test("fan cleaning keeps the last sample for 10 s")
  func cleans() throws {
    try start()
    bench.pause(.seconds(9))
    let before = try floats()
    try bench.write(0x56, 0x07)
    part.world = World(
      fixed: WorldState(particulates: ParticulateState(fineMass: 0, coarseMass: 0)))
    bench.pause(.seconds(10))
    #expect(try floats() == before)
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
    bench.pause(.seconds(1))
    #expect(try ask(0x0202, count: 3) == [0, 1, 0xB0])
    #expect(try floats()[3] == 0)
  }

  @Test("the cleaning interval is read, set, kept through a reset and obeyed")
  func cleaningInterval() throws {
    #expect(try ask(0x8004, count: 6) == [0x00, 0x09, 0x09, 0x3A, 0x80, 0xA7])
    try bench.write(0x80, 0x04, 0x00, 0x00, 0x81, 0x02, 0x30, 0x9D)
    bench.pause(.milliseconds(20))
    try bench.write(0xD3, 0x04)
    bench.pause(.milliseconds(100))
    #expect(try ask(0x8004, count: 6) == [0x00, 0x00, 0x81, 0x02, 0x30, 0x9D])
    try start()
    bench.pause(.seconds(560))
    _ = try floats()
    bench.pause(.seconds(9))
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
    bench.pause(.seconds(3))
    #expect(try ask(0x0202, count: 3) == [0, 1, 0xB0])
  }

  @Test("a cleaning interval of zero is none")
  func neverCleans() throws {
    try bench.write(0x80, 0x04, 0x00, 0x00, 0x81, 0x00, 0x00, 0x81)
    bench.pause(.milliseconds(20))
    try start()
    for _ in 0..<5 {
      bench.pause(.seconds(1))
      #expect(try ask(0x0202, count: 3) == [0, 1, 0xB0])
      _ = try floats()
    }
  }

  @Test("it sleeps from idle, and the second of two wake-up commands within 100 ms wakes it")
  func sleeps() throws {
    try start()
    #expect(throws: I2CError.self) { try bench.write(0x10, 0x01) }
    try bench.write(0x01, 0x04)
    bench.pause(.milliseconds(20))
    try bench.write(0x10, 0x01)
    bench.pause(.milliseconds(5))
    let asleep = I2CError.addressNotAcknowledged(bench.address)
    #expect(throws: asleep) { try bench.write(0x11, 0x03) }
    bench.pause(.milliseconds(101))
    #expect(throws: asleep) { try bench.write(0x11, 0x03) }
    #expect(throws: I2CError.dataNotAcknowledged(bench.address, byteIndex: 1)) {
      try bench.write(0x02, 0x02)
    }
    try bench.write(0x11, 0x03)
    bench.pause(.milliseconds(5))
    #expect(try ask(0x0202, count: 3) == [0, 0, 0x81])
  }

  @Test("noise keeps size classes in order, and reading more often changes nothing")
  func isDeterministic() throws {
    func run(seed: UInt64, readsOften: Bool) throws -> [UInt8] {
      let bench = Bench(SPS30Model(world: World(scenario: .milanWalk), seed: seed), at: 0x69)
      bench.pause(.milliseconds(100))
      try bench.write(Self.startFloat)
      bench.pause(.milliseconds(20))
      for _ in 0..<(readsOften ? 100 : 0) {
        try bench.write(0x03, 0x00)
        _ = try bench.read(60)
      }
      bench.clock.advance(to: .seconds(60))
      try bench.write(0x03, 0x00)
      return try bench.read(60)
    }
    #expect(try run(seed: 3, readsOften: false) == run(seed: 3, readsOften: true))
    #expect(try run(seed: 3, readsOften: false) != run(seed: 4, readsOften: false))
  }
}
