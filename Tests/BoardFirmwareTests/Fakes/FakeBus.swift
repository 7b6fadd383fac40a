import SensorDrivers

/// A clock of board time that moves only in waits.
final class FakeClock: BoardClock {
  var now = Duration.zero
  func pause(for duration: Duration) { if duration > .zero { now += duration } }
}

/// A part on a bus, with the least register logic that its driver needs.
protocol FakeDevice: AnyObject {
  /// Handles the bytes of one write.
  func write(_ bytes: [UInt8], at now: Duration)
  /// Returns the bytes of one read.
  func read(_ count: Int, at now: Duration) -> [UInt8]
}

/// A bus of fake parts at 100 kHz.
final class FakeBus: I2CBus {
  let clock: FakeClock
  var devices: [I2CAddress: any FakeDevice] = [:]
  /// Addresses that do not acknowledge, even though a part has the address.
  var dead: Set<I2CAddress> = []
  /// The board times of the first transfer with each address after a rest of 100 ms.
  private(set) var attempts: [I2CAddress: [Duration]] = [:]
  private var lastTransfer: [I2CAddress: Duration] = [:]

  init(clock: FakeClock) { self.clock = clock }

  func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    note(address)
    let addresses = (bytes.isEmpty ? 0 : 1) + (buffer.isEmpty ? 0 : 1)
    clock.pause(for: .microseconds(90) * (addresses + bytes.count + buffer.count))
    guard !dead.contains(address), let device = devices[address] else {
      throw .addressNotAcknowledged(address)
    }
    if !bytes.isEmpty { device.write(Array(bytes), at: clock.now) }
    if buffer.isEmpty { return }
    let answer = device.read(buffer.count, at: clock.now)
    for index in buffer.indices { buffer[index] = index < answer.count ? answer[index] : 0xFF }
  }

  private func note(_ address: I2CAddress) {
    let last = lastTransfer[address]
    if last.map({ clock.now - $0 > .milliseconds(100) }) ?? true {
      attempts[address, default: []].append(clock.now)
    }
    lastTransfer[address] = clock.now
  }
}
