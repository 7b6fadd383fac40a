import NMEA
import SensorDrivers
import SensorTestKit
import Testing

@Suite("u-blox receiver: NMEA alone")
struct NMEAReceiverTests {
  /// Returns a sentence with its checksum and line end.
  static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0) { $0 ^ $1 }
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(digits.utf8.count < 2 ? "0" : "")\(digits)\r\n".utf8)
  }

  /// Returns a started driver for a receiver that sends only NMEA.
  private static func start(_ bus: StreamBus) throws -> UBloxReceiver<StreamBus> {
    var receiver = UBloxReceiver(on: bus)
    var delay = RecordingDelay()
    bus.waiting = sentence("GPTXT,01,01,02,started")
    try receiver.start(delay: &delay)
    return receiver
  }

  private static func solution(of sentences: [String]) throws -> UBloxSolution? {
    let bus = StreamBus()
    var receiver = try start(bus)
    bus.waiting = sentences.flatMap(sentence)
    try receiver.poll()
    return receiver.solution
  }

  static let fixed =
    "GNGGA,164043.90,4528.687746,N,00913.667441,E,4,12,0.61,120.345,M,47.000,M,1.2,0017"
  static let minimum = "GNRMC,164043.90,A,4528.687746,N,00913.667441,E,2.0,90.0,010626,,,R,V"

  @Test("one that leaves UBX unanswered and sends sentences is used, without any configuration")
  func starts() throws {
    let bus = StreamBus()
    _ = try Self.start(bus)
    #expect(bus.writes.count == 3, "three polls of CFG-RATE and nothing else")
  }

  @Test("one that is silent in both is still an error, and one that answers UBX is not NMEA's")
  func refuses() throws {
    let silent = StreamBus()
    var receiver = UBloxReceiver(on: silent)
    var delay = RecordingDelay()
    let error = failure { () throws(UBloxError) in try receiver.start(delay: &delay) }
    #expect(error == .noAnswer(to: .cfgRATE, attempts: 3))
    let bus = StreamBus()
    bus.answers[.cfgRATE] = [CfgRATE().frame.encode()]
    bus.answers[.cfgVALSET] = [UBloxConfigurationTests.accepted]
    var speaker = UBloxReceiver(on: bus)
    try speaker.start(delay: &delay)
    bus.waiting = Self.sentence(Self.minimum) + Self.sentence(Self.fixed)
    #expect(try speaker.poll() == [.sentence])
    #expect(speaker.solution == nil)
  }

  @Test("GGA and RMC make a solution with the state, the time, and both heights")
  func solves() throws {
    let one = try #require(try Self.solution(of: [Self.minimum, Self.fixed]))
    let position = try #require(one.position)
    #expect(one.isFromNMEA && one.carrierSolution == .fixed && one.isDifferential)
    #expect(abs(position.latitude - (45 + 28.687746 / 60)) < 1e-12)
    #expect(abs(position.longitude - (9 + 13.667441 / 60)) < 1e-12)
    #expect(abs(position.height - 167.345) < 1e-9 && one.meanSeaLevelHeightMetres == 120.345)
    #expect(one.satelliteCount == 12 && one.navPVT.positionDOPE2 == 61)
    #expect(one.correctionAge == .milliseconds(1200) && one.stationID == 17)
    #expect(one.horizontalAccuracyMetres == nil && one.verticalAccuracyMetres == nil)
    #expect((one.navPVT.year, one.navPVT.month, one.navPVT.day) == (2026, 6, 1))
    #expect((one.navPVT.hour, one.navPVT.second) == (16, 43))
    #expect(one.navPVT.nanoseconds == 900_000_000)
    #expect(one.navPVT.groundSpeedMillimetresPerSecond == 1029)
    #expect(one.navPVT.headingOfMotionE5 == 9_000_000)
  }

  @Test(
    "the state is that of GGA's quality",
    arguments: [
      (0, NavPVT.FixType.noFix, CarrierSolution.absent, false),
      (1, .threeDimensional, .absent, false), (2, .threeDimensional, .absent, true),
      (4, .threeDimensional, .fixed, true), (5, .threeDimensional, .float, true),
      (6, .deadReckoning, .absent, false), (8, .deadReckoning, .absent, false),
    ])
  func qualities(
    quality: Int, type: NavPVT.FixType, carrier: CarrierSolution, isDifferential: Bool
  ) throws {
    let body = "GPGGA,120000,4528.544,N,00913.444,E,\(quality),08,1.0,120,M,47,M,,"
    let one = try #require(try Self.solution(of: [body]))
    #expect(one.navPVT.fixType == type && one.carrierSolution == carrier)
    #expect(one.isDifferential == isDifferential)
  }

  @Test(
    "what is empty is not known, and never 0",
    arguments: [
      ("GPGGA,120000,,,,,1,08,1.0,120,M,47,M,,", false, false),
      ("GPGGA,120000,4528.544,N,00913.444,E,1,08,1.0,,,47,M,,", false, false),
      ("GPGGA,120000,4528.544,N,00913.444,E,1,08,1.0,120,M,,,,", false, true),
      ("GPGGA,,,,,,0,00,99.99,,,,,,", false, false),
      ("GPGGA,120000,4528.544,N,00913.444,E,1,,,120,M,47,M,,", true, true),
    ])
  func empties(body: String, hasPosition: Bool, hasHeight: Bool) throws {
    let one = try #require(try Self.solution(of: [body]))
    #expect((one.position != nil) == hasPosition)
    #expect((one.meanSeaLevelHeightMetres != nil) == hasHeight)
    #expect(one.navPVT.validity == [] && one.correctionAge == nil && one.stationID == nil)
    #expect(one.navPVT.speedAccuracyMillimetresPerSecond == .max)
    #expect((one.navPVT.fixType == .threeDimensional) == hasPosition)
  }

  @Test("a fix of two dimensions has no height of its own, and GST gives accuracies")
  func othersHelp() throws {
    let gsa = "GPGSA,A,2,01,02,03,,,,,,,,,,3.1,2.0,2.4"
    let flat = try #require(try Self.solution(of: [gsa, Self.fixed]))
    #expect(flat.navPVT.fixType == .twoDimensional && flat.navPVT.positionDOPE2 == 310)
    let gst = "GPGST,164042.90,1.2,0.03,0.02,10,0.03,0.04,0.08"
    let exact = try #require(try Self.solution(of: [gst, Self.fixed]))
    #expect(abs((exact.horizontalAccuracyMetres ?? 0) - 0.05) < 1e-12)
    #expect(exact.verticalAccuracyMetres == 0.08)
    let old = "GPGST,164003.90,1.2,0.03,0.02,10,0.03,0.04,0.08"
    #expect(try Self.solution(of: [old, Self.fixed])?.verticalAccuracyMetres == nil)
  }

  @Test("where RMC follows GGA it is waited for, but not for ever")
  func waits() throws {
    let bus = StreamBus()
    var receiver = try Self.start(bus)
    func poll(_ bodies: String...) throws -> Bool {
      bus.waiting = bodies.flatMap(Self.sentence)
      return try receiver.poll().contains(.solution)
    }
    func gga(_ second: Int) -> String {
      "GPGGA,12000\(second),4528.5,N,00913.4,E,1,08,1,120,M,47,M,,"
    }
    func rmc(_ second: Int) -> String { "GPRMC,12000\(second),A,4528.5,N,00913.4,E,0,0,010626,,,A" }
    #expect(try poll(gga(0), rmc(0)))
    #expect(receiver.solution?.navPVT.validity == [])
    #expect(try !poll(gga(1)))
    #expect(try poll(rmc(1)))
    #expect(receiver.solution?.navPVT.day == 1 && receiver.solution?.navPVT.second == 1)
    #expect(try !poll(gga(2)))
    #expect(try !poll(rmc(1)), "of another epoch")
    #expect(try poll(gga(3)))
    #expect(receiver.solution?.navPVT.validity == [])
  }

  @Test("a damaged sentence among none that is sound is an error, one among others is not")
  func damaged() throws {
    let bus = StreamBus()
    var receiver = try Self.start(bus)
    var wrong = Self.sentence(Self.fixed)
    wrong[20] ^= 1
    bus.waiting = wrong
    let error = failure { () throws(UBloxError) in _ = try receiver.poll() }
    #expect(error == .damaged(messages: 1))
    #expect("\(UBloxError.damaged(messages: 1))".contains("wrong checksum"))
    bus.waiting = wrong + Self.sentence(Self.fixed)
    #expect(try receiver.poll().contains(.solution))
    #expect(receiver.sentenceCounts.badChecksums == 2)
  }

  @Test("a length that stays impossible is an error from the third time on")
  func impossibleLengths() throws {
    let bus = StreamBus()
    bus.bogusLengths = [[UInt8]](repeating: [0xFF, 0xFF], count: 4)
    var receiver = UBloxReceiver(on: bus)
    for _ in 0..<2 { #expect(try receiver.poll() == []) }
    for _ in 0..<2 {
      let error = failure { () throws(UBloxError) in _ = try receiver.poll() }
      #expect(error == .impossibleLength(0xFFFF))
    }
    #expect("\(UBloxError.impossibleLength(0xFFFF))".contains("0xFFFF"))
    bus.waiting = UBloxReceiverTests.epoch(1000)
    #expect(try receiver.poll().contains(.solution))
    bus.bogusLengths = [[UInt8]](repeating: [0xFF, 0xFF], count: 2)
    for _ in 0..<2 { #expect(try receiver.poll() == [], "counted anew") }
  }
}
