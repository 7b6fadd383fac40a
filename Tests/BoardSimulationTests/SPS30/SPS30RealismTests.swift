import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("SPS30 model: the part as it is made")
struct SPS30RealismTests {
  /// Returns a settled part's reading of the air.
  private static func measure(
    _ air: ParticulateState, _ realism: PartRealism, seed: UInt64 = 1, humidity: Double = 45
  ) throws -> SPS30Reading {
    try #require(
      try SPS30DriverTests.measure(air, realism: realism, seed: seed, humidity: humidity))
  }

  @Test("fine particles are seen as they are, up to every size")
  func fine() throws {
    let air = ParticulateState(fineMass: 20, coarseMass: 0)
    let (real, ideal) = (try Self.measure(air, .real), try Self.measure(air, .ideal))
    for index in 0..<10 { #expect(abs(real[index] / ideal[index] - 1) < 0.04) }
  }

  @Test("of coarse dust hardly anything is seen, by an ideal part all of it")
  func coarse() throws {
    let (clean, dusty) = (
      ParticulateState(fineMass: 20, coarseMass: 0), ParticulateState(fineMass: 20, coarseMass: 60)
    )
    let real = try (Self.measure(clean, .real), Self.measure(dusty, .real))
    let share = Double(real.1.massPM10 - real.0.massPM10) / 60
    #expect(share > 0.02 && share < 0.25)
    let seen = SPS30Optics.seen(of: dusty, humidity: 40)
    #expect(seen.mass.pm1 == dusty.mass.pm1)
    #expect(seen.number.pm05 == dusty.number.pm05 && seen.number.pm1 == dusty.number.pm1)
    let coarse = seen.mass.pm10 - seen.mass.pm25
    #expect(coarse < 0.2 * (dusty.mass.pm10 - dusty.mass.pm25))
    #expect(try Self.measure(dusty, .ideal).massPM10 == Float(dusty.mass.pm10))
  }

  @Test(
    "classes stay in order whatever is in the air",
    arguments: [(0.0, 0.0), (0, 50), (300, 1), (1, 0)])
  func order(fine: Double, coarse: Double) {
    let air = ParticulateState(fineMass: fine, coarseMass: coarse)
    for humidity in [0, 50, 77, 100] as [Double] {
      expectOrder(of: SPS30Optics.seen(of: air, humidity: humidity))
    }
  }

  private func expectOrder(of seen: ParticulateState) {
    let masses = [seen.mass.pm1, seen.mass.pm25, seen.mass.pm4, seen.mass.pm10]
    let numbers = [
      seen.number.pm05, seen.number.pm1, seen.number.pm25, seen.number.pm4, seen.number.pm10,
    ]
    #expect(masses == masses.sorted() && numbers == numbers.sorted())
    #expect(masses.allSatisfy { $0.isFinite })
  }

  @Test(
    "particles grow with the humidity: not below 50 %, to nearly twice their mass at 90 %, no further"
  )
  func growth() throws {
    let air = ParticulateState(fineMass: 20, coarseMass: 5)
    let dry = SPS30Optics.seen(of: air, humidity: 50)
    #expect(SPS30Optics.seen(of: air, humidity: 5) == dry)
    let damp = SPS30Optics.seen(of: air, humidity: 90)
    // The growth factor is 1 + 0.2 / 1.65 · a / (1 - a), at 0.9 relative to 0.5.
    let factor = (1 + 0.2 / 1.65 * 9) / (1 + 0.2 / 1.65)
    #expect(abs(damp.mass.pm25 / dry.mass.pm25 - factor) < 1e-9)
    #expect(abs(damp.mass.pm1 / dry.mass.pm1 - factor) < 1e-9)
    let more = damp.number.pm05 / dry.number.pm05
    #expect(more > 1.2 && more < factor)
    let size = damp.typicalSize / dry.typicalSize
    #expect(abs(more * size * size * size - factor) < 1e-9, "number by volume is mass")
    #expect(
      SPS30Optics.seen(of: air, humidity: 100) == SPS30Optics.seen(of: air, humidity: 92))
    let steps = (50...100).map { SPS30Optics.growth(humidity: Double($0)) }
    #expect(steps == steps.sorted() && steps[0] == 1)
  }

  @Test("through the driver a real part shows the water, an ideal one does not")
  func dampPart() throws {
    let air = ParticulateState(fineMass: 20, coarseMass: 0)
    let real = try (
      Self.measure(air, .real, humidity: 40), Self.measure(air, .real, humidity: 90)
    )
    #expect(abs(real.1.massPM25 / real.0.massPM25 - 1.86) < 0.06)
    let ideal = try (
      Self.measure(air, .ideal, humidity: 40), Self.measure(air, .ideal, humidity: 90)
    )
    #expect(ideal.0 == ideal.1)
  }

  @Test("a tolerance is within ±10 µg/m³ or 10 %, at it in the worst case, and none in no air")
  func tolerances() {
    for seed in 1..<40 as Range<UInt64> {
      let worst = SPS30Tolerance(seed: seed, realism: PartRealism(tolerance: .worst))
      let typical = SPS30Tolerance(seed: seed, realism: PartRealism(tolerance: .typical))
      #expect(abs(abs(worst.mass(50) - 50) - 10) < 1e-9)
      #expect(abs(abs(worst.mass(400) - 400) - 40) < 1e-9)
      #expect(abs(abs(worst.number(500) - 500) - 100) < 1e-9)
      #expect(abs(abs(worst.number(2000) - 2000) - 200) < 1e-9)
      #expect(worst.mass(0) == 0 && worst.mass(4) >= 0)
      #expect(abs(typical.mass(50) - 50) < 10 && typical.mass(50) != 50)
      #expect(SPS30Tolerance(seed: seed, realism: .real).mass(50) == 50)
      let ideal = PartRealism(isIdeal: true, tolerance: .worst)
      #expect(SPS30Tolerance(seed: seed, realism: ideal).mass(50) == 50)
    }
    let signs = (1..<40 as Range<UInt64>).map {
      SPS30Tolerance(seed: $0, realism: PartRealism(tolerance: .worst)).mass(50) > 50
    }
    #expect(signs.contains(true) && signs.contains(false))
  }

  @Test("the worst part is 10 µg/m³ off through the driver, up to every size")
  func worst() throws {
    let air = ParticulateState(fineMass: 60, coarseMass: 0)
    let (sound, worst) = (
      try Self.measure(air, .real), try Self.measure(air, PartRealism(tolerance: .worst))
    )
    #expect(abs(abs(worst.massPM25 - sound.massPM25) - 10) < 0.6)
  }
}

@Suite("SPS30 model: power, failures and defects, through its driver")
struct SPS30DefectTests {
  private let part = SPS30Model(world: World(fixed: WorldState()), seed: 1, realism: .ideal)
  private let clock = SimulatedClock()
  private let bus: SimulatedI2CBus

  init() {
    bus = SimulatedI2CBus(clock: clock)
    bus.attach(part, at: .sps30, named: "sps30")
    clock.pause(for: .milliseconds(100))
  }

  private func start() throws -> SPS30<SimulatedI2CBus> {
    var driver = SPS30(on: bus)
    var delay = clock
    try driver.start(delay: &delay)
    clock.pause(for: .seconds(31))
    return driver
  }

  private enum Outcome: Equatable {
    case sample(Float)
    case nothing
    case failed(SPS30Error)
  }

  /// Returns the outcome of a read one second later.
  private func outcome(_ driver: inout SPS30<SimulatedI2CBus>) -> Outcome {
    clock.pause(for: .seconds(1))
    var delay = clock
    do throws(SPS30Error) {
      return try driver.readSample(delay: &delay).map { .sample($0.massPM25) } ?? .nothing
    } catch { return .failed(error) }
  }

  private var truth: Outcome { .sample(Float(WorldState().particulates.mass.pm25)) }

  @Test(
    "a failure spoils no value, shows in the status, and is back after a clear while it lasts",
    arguments: [
      (SPS30Failure.laser, SPS30Status.laserError), (.fan, .fanError),
      (.fanSpeed, .fanSpeedWarning),
    ])
  func failures(failure: SPS30Failure, status: SPS30Status) throws {
    var driver = try start()
    var delay = clock
    #expect(outcome(&driver) == truth)
    part.failure = failure
    let outcomes = (0..<4).map { _ in outcome(&driver) }
    #expect(outcomes.last == .failed(.deviceStatus(status)))
    for case .sample(let value) in outcomes { #expect(Outcome.sample(value) == truth) }
    try driver.clearStatus(delay: &delay)
    let cleared = try driver.status(delay: &delay)
    #expect(cleared.isEmpty)
    clock.pause(for: .seconds(2))
    let back = try driver.status(delay: &delay)
    #expect(back == status)
    part.failure = []
    _ = outcome(&driver)
    let afterwards = try driver.status(delay: &delay)
    // The status of a wrong fan speed clears by itself; the status of an error stays.
    #expect(afterwards == (failure == .fanSpeed ? [] : status))
    driver = try start()
    #expect(outcome(&driver) == truth)
  }

  @Test(
    "a failure changes what is measured, for drivers that do not ask",
    arguments: [(SPS30Failure.laser, 0.0), (.fan, 0.02), (.fanSpeed, 0.8)])
  func failuresChangeValues(failure: SPS30Failure, share: Double) throws {
    _ = try start()
    part.failure = failure
    clock.pause(for: .seconds(5))
    _ = bus.transfer(with: .sps30, [.write([0x03, 0x00])])
    let bytes = bus.transfer(with: .sps30, [.read(60)]).readBytes
    let reading = SPS30Reading(decoding: bytes.span)
    let truth = WorldState().particulates.mass.pm25
    #expect(abs(Double(reading.massPM25) - share * truth) < 1e-3)
  }

  @Test("the fan's speed is not looked at in the first three seconds, and twice before it is told")
  func fanStart() {
    var checks = SPS30Checks()
    for second in 1...3 {
      checks.check(.fanSpeed, secondsSinceStart: Double(second))
      #expect(checks.found == [])
    }
    checks.check(.fanSpeed, secondsSinceStart: 4)
    #expect(checks.found == [])
    checks.check(.fanSpeed, secondsSinceStart: 5)
    #expect(checks.found == .fanSpeed)
    checks.check([], secondsSinceStart: 6)
    #expect(checks.found == [])
  }

  @Test("a fan that stands still is told by the second look that finds it so, at any time")
  func fanStop() {
    var checks = SPS30Checks()
    for second in 1...2 {
      checks.check(.fan, secondsSinceStart: Double(second))
      #expect(checks.found == (second == 1 ? [] : .fan))
    }
    checks.check([], secondsSinceStart: 3)
    checks.check(.fan, secondsSinceStart: 4)
    #expect(checks.found == [])
  }

  @Test("a brown-out in a measurement is found with the next sample, and a start heals it")
  func brownOut() throws {
    var driver = try start()
    part.brownOut(at: clock.now)
    #expect(outcome(&driver) == .failed(.notMeasuring))
    driver = try start()
    #expect(outcome(&driver) == truth)
  }

  @Test(
    "a driver starts it from any state: asleep, listening, measuring, in the midst of an answer")
  func anyState() throws {
    var driver = try start()
    var delay = clock
    try driver.stop(delay: &delay)
    try driver.sleep(delay: &delay)
    clock.pause(for: .seconds(1))
    driver = try start()
    #expect(outcome(&driver) == truth)
    try driver.stop(delay: &delay)
    try driver.sleep(delay: &delay)
    _ = bus.transfer(with: .sps30, [.write([0x11, 0x03])])  // listens now
    driver = try start()
    #expect(outcome(&driver) == truth)
    _ = bus.transfer(with: .sps30, [.write([0xD0, 0x02])])
    _ = bus.transfer(with: .sps30, [.read(5)])
    driver = try start()
    #expect(outcome(&driver) == truth)
  }

  @Test("wake-up leaves a measuring part measuring, and an idle one idle")
  func wakeUpWhileAwake() throws {
    var driver = try start()
    var delay = clock
    try driver.wakeUp(delay: &delay)
    #expect(outcome(&driver) == truth)
    try driver.stop(delay: &delay)
    try driver.wakeUp(delay: &delay)
    #expect(outcome(&driver) == .failed(.notMeasuring))
  }

  @Test("wrong product, wrong check bytes and the end of the range are no values")
  func defects() throws {
    var driver = try start()
    part.defects.flags = .saturated
    #expect(outcome(&driver) == .failed(.saturated))
    part.defects.flags = .crc
    #expect(outcome(&driver) == .failed(.checksum(.readDataReady, wordIndex: 0)))
    part.defects.flags = []
    #expect(outcome(&driver) == truth)
    part.defects.flags = .wrongID
    #expect(throws: SPS30Error.unexpectedProductType("00080001")) { _ = try start() }
  }

  @Test("a part that nobody reached for a while is started again without settling anew")
  func goesOn() throws {
    var driver = try start()
    var delay = clock
    #expect(outcome(&driver) == truth)
    _ = bus.add(BoardFault(.nack, from: clock.now, to: clock.now + .seconds(6)))
    #expect(outcome(&driver) != truth)
    clock.pause(for: .seconds(6))
    try driver.start(delay: &delay)
    #expect(outcome(&driver) == truth)
  }

  @Test("a part that never has a sample is no failure of a transfer, and goes on when it may")
  func neverReady() throws {
    var driver = try start()
    #expect(outcome(&driver) == truth)
    part.defects.flags = .notReady
    #expect((0..<5).map { _ in outcome(&driver) } == Array(repeating: .nothing, count: 5))
    part.defects.flags = []
    #expect(outcome(&driver) == truth)
  }

  @Test("a drift multiplies what is there, more and more")
  func drifts() throws {
    var driver = try start()
    _ = bus.add(BoardFault(.drift, from: clock.now, [.rate: 0.2]))
    clock.pause(for: .seconds(1799))
    guard case .sample(let value) = outcome(&driver) else {
      Issue.record("no sample")
      return
    }
    #expect(abs(Double(value) / WorldState().particulates.mass.pm25 - 1.1) < 0.001)
  }

  @Test("power off and on keeps the cleaning interval and forgets the rest")
  func power() throws {
    var driver = try start()
    var delay = clock
    try driver.setAutoCleaningInterval(seconds: 50, delay: &delay)
    part.status = 1 << 4
    clock.pause(for: .seconds(3))
    #expect(bus.setPower(isOn: false, at: .sps30))
    clock.pause(for: .seconds(3))
    #expect(bus.setPower(isOn: true, at: .sps30))
    #expect(part.status == 0)
    clock.pause(for: .milliseconds(98))
    #expect(outcomeOfStart() == .addressNotAcknowledged(.sps30))
    clock.pause(for: .milliseconds(100))
    let interval = try driver.autoCleaningInterval(delay: &delay)
    #expect(interval == .seconds(50))
    // Earlier the part measured for 34 s; the count of seconds has restarted since.
    driver = try start()
    #expect(outcome(&driver) == truth)
  }

  private func outcomeOfStart() -> I2CError? {
    bus.transfer(with: .sps30, [.write([0xD3, 0x04])]).failure
  }
}
