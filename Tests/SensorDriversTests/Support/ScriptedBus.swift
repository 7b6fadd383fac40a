import SensorDrivers
import Testing

/// One transfer a driver is expected to make, and what comes of it.
struct Transfer: Sendable {
  var written: [UInt8]
  var reply: [UInt8] = []
  var failure: I2CError?

  static func write(_ bytes: [UInt8]) -> Self { Self(written: bytes) }
  static func read(_ reply: [UInt8], after written: [UInt8] = []) -> Self {
    Self(written: written, reply: reply)
  }
}

/// A bus that checks each transfer against a script, in order.
final class ScriptedBus: I2CBus {
  private let address: I2CAddress
  private var script: [Transfer]
  private(set) var transferCount = 0

  init(_ script: [Transfer], at address: I2CAddress) {
    self.script = script
    self.address = address
  }

  /// The same script, in which the transfer at an index fails; it is the last one made.
  convenience init(_ script: [Transfer], at address: I2CAddress, failingAt index: Int) {
    var cut = Array(script[...index])
    cut[index].failure = .timedOut(address)
    self.init(cut, at: address)
  }

  var isUsedUp: Bool { transferCount == script.count }

  func transfer(
    with address: I2CAddress, writing bytes: Span<UInt8>,
    readingInto buffer: inout MutableSpan<UInt8>
  ) throws(I2CError) {
    guard transferCount < script.count else {
      Issue.record("transfer \(transferCount) is not in the script")
      throw .addressNotAcknowledged(address)
    }
    let expected = script[transferCount]
    #expect(address == self.address, "transfer \(transferCount)")
    #expect(bytes.array == expected.written, "transfer \(transferCount)")
    #expect(buffer.count == expected.reply.count, "transfer \(transferCount)")
    transferCount += 1
    if let failure = expected.failure { throw failure }
    for index in 0..<min(buffer.count, expected.reply.count) {
      buffer[index] = expected.reply[index]
    }
  }
}

extension Span where Element == UInt8 {
  /// A copy, for comparing.
  var array: [UInt8] { indices.map { self[$0] } }
}

/// Bytes written as in a datasheet: `B5 62 06`.
func bytes(_ hexadecimal: String) -> [UInt8] {
  hexadecimal.split(separator: " ").compactMap { UInt8($0, radix: 16) }
}

/// A delay that takes no time and remembers what was asked of it.
struct RecordingDelay: Delay {
  private(set) var pauses: [Duration] = []

  mutating func pause(for duration: Duration) { pauses.append(duration) }

  var total: Duration { pauses.reduce(.zero, +) }
}

/// What `operation` throws, as the type it declares; `nil` when it throws nothing.
func failure<E: Error>(_ operation: () throws(E) -> Void) -> E? {
  do throws(E) {
    try operation()
    return nil
  } catch { return error }
}
