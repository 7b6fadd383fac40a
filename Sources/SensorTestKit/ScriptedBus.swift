public import SensorDrivers

/// A transfer expected of a driver, with its result.
public struct ScriptedTransfer: Hashable, Sendable {
  /// The bytes that are to be written.
  public var written: [UInt8]
  /// The bytes that are to be read, which the bus gives.
  public var reply: [UInt8]
  /// The error that the transfer fails with; `nil` when it succeeds.
  public var failure: I2CError?

  /// Creates a transfer.
  public init(written: [UInt8], reply: [UInt8] = [], failure: I2CError? = nil) {
    self.written = written
    self.reply = reply
    self.failure = failure
  }

  /// A write.
  public static func write(_ bytes: [UInt8]) -> Self { Self(written: bytes) }

  /// A read, with or without a write before the repeated START.
  public static func read(_ reply: [UInt8], after written: [UInt8] = []) -> Self {
    Self(written: written, reply: reply)
  }
}

/// A bus that holds a driver to a script: each transfer, in order, to the byte.
///
/// ```swift
/// let bus = ScriptedBus([.read([0x60], after: [0xD0])], at: .bme280) { Issue.record("\($0)") }
/// var sensor = BME280(on: bus)
/// ```
public final class ScriptedBus: I2CBus {
  /// A transfer that is not as the script has it.
  public struct Deviation: Hashable, Sendable, CustomStringConvertible {
    /// The transfer's index, from 0.
    public var index: Int
    /// With which device.
    public var address: I2CAddress
    /// The bytes that were written.
    public var written: [UInt8]
    /// The number of bytes to be read.
    public var readCount: Int
    /// The scripted transfer at that index; `nil` behind the script's end.
    public var expected: ScriptedTransfer?

    /// The actual transfer beside the expected one.
    public var description: String {
      let happened = "transfer \(index): \(written) written to \(address), \(readCount) bytes read"
      guard let expected else { return "\(happened); the script has ended" }
      return "\(happened); the script has \(expected.written) written, \(expected.reply.count) read"
    }
  }

  /// The number of transfers made.
  public private(set) var transferCount = 0
  private let address: I2CAddress
  private let script: [ScriptedTransfer]
  private let onDeviation: (Deviation) -> Void

  /// Creates a bus with one device.
  ///
  /// - Parameters:
  ///   - script: The transfers, in order.
  ///   - address: The device's address.
  ///   - onDeviation: Told of each transfer that is not as the script has it; to be made a failure of
  ///     the test.
  public init(
    _ script: [ScriptedTransfer], at address: I2CAddress,
    onDeviation: @escaping (Deviation) -> Void
  ) {
    self.script = script
    self.address = address
    self.onDeviation = onDeviation
  }

  /// Whether every transfer of the script was made.
  public var isUsedUp: Bool { transferCount == script.count }

  /// Carries out the next transfer of the script; behind its end no address is acknowledged.
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

/// A delay that takes no time and remembers what was asked of it.
public struct RecordingDelay: Delay {
  /// The pauses, in order.
  public private(set) var pauses: [Duration] = []

  /// Creates a delay of which nothing was asked yet.
  public init() {}

  /// Remembers the pause.
  public mutating func pause(for duration: Duration) { pauses.append(duration) }

  /// All pauses together.
  public var total: Duration { pauses.reduce(.zero, +) }
}
