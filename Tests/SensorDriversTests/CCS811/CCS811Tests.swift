import SensorDrivers
import SensorTestKit
import Testing

@Suite("CCS811 driver")
struct CCS811Tests {
  static let start: [Transfer] = [
    .read([0x81], after: [0x20]), .write([0xFF, 0x11, 0xE5, 0x72, 0x8A]),
    .read([0x10], after: [0x00]), .write([0xF4]), .read([0x90], after: [0x00]),
    .read([0x11, 0x00], after: [0x24]), .write([0x01, 0x10]),
  ]
  static let result: [Transfer] = [
    .read([0x98], after: [0x00]), .read(bytes("01 C2 00 11 98 00 12 34"), after: [0x02]),
  ]

  /// Starts a driver on a scripted bus and reads one result.
  static func run(
    _ bus: ScriptedBus
  ) -> (Result<CCS811Reading?, CCS811Error>, delay: RecordingDelay) {
    var delay = RecordingDelay()
    var sensor = CCS811(on: bus)
    do throws(CCS811Error) {
      try sensor.start(delay: &delay)
      return (.success(try sensor.readResult()), delay)
    } catch { return (.failure(error), delay) }
  }

  /// Starts a part with a firmware version, then reads one result; the script has to be used up.
  static func read(
    _ script: [Transfer], version: [UInt8] = [0x11, 0x00]
  ) -> Result<CCS811Reading?, CCS811Error> {
    var start = start
    start[5].reply = version
    let bus = ScriptedBus(start + script, at: .ccs811)
    let result = run(bus).0
    #expect(bus.isUsedUp)
    return result
  }

  @Test("starts the application and reads a result")
  func reads() throws {
    let reading = try Self.read(Self.result).get()
    #expect(reading == CCS811Reading(eco2PartsPerMillion: 450, tvocPartsPerBillion: 17))
  }

  static let operations: [(TransferDirection, CCS811Mailbox)] = [
    (.reading, .hardwareID), (.writing, .softwareReset), (.reading, .status),
    (.writing, .applicationStart), (.reading, .status), (.reading, .applicationVersion),
    (.writing, .measurementMode),
    (.reading, .status), (.reading, .algorithmResult),
  ]

  @Test("each failing transfer is named and ends the call", arguments: operations.indices)
  func namesFailedTransfer(index: Int) {
    let bus = ScriptedBus(Self.start + Self.result, at: .ccs811, failingAt: index)
    let (direction, mailbox) = Self.operations[index]
    let expected = CCS811Error.transfer(.timedOut(.ccs811), direction, mailbox)
    #expect(Self.run(bus).0 == .failure(expected))
    #expect(bus.isUsedUp)
    #expect("\(expected)".contains("\(mailbox)"))
  }

  @Test("waits for power-on, reset and the application's start")
  func waits() {
    let (_, delay) = Self.run(ScriptedBus(Self.start + Self.result, at: .ccs811))
    #expect(delay.pauses == [.milliseconds(20), .milliseconds(2), .milliseconds(1)])
  }

  @Test("there is no result before data-ready, nor while the first one is made")
  func reportsNoResult() throws {
    #expect(try Self.read([.read([0x90], after: [0x00])]).get() == nil)
    let zeros = [UInt8](repeating: 0, count: 8)
    #expect(
      try Self.read([.read([0x98], after: [0x00]), .read(zeros, after: [0x02])]).get() == nil)
  }

  @Test(
    "values at the ends of the range of the firmware in the part are believed",
    arguments: [
      ("11 00", "01 90 00 01", 400, 1), ("11 00", "20 00 04 A3", 8192, 1187),
      ("20 00", "20 01 04 A4", 8193, 1188), ("20 01", "72 16 80 00", 29_206, 32_768),
    ] as [(String, String, UInt16, UInt16)])
  func acceptsEnds(version: String, values: String, eco2: UInt16, tvoc: UInt16) throws {
    let result = Self.read(
      [.read([0x98], after: [0x00]), .read(bytes(values + " 98 00 00 00"), after: [0x02])],
      version: bytes(version))
    #expect(
      try result.get() == CCS811Reading(eco2PartsPerMillion: eco2, tvocPartsPerBillion: tvoc))
  }

  @Test(
    "values beyond the range of the firmware in the part are refused",
    arguments: [
      ("11 00", "FF FF FF FF"), ("11 00", "00 05 00 00"), ("11 00", "00 00 00 05"),
      ("11 00", "01 8F 00 00"), ("11 00", "20 01 00 00"), ("11 00", "01 90 04 A4"),
      ("20 00", "72 17 00 00"), ("20 00", "01 90 80 01"),
    ])
  func refusesImplausible(version: String, values: String) {
    let result = Self.read(
      [.read([0x98], after: [0x00]), .read(bytes(values + " 98 00 00 00"), after: [0x02])],
      version: bytes(version))
    guard case .failure(.implausible(_, let ranges)) = result else {
      Issue.record("got \(result)")
      return
    }
    #expect(ranges == (version == "11 00" ? .version1 : .version2))
  }

  @Test("the first result is that of clean air in any air, and does not count; the next one does")
  func dropsFirst() throws {
    let clean: [Transfer] = [
      .read([0x98], after: [0x00]), .read(bytes("01 90 00 00 98 00 00 00"), after: [0x02]),
    ]
    #expect(try Self.read(clean).get() == nil)
    var delay = RecordingDelay()
    let bus = ScriptedBus(Self.start + clean + clean, at: .ccs811)
    var sensor = CCS811(on: bus)
    try sensor.start(delay: &delay)
    _ = try sensor.readResult()
    let second = try sensor.readResult()
    #expect(second == CCS811Reading(eco2PartsPerMillion: 400, tvocPartsPerBillion: 0))
    #expect(bus.isUsedUp)
  }

  @Test("firmware of an unknown version is refused", arguments: [0x00, 0x30, 0xFF])
  func refusesVersion(major: UInt8) {
    var script = Array(Self.start[...5])
    script[5].reply = [major, 0xFF]
    let result = Self.run(ScriptedBus(script, at: .ccs811)).0
    #expect(result == .failure(.unknownVersion(UInt16(major) << 8 | 0xFF)))
  }

  @Test("bits that STATUS never has are the bus's", arguments: [0x02, 0x04, 0x20, 0x40, 0x67])
  func refusesStatus(bits: UInt8) {
    let result = Self.read([.read([0x98 | bits], after: [0x00])])
    #expect(result == .failure(.corrupted(.status, 0x98 | bits)))
  }

  @Test(
    "a result that ends in bytes no part sends is refused, whatever its values are",
    arguments: [
      ("01 C2 00 FF FF FF FF FF", UInt8(0xFF)), ("01 C2 00 11 FF FF FF FF", 0xFF),
      ("01 C2 00 11 98 FF FF FF", 0xFF), ("01 C2 00 11 9A 00 00 00", 0x9A),
      ("01 C2 00 11 98 40 00 00", 0x40), ("01 C2 00 11 98 80 00 00", 0x80),
    ])
  func refusesCorruptedResult(values: String, byte: UInt8) {
    let result = Self.read([.read([0x98], after: [0x00]), .read(bytes(values), after: [0x02])])
    #expect(result == .failure(.corrupted(.algorithmResult, byte)))
  }

  @Test(
    "the STATUS byte inside a result need not have its data-ready bit", arguments: [0x90, 0x91])
  func believesOldStatus(status: UInt8) throws {
    let result = Self.read([
      .read([0x98], after: [0x00]), .read(bytes("01 C2 00 11") + [status, 0, 0, 0], after: [0x02]),
    ])
    #expect(try result.get() != nil)
  }

  @Test("faults that no part has are the bus's")
  func refusesFaults() {
    let result = Self.read([.read([0x91], after: [0x00]), .read([0xFF], after: [0xE0])])
    #expect(result == .failure(.corrupted(.errorID, 0xFF)))
  }

  @Test("faults are read and named")
  func namesFaults() {
    let result = Self.read([.read([0x91], after: [0x00]), .read([0x30], after: [0xE0])])
    #expect(result == .failure(.faults([.heaterFault, .heaterSupply])))
    let text = "\(CCS811Error.faults([.heaterFault, .heaterSupply]))"
    #expect(text.contains("HEATER_FAULT (the heater's current is out of range), HEATER_SUPPLY"))
  }

  @Test("each fault has the datasheet's bit and name")
  func knowsFaults() {
    let names = [
      "WRITE_REG_INVALID", "READ_REG_INVALID", "MEASMODE_INVALID", "MAX_RESISTANCE",
      "HEATER_FAULT", "HEATER_SUPPLY",
    ]
    for (bit, name) in names.enumerated() {
      #expect("\(CCS811Faults(rawValue: 1 << bit))".hasPrefix(name + " ("))
    }
    #expect("\(CCS811Faults(rawValue: 0xC0))" == "no fault (0xC0)")
  }

  @Test("a part that fell back to its boot loader is an error")
  func noticesFallback() {
    let result = Self.read([.read([0x10], after: [0x00])])
    #expect(result == .failure(.notInApplication([.applicationValid])))
  }

  @Test(
    "a start that goes wrong says what is wrong",
    arguments: [
      (0, UInt8(0x00), CCS811Error.unexpectedHardwareID(0x00, at: .ccs811)),
      (2, 0x00, .noApplication([])),
      (2, 0x90, .notReset([.applicationMode, .applicationValid])),
      (4, 0x10, .notInApplication([.applicationValid])),
    ])
  func reportsFailedStart(index: Int, reply: UInt8, expected: CCS811Error) {
    var script = Array(Self.start[...index])
    script[index].reply = [reply]
    let bus = ScriptedBus(script, at: .ccs811)
    #expect(Self.run(bus).0 == .failure(expected))
    #expect(bus.isUsedUp)
  }

  @Test("environment and baseline go to their mailboxes")
  func writesMailboxes() throws {
    var delay = RecordingDelay()
    let bus = ScriptedBus(
      Self.start + [
        .write(bytes("05 61 00 61 00")), .read([0xA4, 0x7B], after: [0x11]),
        .write([0x11, 0xA4, 0x7B]),
      ], at: .ccs811)
    var sensor = CCS811(on: bus)
    try sensor.start(delay: &delay)
    try sensor.compensate(
      for: CCS811Environment(humidityPercent: 48.5, temperatureCelsius: 23.5))
    let baseline = try sensor.baseline()
    try sensor.restore(baseline: baseline)
    #expect(baseline.span.array == [0xA4, 0x7B])
    #expect(bus.isUsedUp)
  }

  @Test("nothing is transferred after a failed restart")
  func needsRestart() throws {
    var delay = RecordingDelay()
    let bus = ScriptedBus(Self.start + [.read([0x00], after: [0x20])], at: .ccs811)
    var sensor = CCS811(on: bus)
    try sensor.start(delay: &delay)
    #expect(failure { () throws(CCS811Error) in try sensor.start(delay: &delay) } != nil)
    #expect(failure { () throws(CCS811Error) in _ = try sensor.readResult() } == .notStarted)
    #expect(bus.isUsedUp)
  }

  @Test("nothing is transferred before the start")
  func needsStart() {
    var sensor = CCS811(on: ScriptedBus([], at: .ccs811))
    let environment = CCS811Environment(humidityPercent: 50, temperatureCelsius: 25)
    #expect(failure { () throws(CCS811Error) in _ = try sensor.readResult() } == .notStarted)
    #expect(
      failure { () throws(CCS811Error) in try sensor.compensate(for: environment) } == .notStarted)
    #expect(failure { () throws(CCS811Error) in _ = try sensor.baseline() } == .notStarted)
    #expect(
      failure { () throws(CCS811Error) in try sensor.restore(baseline: [0, 0]) } == .notStarted)
  }
}

@Suite("CCS811 ENV_DATA")
struct CCS811EnvironmentTests {
  @Test(
    "is encoded to the nearest step, humidity first",
    arguments: [
      (48.5, 23.5, "61 00 61 00"), (50, 25, "64 00 64 00"), (42.348, 23.2, "54 B2 60 66"),
    ])
  func encodes(humidity: Double, temperature: Double, expected: String) {
    let environment = CCS811Environment(
      humidityPercent: humidity, temperatureCelsius: temperature)
    #expect(environment.encode().span.array == bytes(expected))
  }

  @Test(
    "is clamped to what the mailbox can hold",
    arguments: [
      (-3.0, -40.0, "00 00 00 00"), (130, 25, "C8 00 64 00"), (50, 200, "64 00 FF FF"),
      (.infinity, -.infinity, "C8 00 00 00"), (.nan, .nan, "64 00 64 00"),
    ])
  func clamps(humidity: Double, temperature: Double, expected: String) {
    let environment = CCS811Environment(
      humidityPercent: humidity, temperatureCelsius: temperature)
    #expect(environment.encode().span.array == bytes(expected))
  }

  @Test("is decoded within half a step", arguments: [(0.0, -25.0), (42.348, 23.2), (100, 85)])
  func roundTrips(humidity: Double, temperature: Double) {
    let encoded = CCS811Environment(humidityPercent: humidity, temperatureCelsius: temperature)
      .encode()
    let decoded = CCS811Environment(decoding: encoded.span)
    #expect(abs(decoded.humidityPercent - humidity) <= 0.5 / 512)
    #expect(abs(decoded.temperatureCelsius - temperature) <= 0.5 / 512)
  }
}
