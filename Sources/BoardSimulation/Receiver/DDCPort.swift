/// The receiver's end of the DDC (I2C) interface: registers, output buffer and its time-out.
///
/// Register 0xFD and 0xFE hold the number of waiting bytes, 0xFF is the message stream. The address
/// pointer begins at 0xFF, moves on with each byte read and stays at 0xFF. Without waiting bytes the
/// stream reads as 0xFF, and so do registers that hold nothing.
///
/// Messages that come by themselves (``send(periodic:)``) stop when nobody has read for 1.5 s and
/// go on after the next read; answers (``send(answer:)``) do not stop. What waits stays, up to
/// 4,096 bytes; a message that does not fit is lost as a whole and counted.
///
/// Source: ZED-F9P integration manual UBX-18010802, 3.6.2.
struct DDCPort: Sendable {
  /// Bytes of messages that found the buffer full.
  private(set) var lostBytes = 0
  /// Bytes of messages that were read, and the most that ever waited.
  private(set) var sentBytes = 0, peak = 0
  /// Whether output has stopped since a read, for want of another.
  private(set) var hasStopped = false
  /// The part's present defects: `overflow`, `length` and `crc` are the port's.
  var defects = PartDefects()
  /// Whether the time-out after which output stops is switched off (CFG-I2C-EXTENDEDTIMEOUT).
  var hasExtendedTimeout = false

  private var pointer = Register.stream
  private var buffer: [UInt8] = []
  /// The number of bytes of `buffer` that were read.
  private var readCount = 0
  private var lastRead: Duration
  private var hasBeenRead = false
  /// The number of times that the count was read while it was wrong.
  private var wrongCounts = 0
  /// The low byte of the count, kept from the moment its high byte was read.
  private var latchedLow: UInt8?

  private enum Register {
    static let countHigh: UInt8 = 0xFD
    static let countLow: UInt8 = 0xFE
    static let stream: UInt8 = 0xFF
  }
  /// The most bytes that wait.
  static let capacity = 4096
  /// The room left in the buffer while the rest is taken by bytes that nobody can read.
  private static let crowdedCapacity = 64
  private static let timeout = Duration.milliseconds(1500)

  /// Creates the port of a receiver that has power since a board time.
  init(since start: Duration = .zero) { lastRead = start }

  /// The next bytes of the stream, at most so many; they stay.
  func head(_ count: Int) -> [UInt8] { Array(buffer.dropFirst(readCount).prefix(count)) }

  /// Bytes that wait to be read.
  var waiting: Int { buffer.count - readCount }

  /// Whether messages that come by themselves are sent at a time.
  func isStreaming(at now: Duration) -> Bool {
    hasExtendedTimeout || now - lastRead <= Self.timeout
  }
}

extension DDCPort {
  /// Puts an answer to a message into the buffer.
  mutating func send(answer message: [UInt8]) {
    let room = defects.contains(.overflow) ? Self.crowdedCapacity : Self.capacity
    guard waiting + message.count <= room else {
      lostBytes += message.count
      return
    }
    if readCount > Self.capacity { discardRead() }
    buffer.append(contentsOf: message)
    if defects.contains(.crc), message.starts(with: [0xB5, 0x62]) {
      buffer[buffer.count - 1] ^= 0x55
    }
    peak = max(peak, waiting)
  }

  /// Notes that there was something to send and nobody has read for too long.
  mutating func noteStop() { hasStopped = hasBeenRead }

  /// Returns the time since the last read.
  func timeSinceRead(at now: Duration) -> Duration { now - lastRead }

  /// Puts a message that comes by itself into the buffer, unless nobody reads.
  mutating func send(periodic message: [UInt8], at now: Duration) {
    guard isStreaming(at: now) else { return noteStop() }
    send(answer: message)
  }

  /// Sets the address pointer: what a write of a single byte does.
  mutating func select(register: UInt8) {
    pointer = register
    latchedLow = nil
  }

  /// Gives the bytes of a read from the address pointer on.
  mutating func read(into target: inout MutableSpan<UInt8>, at now: Duration) {
    lastRead = now
    hasBeenRead = true
    hasStopped = false
    for index in target.indices { target[index] = nextByte() }
    if readCount == buffer.count { discardRead() }
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
    case Register.stream where waiting > 0:
      readCount += 1
      sentBytes += 1
      return buffer[readCount - 1]
    default:
      return 0xFF
    }
  }

  /// Returns the count as it reads; a broken one is of a kind that not-ready receivers have been seen to
  /// give.
  private mutating func shownCount() -> Int {
    guard defects.contains(.length) else { return waiting }
    wrongCounts += 1
    return wrongCounts % 2 == 1 ? 0xFFFF : 0x007F
  }

  private mutating func discardRead() {
    buffer.removeFirst(readCount)
    readCount = 0
  }
}
