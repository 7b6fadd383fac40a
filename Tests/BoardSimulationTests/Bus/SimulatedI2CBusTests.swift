@testable import BoardSimulation
import SensorDrivers
import Testing

/// A device that records its calls and responds with a count.
private final class EchoDevice: SimulatedI2CDevice {
  var times: [Duration] = []
  var written: [[UInt8]] = []
  var stops = 0
  var refusedIndex: Int?
  var isAwake = true

  func advance(to now: Duration) { times.append(now) }
  func acknowledgesAddress(for direction: TransferDirection) -> Bool { isAwake }
  func write(_ bytes: Span<UInt8>) -> Int? {
    written.append(Array(bytes))
    return refusedIndex
  }
  func read(into buffer: inout MutableSpan<UInt8>) {
    for index in buffer.indices { buffer[index] = UInt8(index) + 1 }
  }
  func transferEnded() { stops += 1 }
}

@Suite("Simulated I2C bus")
struct SimulatedI2CBusTests {
  private let clock = SimulatedClock()
  private let device = EchoDevice()
  private let address = I2CAddress(rawValue: 0x42)

  private func makeBus() -> SimulatedI2CBus {
    let bus = SimulatedI2CBus(clock: clock)
    bus.attach(device, at: address)
    return bus
  }

  private func transfer(
    on bus: SimulatedI2CBus, writing bytes: [UInt8], reading count: Int, at address: I2CAddress
  ) throws(I2CError) -> [UInt8] {
    var reply = [UInt8](repeating: 0, count: count)
    var span = reply.mutableSpan
    try bus.transfer(with: address, writing: bytes.span, readingInto: &span)
    return reply
  }

  @Test(
    "a transfer takes its bit-times at 100 kHz",
    arguments: [
      // A START, address, bytes and a STOP, and a repeated START with the address between the halves.
      (written: 2, read: 0, bits: 1 + 9 + 18 + 1),
      (written: 0, read: 3, bits: 1 + 9 + 27 + 1),
      (written: 1, read: 8, bits: 1 + 9 + 9 + 1 + 9 + 72 + 1),
      (written: 0, read: 0, bits: 1 + 9 + 1),
    ])
  func takesTime(written: Int, read: Int, bits: Int) throws {
    let bus = makeBus()
    let bytes = [UInt8](repeating: 7, count: written)
    let reply = try transfer(on: bus, writing: bytes, reading: read, at: address)
    #expect(clock.now == .microseconds(10 * bits))
    let expected: [UInt8] = (0..<read).map { UInt8($0 + 1) }
    #expect(reply == expected)
    #expect(device.written == (written > 0 ? [bytes] : []))
    #expect(device.stops == 1)
    let traffic = bus.traffic(with: address)
    #expect(traffic.bytesWritten == written)
    #expect(traffic.bytesRead == read)
    #expect(traffic.transfers == 1)
    #expect(traffic.refusals == 0)
  }

  @Test("an address without a device is not acknowledged, and asking takes time")
  func reportsMissingDevice() {
    let bus = makeBus()
    let absent = I2CAddress(rawValue: 0x43)
    #expect(throws: I2CError.addressNotAcknowledged(absent)) {
      try transfer(on: bus, writing: [1], reading: 1, at: absent)
    }
    #expect(clock.now == .microseconds(110))
    #expect(bus.traffic(with: absent).refusals == 1)
  }

  @Test("a sleeping device does not acknowledge, and still sees the STOP")
  func reportsSleepingDevice() {
    let bus = makeBus()
    device.isAwake = false
    #expect(throws: I2CError.addressNotAcknowledged(address)) {
      try transfer(on: bus, writing: [1], reading: 0, at: address)
    }
    #expect(device.stops == 1)
    #expect(device.written.isEmpty)
  }

  @Test("a refused byte ends the transfer there and is named")
  func reportsRefusedByte() {
    let bus = makeBus()
    device.refusedIndex = 2
    #expect(throws: I2CError.dataNotAcknowledged(address, byteIndex: 2)) {
      try transfer(on: bus, writing: [1, 2, 3, 4], reading: 5, at: address)
    }
    // START, the address, three bytes and STOP are 38 bits of 10 µs.
    #expect(clock.now == .microseconds(380))
    #expect(bus.traffic(with: address).bytesWritten == 2)
    #expect(bus.traffic(with: address).refusals == 1)
    #expect(device.stops == 1)
  }

  @Test("a device knows the time when it is reached")
  func tellsTime() throws {
    let bus = makeBus()
    clock.pause(for: .seconds(3))
    _ = try transfer(on: bus, writing: [1, 2], reading: 1, at: address)
    let offsets = device.times.map { ($0 - .seconds(3)) / .microseconds(10) }
    #expect(offsets == [10, 28, 38])
  }

  @Test("the clock never goes back")
  func clockIsMonotonic() {
    clock.advance(to: .seconds(2))
    clock.advance(to: .seconds(1))
    clock.pause(for: .seconds(-1))
    #expect(clock.now == .seconds(2))
  }
}
