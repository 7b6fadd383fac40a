import SensorDrivers
import Testing

@testable import BoardSimulation

@Suite("A recorded receiver")
struct RecordedReceiverTests {
  /// Returns the model's output from its first fix on, with a measurement period in ms.
  private static func record(
    seconds: Int, period: UInt64 = 1000, ubx: Bool = true, nmea: Bool = true
  ) -> [UInt8] {
    let bench = ReceiverBench(seed: 3)
    _ = bench.set([
      UBXConfigurationItem(.measurementPeriod, period),
      UBXConfigurationItem(.outputNavPVT, ubx ? 1 : 0),
      UBXConfigurationItem(.outputNavHPPosLLH, ubx ? 1 : 0),
      UBXConfigurationItem(.i2cOutputNMEA, nmea ? 1 : 0),
    ])
    bench.run(until: .milliseconds(60_500))
    return bench.run(until: .milliseconds(60_500 + 1000 * seconds))
  }

  /// Plays a log and returns the positions that the driver reads within a time.
  private static func play(
    _ log: ReceiverLog, for seconds: Int
  ) throws -> (solutions: [UBloxSolution], bus: SimulatedI2CBus, model: RecordedReceiverModel) {
    let bus = SimulatedI2CBus(clock: SimulatedClock())
    let model = RecordedReceiverModel(log, world: World(scenario: .standing))
    bus.attach(model, at: .ublox)
    bus.clock.advance(to: UBloxReceiverModel.startUpTime)
    var driver = UBloxReceiver(on: bus)
    var delay = bus.clock
    try driver.start(delay: &delay)
    var solutions: [UBloxSolution] = []
    while bus.clock.now < .seconds(seconds) {
      if try driver.poll().contains(.solution), let one = driver.solution { solutions.append(one) }
      delay.pause(for: .milliseconds(40))
    }
    return (solutions, bus, model)
  }

  @Test(
    "epochs come at their recorded distances, and the driver reads what was recorded",
    arguments: [(1000, 1), (200, 5), (100, 10)] as [(UInt64, Int)])
  func plays(period: UInt64, rate: Int) throws {
    // Five epochs a second in both protocols would exceed the capacity of a 100 kHz bus.
    let log = try ReceiverLog(Self.record(seconds: 20, period: period, nmea: rate < 5))
    #expect(log.isUBX && log.period == .milliseconds(Int64(period)))
    #expect(abs(log.epochs.count - 20 * rate) <= 1)
    let played = try Self.play(log, for: 12)
    #expect(abs(played.solutions.count - 12 * rate) <= 2 * rate)
    let times = played.solutions.map(\.timeOfWeekMilliseconds)
    #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == UInt32(period) })
    #expect(played.solutions.allSatisfy { $0.position != nil })
    #expect(played.solutions.dropFirst().allSatisfy { $0.isHighPrecision })
  }

  @Test("one of NMEA alone does not answer UBX, and the driver goes on with NMEA")
  func nmeaAlone() throws {
    let log = try ReceiverLog(Self.record(seconds: 20, ubx: false))
    #expect(!log.isUBX)
    let played = try Self.play(log, for: 15)
    #expect(played.solutions.count >= 9)
    #expect(played.solutions.allSatisfy { $0.isFromNMEA && $0.position != nil })
    let height = try #require(played.solutions.first?.position?.height)
    #expect(abs(height - World(scenario: .standing).state(at: .zero).position.height) < 20)
  }

  @Test("after its end it is silent and says so; power brings it back")
  func ends() throws {
    let log = try ReceiverLog(Self.record(seconds: 5))
    let played = try Self.play(log, for: 12)
    #expect((3...5).contains(played.solutions.count))
    #expect(played.model.condition.contains { $0 == ("mode", "ended") })
    #expect(played.model.end(at: .seconds(4)) == nil)
    #expect(played.model.end(at: .seconds(12))?.contains("has ended at board time 4.2 s") == true)
    _ = played.bus.setPower(isOn: false, at: .ublox)
    _ = played.bus.setPower(isOn: true, at: .ublox)
    #expect(played.model.condition.contains { $0 == ("epoch", "0") })
    #expect(played.model.end(at: .seconds(12)) == nil)
  }

  @Test("corrections are counted and change nothing")
  func corrections() throws {
    let log = try ReceiverLog(Self.record(seconds: 5))
    let played = try Self.play(log, for: 3)
    let before = played.model.correctionBytes
    let bytes = [UInt8](repeating: 0xD3, count: 100)
    var bus = played.bus
    try bus.write(bytes.span, to: .ublox)
    #expect(played.model.correctionBytes == before + 100)
  }

  @Test(
    "a configuration is acknowledged, a reset is not, and other polls get their answer alone",
    arguments: [
      (.monVER, [], [.monVER]), (.monVER, [1], []), (.navPVT, [], []),
      (.cfgRATE, [], [.cfgRATE, .ackACK]),
      (.cfgRATE, [200, 0, 1, 0, 1, 0], [.ackACK]), (.cfgVALSET, [0, 1, 0, 0], [.ackACK]),
      (.cfgRST, [0, 0, 0, 0], []),
    ] as [(UBXMessageID, [UInt8], [UBXMessageID])])
  func answers(to messageID: UBXMessageID, payload: [UInt8], with answers: [UBXMessageID]) throws {
    // After its end a log sends nothing of its own.
    let played = try Self.play(try ReceiverLog(Self.record(seconds: 2)), for: 5)
    var (bus, read) = (played.bus, [UInt8](repeating: 0, count: 400))
    try bus.write(UBXFrame(messageID, payload: payload).encode().span, to: .ublox)
    var span = read.mutableSpan
    try bus.read(into: &span, from: .ublox)
    #expect(frames(in: read).map(\.messageID) == answers)
  }

  @Test("a log that is cut keeps its whole messages, and noise in it is left out")
  func cut() throws {
    let whole = Self.record(seconds: 5)
    let log = try ReceiverLog(whole)
    #expect(log.skippedBytes == 0)
    let damaged = try ReceiverLog([0x24, 0xB5, 0x62, 1] + whole.dropLast(7))
    #expect(damaged.epochs.count == log.epochs.count)
    #expect(damaged.skippedBytes > 4)
    #expect(damaged.epochs.last?.messages.count == (log.epochs.last?.messages.count ?? 0) - 1)
  }

  @Test("midnight is no jump, and a gap stays one")
  func midnight() throws {
    func gga(_ time: String) -> [UInt8] {
      let body = Array("GPGGA,\(time),4528.544,N,00913.444,E,1,08,1.0,120,M,47,M,,".utf8)
      let sum = body.reduce(0) { $0 ^ $1 }
      let digits = String(sum, radix: 16, uppercase: true)
      return [0x24] + body + Array("*\(digits.count < 2 ? "0" : "")\(digits)\r\n".utf8)
    }
    let log = try ReceiverLog(["235958", "235959", "000000", "000010"].flatMap(gga))
    #expect(log.epochs.map(\.time) == [0, 1, 2, 12].map { .seconds($0) })
    #expect(throws: ReceiverLogError.backwards(byte: 2 * gga("120000").count)) {
      try ReceiverLog(["120000", "120001", "110000"].flatMap(gga))
    }
  }

  @Test(
    "what cannot stand in for a receiver is refused, with a reason and a remedy",
    arguments: [
      ([], "is empty"), (Array("hello, world".utf8), "no UBX or NMEA message in its 12 bytes"),
      (Array("$GPTXT,01,01,02,u-blox ag - www.u-blox.com*50\r\n".utf8), "neither UBX-NAV-PVT nor"),
      (Array("$GPGGA,,,,,,0,00,99.99,,,,,,*48\r\n".utf8), "none with a time"),
    ] as [([UInt8], String)])
  func refuses(bytes: [UInt8], reason: String) {
    let error = #expect(throws: ReceiverLogError.self) { try ReceiverLog(bytes) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    #expect(
      error?.description.contains("; ") == true || error?.description.contains("record") == true)
  }
}
