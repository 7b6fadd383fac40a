/// An address of a bus: its device and its traffic.
final class BusAddress {
  var connection: BusConnection?
  var traffic = SimulatedI2CBus.Traffic()
}

/// A connected device with its power and fault state.
final class BusConnection {
  let device: any SimulatedI2CDevice
  /// The device's name in faults.
  let name: String
  var isPowered = true
  /// The board time of the device's next fault change; `nil` for none.
  var nextFaultChange: Duration?
  /// The answers that a fault may repeat.
  var memory = AnswerMemory()

  init(of device: any SimulatedI2CDevice, named name: String) {
    (self.device, self.name) = (device, name)
  }
}

/// The bytes last written to a part and those read after each write; for ``BoardFault/Kind/stale``.
struct AnswerMemory {
  private var lastWrite: [UInt8] = []
  private var reads: [[UInt8]: [UInt8]] = [:]

  /// Remembers the bytes of a write that may come before a read; longer ones are no question.
  mutating func remember(write bytes: Span<UInt8>) {
    guard bytes.count <= Self.longestQuestion else { return }
    lastWrite = bytes.indices.map { bytes[$0] }
  }

  /// Remembers the bytes that were read after the last write.
  mutating func remember(read bytes: borrowing MutableSpan<UInt8>) {
    reads[question(of: bytes.count)] = bytes.indices.map { bytes[$0] }
  }

  /// Returns the bytes that as long a read had after the same write; `nil` for none.
  func answer(of count: Int) -> [UInt8]? { reads[question(of: count)] }

  private func question(of count: Int) -> [UInt8] {
    lastWrite + [UInt8(truncatingIfNeeded: count)]
  }

  /// The largest number of bytes written before a read that are remembered: a register or a command.
  private static let longestQuestion = 2
}
