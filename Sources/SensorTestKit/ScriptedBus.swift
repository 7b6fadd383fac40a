public import SensorDrivers

/// An I2C transfer expected from a driver, with its result.
public struct ScriptedTransfer: Hashable, Sendable {
  /// The bytes that the driver is expected to write.
  public var written: [UInt8]
  /// The bytes that the bus returns to the driver; their count is the expected read length.
  public var reply: [UInt8]
  /// The error that the transfer fails with; `nil` when the transfer succeeds.
  public var failure: I2CError?

  /// Creates an expected transfer.
  public init(written: [UInt8], reply: [UInt8] = [], failure: I2CError? = nil) {
    self.written = written
    self.reply = reply
    self.failure = failure
  }

  /// Returns an expected write without a read.
  public static func write(_ bytes: [UInt8]) -> Self { Self(written: bytes) }

  /// Returns an expected read, optionally preceded by a write before the repeated START.
  public static func read(_ reply: [UInt8], after written: [UInt8] = []) -> Self {
    Self(written: written, reply: reply)
  }
}

/// An I2C bus that compares each of a driver's transfers with a script, in order and byte by byte.
///
/// ```swift
/// let bus = ScriptedBus([.read([0x60], after: [0xD0])], at: .bme280) { Issue.record("\($0)") }
/// var sensor = BME280(on: bus)
/// ```
public final class ScriptedBus: I2CBus {
  /// A transfer that differs from the script.
  public struct Deviation: Hashable, Sendable, CustomStringConvertible {
    /// The transfer's index in the script, from 0.
    public var index: Int
    /// The address of the device that the driver addressed.
    public var address: I2CAddress
    /// The bytes that the driver wrote.
    public var written: [UInt8]
    /// The number of bytes that the driver asked to read.
    public var readCount: Int
    /// The scripted transfer at that index; `nil` beyond the end of the script.
    public var expected: ScriptedTransfer?

    /// The actual transfer, followed by the expected transfer.
    public var description: String {
      let happened = "transfer \(index): \(written) written to \(address), \(readCount) bytes read"
      guard let expected else { return "\(happened); the script has ended" }
      return "\(happened); the script has \(expected.written) written, \(expected.reply.count) read"
    }
  }

  /// The number of scripted transfers made so far.
  public private(set) var transferCount = 0
  private let address: I2CAddress
  private let script: [ScriptedTransfer]
  private let onDeviation: (Deviation) -> Void

  /// Creates a bus with one device.
  ///
  /// - Parameters:
  ///   - script: The expected transfers, in order.
  ///   - address: The device's address.
  ///   - onDeviation: The closure called with each transfer that differs from the script; a test
  ///     records a failure here.
  public init(
    _ script: [ScriptedTransfer], at address: I2CAddress,
    onDeviation: @escaping (Deviation) -> Void
  ) {
    self.script = script
    self.address = address
    self.onDeviation = onDeviation
  }

  /// Whether every transfer of the script has been made.
  public var isUsedUp: Bool { transferCount == script.count }

  /// Performs the next transfer of the script.
  ///
  /// Beyond the end of the script, the transfer fails with `addressNotAcknowledged`.
  public func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    let written = Array(bytes)
    let expected = transferCount < script.count ? script[transferCount] : nil
    let isAsExpected =
      address == self.address && written == expected?.written
      && buffer.count == expected?.reply.count
    if !isAsExpected {
      onDeviation(
        Deviation(
          index: transferCount, address: address, written: written, readCount: buffer.count,
          expected: expected))
    }
    guard let expected else { throw .addressNotAcknowledged(address) }
    transferCount += 1
    if let failure = expected.failure { throw failure }
    for index in 0..<min(buffer.count, expected.reply.count) {
      buffer[index] = expected.reply[index]
    }
  }
}

/// A delay that returns at once and records the requested pauses.
public struct RecordingDelay: Delay {
  /// The requested pauses, in order.
  public private(set) var pauses: [Duration] = []

  /// Creates a delay without recorded pauses.
  public init() {}

  /// Records the pause and returns at once.
  public mutating func pause(for duration: Duration) { pauses.append(duration) }

  /// The sum of all recorded pauses.
  public var total: Duration { pauses.reduce(.zero, +) }
}
