import SensorDrivers
import SensorTestKit
import Testing

@Suite("BH1750 driver")
struct BH1750Tests {
  private static let start: [Transfer] = [
    .write([0x01]), .write([0x42]), .write([0x65]), .write([0x10]),
  ]
  /// The commands for a measurement with a measurement time of 31.
  private static let reduced: [Transfer] = [
    .write([0x01]), .write([0x40]), .write([0x7F]), .write([0x10]),
  ]

  /// Returns the results of several readings; the script has to be used up.
  private static func read(
    _ script: [Transfer], times: Int = 1
  ) -> (Result<[Double], BH1750Error>, pauses: [Duration]) {
    let bus = ScriptedBus([.write([0x00])] + script, at: .bh1750)
    var sensor = BH1750(on: bus)
    var delay = RecordingDelay()
    var values: [Double] = []
    defer { #expect(bus.isUsedUp) }
    do throws(BH1750Error) {
      try sensor.powerDown()
      for _ in 0..<times { values.append(try sensor.readIlluminance(delay: &delay)) }
      return (.success(values), delay.pauses)
    } catch { return (.failure(error), delay.pauses) }
  }

  @Test("starts measuring once, waits 180 ms, and reads from then on")
  func reads() throws {
    let script = Self.start + [.read([0x83, 0x90]), .read([0x00, 0x01]), .read([0xFF, 0xFE])]
    let (result, pauses) = Self.read(script, times: 3)
    // The datasheet's example is the first count: 0x8390 is 28,067 lx.
    let values = try result.get().map { ($0 * 100).rounded() / 100 }
    #expect(values == [28_066.67, 0.83, 54_611.67])
    #expect(pauses.count == 1 && pauses[0] >= .milliseconds(180))
  }

  @Test("zero is measured anew, as a part that has lost its power has it too")
  func zero() throws {
    let script =
      Self.start + [.read([0x01, 0x00]), .read([0, 0])] + Self.start + [.read([0, 0])]
    let (result, pauses) = Self.read(script, times: 2)
    #expect(try result.get().last == 0)
    #expect(pauses.count == 2)
    let woken =
      Self.start + [.read([0x01, 0x00]), .read([0, 0])] + Self.start + [.read([0x01, 0x00])]
    #expect(try Self.read(woken, times: 2).0.get().last == 256 / 1.2)
  }

  @Test("more light than fits is measured with less sensitivity, until there is less again")
  func range() throws {
    let script =
      Self.start + [.read([0xFF, 0xFF])] + Self.reduced
      + [.read([0xD2, 0x2E]), .read([0x50, 0x00])]  // 53,806 and 20,480
      + Self.start + [.read([0x10, 0x00])]
    let (result, pauses) = Self.read(script, times: 3)
    let values = try result.get().map { $0.rounded() }
    #expect(values == [99_801, 37_987, 3_413])
    #expect(pauses.count == 3 && pauses[1] >= .microseconds(80_869))
  }

  @Test("more light than any sensitivity has room for is an error")
  func saturated() {
    let script = Self.start + [.read([0xFF, 0xFF])] + Self.reduced + [.read([0xFF, 0xFF])]
    #expect(Self.read(script).0 == .failure(.saturated))
    #expect("\(BH1750Error.saturated)".contains("121,556 lx"))
  }

  @Test("a transfer that fails ends the call, and the next one starts anew", arguments: 0...4)
  func failures(index: Int) throws {
    var script = Array((Self.start + [.read([0x01, 0x00])])[...index])
    script[index].failure = .timedOut(.bh1750)
    let error = BH1750Error.transfer(.timedOut(.bh1750), index == 4 ? .reading : .writing)
    #expect(Self.read(script).0 == .failure(error))
    #expect("\(error)".contains("BH1750"))
  }
}
