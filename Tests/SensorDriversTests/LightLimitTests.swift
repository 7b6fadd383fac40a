import SensorTestKit
import Testing

@testable import SensorDrivers

@Suite("Limits of a BH1750's sensitivities")
struct BH1750LimitTests {
  private static let standard: [Transfer] = [
    .write([0x01]), .write([0x42]), .write([0x65]), .write([0x10]),
  ]
  private static let reduced: [Transfer] = [
    .write([0x01]), .write([0x40]), .write([0x7F]), .write([0x10]),
  ]

  private static func count(_ count: UInt16) -> Transfer {
    .read([UInt8(count >> 8), UInt8(truncatingIfNeeded: count)])
  }

  /// Reads several times, and checks that the whole script was used.
  private static func read(_ script: [Transfer], times: Int) throws -> (
    values: [Double], pauses: [Duration]
  ) {
    let bus = ScriptedBus(script, at: .bh1750)
    var sensor = BH1750(on: bus)
    var delay = RecordingDelay()
    var values: [Double] = []
    for _ in 0..<times { values.append(try sensor.readIlluminance(delay: &delay)) }
    #expect(bus.isUsedUp)
    return (values, delay.pauses)
  }

  /// A count of the reduced sensitivity is 1.855 lx, so 21,565 counts are 39,999.6 lx.
  @Test(
    "the reduced sensitivity is left below 40,000 lx",
    arguments: [(21_565, true), (21_566, false)] as [(UInt16, Bool)])
  func limit(count: UInt16, isLeft: Bool) throws {
    let first = Self.standard + [Self.count(.max)] + Self.reduced + [Self.count(count)]
    let second = (isLeft ? Self.standard : []) + [Self.count(1200)]
    let (values, pauses) = try Self.read(first + second, times: 2)
    #expect((values[0] < 40_000) == isLeft)
    #expect(values[1].rounded() == (isLeft ? 1000 : 2226))
    #expect(
      pauses == [.microseconds(180_001), .microseconds(80_870)]
        + (isLeft ? [.microseconds(180_001)] : []))
  }

  @Test("the reduced sensitivity has room up to its last count but one")
  func greatest() throws {
    let script = Self.standard + [Self.count(.max)] + Self.reduced + [Self.count(0xFFFE)]
    #expect(try Self.read(script, times: 1).values.map { $0.rounded() } == [121_555])
  }

  @Test("a part that was powered down is started anew, with the standard sensitivity")
  func powerDown() throws {
    let bus = ScriptedBus(
      Self.standard + [Self.count(.max)] + Self.reduced + [Self.count(40_000), .write([0x00])]
        + Self.standard + [Self.count(12)], at: .bh1750)
    var sensor = BH1750(on: bus)
    var delay = RecordingDelay()
    _ = try sensor.readIlluminance(delay: &delay)
    try sensor.powerDown()
    let light = try sensor.readIlluminance(delay: &delay)
    #expect(light == 10 && bus.isUsedUp)
  }

  @Test("after a command that failed the next reading starts anew", arguments: 0..<4)
  func failures(index: Int) throws {
    var failing = Array(Self.standard[...index])
    failing[index].failure = .timedOut(.bh1750)
    let bus = ScriptedBus(failing + Self.standard + [Self.count(12)], at: .bh1750)
    var sensor = BH1750(on: bus)
    var delay = RecordingDelay()
    let thrown = failure { () throws(BH1750Error) in
      _ = try sensor.readIlluminance(delay: &delay)
    }
    let light = try sensor.readIlluminance(delay: &delay)
    #expect(thrown == .transfer(.timedOut(.bh1750), .writing))
    #expect(light == 10 && bus.isUsedUp)
  }
}

@Suite("Limits of a VEML7700's ranges")
struct VEML7700LimitTests {
  /// Source: Vishay 84286, "Command Register Format": gain in bits 12 and 11, integration time in bits 9 to 6;
  /// 84323, "Resolution and Maximum Detection Range".
  @Test(
    "each range has the datasheet's settings and resolution, and waits for its first result",
    arguments: [
      (.eighth25, 0x1300, 2.1504, 30_000), (.eighth100, 0x1000, 0.5376, 112_500),
      (.quarter100, 0x1800, 0.2688, 112_500), (.single100, 0x0000, 0.0672, 112_500),
      (.double100, 0x0800, 0.0336, 112_500), (.double200, 0x0840, 0.0168, 222_500),
      (.double400, 0x0880, 0.0084, 442_500), (.double800, 0x08C0, 0.0042, 882_500),
    ] as [(VEML7700Range, UInt16, Double, Int)])
  func ranges(range: VEML7700Range, configuration: UInt16, lux: Double, microseconds: Int) {
    #expect(range.configuration == configuration)
    #expect(abs(range.luxPerCount - lux) < 1e-12)
    #expect(range.firstResultTime == .microseconds(microseconds))
  }

  @Test(
    "a result of 100 to 10,000 counts suits, another one tells the range that would suit",
    arguments: [
      (.eighth100, 100, nil), (.eighth100, 10_000, nil), (.eighth100, 10_001, .eighth25),
      (.eighth100, 99, .double400), (.eighth100, 78, .double400), (.eighth100, 77, .double800),
      (.eighth25, 100, nil), (.eighth25, 99, .double100), (.eighth25, 78, .double100),
      (.eighth25, 77, .double200), (.eighth25, 39, .double200), (.eighth25, 38, .double400),
      (.eighth25, 18, .double800), (.eighth25, 10_001, nil), (.eighth25, .max, nil),
      (.double100, 10_001, .single100), (.double100, 20_001, .single100),
      (.double100, 20_002, .quarter100), (.double100, 65_534, .quarter100),
      (.double100, .max, .eighth25), (.double800, 99, nil), (.double800, 0, nil),
      (.double800, 10_001, .double400),
    ] as [(VEML7700Range, UInt16, VEML7700Range?)])
  func better(range: VEML7700Range, count: UInt16, better: VEML7700Range?) {
    #expect(range.better(for: count) == better)
  }

  private static let start: [Transfer] = [
    .read([0x81, 0xC4], after: [0x07]), .write([0x00, 0x01, 0x00]), .write([0x03, 0x00, 0x00]),
  ]
  private static let reading: [Transfer] = [
    .write([0x00, 0x00, 0x10]), .read([0x00, 0x10], after: [0x00]),
    .read([0x64, 0x00], after: [0x04]),
  ]

  @Test("a part that is started again is measured in the first range, after its first result")
  func startsAgain() throws {
    let finest: [Transfer] = [
      .write([0x00, 0x00, 0x10]), .read([0x00, 0x10], after: [0x00]),
      .read([0x01, 0x00], after: [0x04]), .write([0x00, 0xC0, 0x08]),
      .read([0xC0, 0x08], after: [0x00]), .read([0xEE, 0x00], after: [0x04]),
    ]
    let bus = ScriptedBus(Self.start + finest + Self.start + Self.reading, at: .veml7700)
    var sensor = VEML7700(on: bus)
    var delay = RecordingDelay()
    for _ in 0..<2 {
      try sensor.start()
      _ = try sensor.readIlluminance(delay: &delay)
    }
    #expect(delay.pauses.count == 3 && bus.isUsedUp)
  }

  @Test("after a range that could not be set the next reading sets it again")
  func setsAgain() throws {
    var failing = Self.reading[0]
    failing.failure = .timedOut(.veml7700)
    let bus = ScriptedBus(Self.start + [failing] + Self.reading, at: .veml7700)
    var sensor = VEML7700(on: bus)
    var delay = RecordingDelay()
    try sensor.start()
    let thrown = failure { () throws(VEML7700Error) in
      _ = try sensor.readIlluminance(delay: &delay)
    }
    let light = try sensor.readIlluminance(delay: &delay)
    #expect(thrown == .transfer(.timedOut(.veml7700), .writing, .configuration))
    #expect(abs(light - 54.1177) < 1e-4 && bus.isUsedUp)
  }
}
