import SensorDrivers
import SensorTestKit
import Testing

@Suite("A bus that plays a script")
struct ScriptedBusTests {
  /// What a bus says of one transfer.
  private static func deviations(
    _ script: [ScriptedTransfer], with address: I2CAddress = .bme280, writing written: [UInt8],
    reading count: Int
  ) -> (deviations: [ScriptedBus.Deviation], reply: [UInt8], error: I2CError?) {
    var deviations: [ScriptedBus.Deviation] = []
    let bus = ScriptedBus(script, at: .bme280) { deviations.append($0) }
    var reply = [UInt8](repeating: 0, count: count)
    var span = reply.mutableSpan
    do throws(I2CError) {
      try bus.transfer(with: address, writing: written.span, readingInto: &span)
      return (deviations, reply, nil)
    } catch {
      return (deviations, reply, error)
    }
  }

  @Test("a transfer as it is in the script has its reply, and nobody hears of it")
  func follows() {
    let outcome = Self.deviations([.read([1, 2], after: [9])], writing: [9], reading: 2)
    #expect(outcome.deviations.isEmpty && outcome.reply == [1, 2] && outcome.error == nil)
  }

  @Test("another byte, address or length is told with what should have been")
  func deviates() {
    let script: [ScriptedTransfer] = [.read([1, 2], after: [9])]
    #expect(Self.deviations(script, writing: [8], reading: 2).deviations.count == 1)
    #expect(Self.deviations(script, writing: [9], reading: 1).deviations.count == 1)
    #expect(Self.deviations(script, writing: [9], reading: 3).deviations.count == 1)
    #expect(Self.deviations(script, with: .sps30, writing: [9], reading: 2).deviations.count == 1)
    let told = Self.deviations(script, writing: [8], reading: 1).deviations.first
    #expect(
      told?.description
        == "transfer 0: [8] written to 0x77, 1 bytes read; the script has [9] written, 2 read")
  }

  @Test("behind the end nothing is acknowledged, a failure in the script is thrown")
  func ends() {
    let late = Self.deviations([], writing: [1], reading: 0)
    #expect(late.deviations.first?.expected == nil && late.deviations.count == 1)
    #expect(late.error == .addressNotAcknowledged(.bme280))
    let failing = ScriptedTransfer(written: [1], failure: .timedOut(.bme280))
    let outcome = Self.deviations([failing], writing: [1], reading: 0)
    #expect(outcome.deviations.isEmpty && outcome.error == .timedOut(.bme280))
  }

  @Test("it is used up when each transfer was made, and pauses are remembered")
  func counts() {
    let bus = ScriptedBus([.read([0x58], after: [0xD0])], at: .bme280) { Issue.record("\($0)") }
    #expect(!bus.isUsedUp)
    var sensor = BME280(on: bus)
    var delay = RecordingDelay()
    #expect(throws: BME280Error.self) { try sensor.start(delay: &delay) }
    #expect(bus.isUsedUp && bus.transferCount == 1)
    delay.pause(for: .seconds(1))
    delay.pause(for: .seconds(2))
    #expect(delay.pauses.suffix(2) == [.seconds(1), .seconds(2)])
    #expect(delay.total >= .seconds(3))
  }
}
