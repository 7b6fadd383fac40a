internal import SensorDrivers

/// The receiver's end of the DDC (I2C) interface: registers, output buffer and output timeout.
///
/// Registers 0xFD and 0xFE hold the number of waiting bytes, 0xFF is the message stream. The address pointer
/// starts at 0xFF, advances with each byte read and stays at 0xFF. Without waiting bytes the stream reads as
/// 0xFF, and so do registers without a meaning.
///
/// Periodic messages (``send(periodic:)``) stop when the port has not been read for 1.5 s, and resume after
/// the next read. Responses (``send(answer:)``) do not stop. Waiting bytes stay, up to 4,096 bytes; a message
/// that does not fit is lost as a whole and counted.
///
/// Source: ZED-F9P integration manual UBX-18010802, 3.6.2.
struct DDCPort: Sendable {
  /// The number of bytes in messages that were lost because the buffer was full.
  var lostBytes: Int { buffer.lostBytes }
  /// The number of bytes read from the stream, and the largest number that ever waited.
  var sentBytes: Int { buffer.sentBytes }
  var peak: Int { buffer.peak }
  /// Whether output has stopped since the last read, because of the timeout.
  private(set) var hasStopped = false
  /// The part's present defects; the port simulates `overflow`, `length` and `crc`.
  var defects = PartDefects() { didSet { buffer.defects = defects } }
  /// Whether the timeout that stops output is disabled (CFG-I2C-EXTENDEDTIMEOUT).
  var hasExtendedTimeout = false

  private var pointer = Register.stream
  private var buffer = OutputBuffer()
  private var lastRead: Duration
  private var hasBeenRead = false
  /// The number of reads of a wrong count.
  private var wrongCounts = 0
  /// The low byte of the count, latched when the high byte was read.
  private var latchedLow: UInt8?

  private enum Register {
    static let countHigh: UInt8 = 0xFD
    static let countLow: UInt8 = 0xFE
    static let stream: UInt8 = 0xFF
  }
  private static let timeout = Duration.milliseconds(1500)

  /// Creates the port of a receiver that has power since a board time.
  init(since start: Duration = .zero) { lastRead = start }

  /// Returns up to `count` next bytes of the stream without removing them.
  func head(_ count: Int) -> [UInt8] { buffer.head(count) }

  /// The number of bytes waiting to be read.
  var waiting: Int { buffer.waiting }

  /// Whether periodic messages are sent at a board time.
  func isStreaming(at now: Duration) -> Bool {
    hasExtendedTimeout || now - lastRead <= Self.timeout
  }
}

extension DDCPort {
  /// Puts a response into the buffer, or counts it as lost if the buffer is full.
  mutating func send(answer message: [UInt8]) { buffer.append(message) }

  /// Records that output was due but has stopped because of the timeout.
  mutating func noteStop() { hasStopped = hasBeenRead }

  /// Returns the time since the last read.
  func timeSinceRead(at now: Duration) -> Duration { now - lastRead }

  /// Puts a periodic message into the buffer, unless output has stopped.
  mutating func send(periodic message: [UInt8], at now: Duration) {
    guard isStreaming(at: now) else { return noteStop() }
    send(answer: message)
  }

  /// Sets the address pointer, as a write of a single byte does.
  mutating func select(register: UInt8) {
    pointer = register
    latchedLow = nil
  }

  /// Reads bytes from the address pointer on.
  mutating func read(into target: inout MutableSpan<UInt8>, at now: Duration) {
    lastRead = now
    hasBeenRead = true
    hasStopped = false
    for index in target.indices { target[index] = nextByte() }
    buffer.tidy()
  }

  private mutating func nextByte() -> UInt8 {
    defer { if pointer != Register.stream { pointer += 1 } }
    switch pointer {
    case Register.countHigh:
      let count = shownCount()
      latchedLow = UInt8(truncatingIfNeeded: count)
      return UInt8(truncatingIfNeeded: count >> 8)
    case Register.countLow:
      return latchedLow ?? UInt8(truncatingIfNeeded: waiting)
    case Register.stream:
      return buffer.takeByte() ?? UBloxConstants.filler
    default:
      return UBloxConstants.filler
    }
  }

  /// Returns the count as read by the host.
  ///
  /// With the defect `length` it returns wrong values that real receivers have been seen to give when not
  /// ready.
  private mutating func shownCount() -> Int {
    guard defects.contains(.length) else { return waiting }
    wrongCounts += 1
    return wrongCounts % 2 == 1 ? 0xFFFF : 0x007F
  }
}
