import SensorDrivers
import SensorTestKit
import Testing

@Suite("VEML7700 driver")
struct VEML7700Tests {
  private static let start: [Transfer] = [
    .read([0x81, 0xC4], after: [0x07]), .write([0x00, 0x01, 0x00]), .write([0x03, 0x00, 0x00]),
  ]

  /// Returns the transfer that sets a range by the two bytes of `ALS_CONF`.
  private static func set(_ low: UInt8, _ high: UInt8) -> Transfer { .write([0x00, low, high]) }

  /// Returns the transfers that verify the range and read a count.
  private static func count(_ low: UInt8, _ high: UInt8, _ count: UInt16) -> [Transfer] {
    [
      .read([low, high], after: [0x00]),
      .read([UInt8(truncatingIfNeeded: count), UInt8(count >> 8)], after: [0x04]),
    ]
  }

  private static func read(
    _ script: [Transfer], times: Int = 1
  ) -> (Result<[Double], VEML7700Error>, pauses: [Duration]) {
    let bus = ScriptedBus(start + script, at: .veml7700)
    var sensor = VEML7700(on: bus)
    var delay = RecordingDelay()
    var values: [Double] = []
    defer { #expect(bus.isUsedUp) }
    do throws(VEML7700Error) {
      try sensor.start()
      for _ in 0..<times { values.append(try sensor.readIlluminance(delay: &delay)) }
      return (.success(values), delay.pauses)
    } catch { return (.failure(error), delay.pauses) }
  }

  @Test("begins with gain 1/8 and 100 ms, waits for the first result, and reads from then on")
  func reads() throws {
    let script =
      [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 100) + Self.count(0x00, 0x10, 10_000)
    let (result, pauses) = Self.read(script, times: 2)
    let values = try result.get().map { ($0 * 1e4).rounded() / 1e4 }
    #expect(values == [54.1177, 6786.4486])  // 53.76 and 5,376, corrected
    #expect(pauses.count == 1 && pauses[0] >= .microseconds(102_500))
  }

  @Test("a dim light is measured in the finest range that has room for it, at once")
  func dim() throws {
    // The light of 1 lx gives one count of 0.5376 lx, or 238 counts of 0.0042 lx with gain 2 and 800 ms.
    let script =
      [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 1) + [Self.set(0xC0, 0x08)]
      + Self.count(0xC0, 0x08, 238) + Self.count(0xC0, 0x08, 0)
    let (result, pauses) = Self.read(script, times: 2)
    #expect(try result.get().map { ($0 * 1e4).rounded() / 1e4 } == [1.002, 0])
    #expect(pauses.count == 2 && pauses[1] >= .microseconds(802_500))
  }

  @Test("a bright light is measured in a range that has room for it")
  func bright() throws {
    let script =
      [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 65_535) + [Self.set(0x00, 0x13)]
      + Self.count(0x00, 0x13, 11_000)
    let (result, pauses) = Self.read(script)
    #expect(try result.get().map { $0.rounded() } == [133_259])
    #expect(pauses.count == 2)
  }

  @Test("a part that is at the end of its widest range is an error")
  func saturated() {
    let script =
      [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 65_535) + [Self.set(0x00, 0x13)]
      + Self.count(0x00, 0x13, 65_535)
    #expect(Self.read(script).0 == .failure(.saturated))
  }

  @Test("a light that no range can follow is an error, after a few attempts")
  func unsteady() {
    var script =
      [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 65_535) + [Self.set(0x00, 0x13)]
    for _ in 0..<2 {
      script += Self.count(0x00, 0x13, 99) + [Self.set(0x00, 0x08)]
      script += Self.count(0x00, 0x08, 65_535) + [Self.set(0x00, 0x13)]
    }
    script += Self.count(0x00, 0x13, 99) + [Self.set(0x00, 0x08)]
    #expect(Self.read(script).0 == .failure(.unsteady))
  }

  @Test("settings that are lost are an error, and are set anew with the next reading")
  func settingsLost() throws {
    let bus = ScriptedBus(
      Self.start + [Self.set(0x00, 0x10), .read([0x01, 0x00], after: [0x00])]
        + [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 1000), at: .veml7700)
    var sensor = VEML7700(on: bus)
    var delay = RecordingDelay()
    try sensor.start()
    let lost = failure { () throws(VEML7700Error) in
      _ = try sensor.readIlluminance(delay: &delay)
    }
    #expect(lost == .settingsLost(0x0001))
    let light = try sensor.readIlluminance(delay: &delay)
    #expect(abs(light - 560.9785) < 1e-4)
    #expect(bus.isUsedUp)
  }

  @Test("another part is refused; the high byte of the identity is not looked at")
  func identity() throws {
    var sensor = VEML7700(on: ScriptedBus([.read([0x80, 0xC4], after: [0x07])], at: .veml7700))
    let refused = failure { () throws(VEML7700Error) in try sensor.start() }
    #expect(refused == .unexpectedID(0xC480, at: .veml7700))
    var script = Self.start
    script[0].reply = [0x81, 0xD4]
    var other = VEML7700(on: ScriptedBus(script, at: .veml7700))
    try other.start()
  }

  @Test("each failing transfer is named", arguments: 0..<6)
  func failures(index: Int) {
    let whole = Self.start + [Self.set(0x00, 0x10)] + Self.count(0x00, 0x10, 100)
    let operations: [(TransferDirection, VEML7700Register)] = [
      (.reading, .id), (.writing, .configuration), (.writing, .powerSaving),
      (.writing, .configuration), (.reading, .configuration), (.reading, .light),
    ]
    let bus = ScriptedBus(whole, at: .veml7700, failingAt: index)
    var sensor = VEML7700(on: bus)
    var delay = RecordingDelay()
    let thrown = failure { () throws(VEML7700Error) in
      try sensor.start()
      _ = try sensor.readIlluminance(delay: &delay)
    }
    let (direction, register) = operations[index]
    let expected = VEML7700Error.transfer(.timedOut(.veml7700), direction, register)
    #expect(thrown == expected)
    #expect("\(expected)".contains("\(register)"))
  }
}
