/// The bytes on their way from the modem to the sketch, paced by the rate of the line.
struct ModemOutput: Sendable {
  /// The rate and format; a change needs an empty line.
  var format: UARTFormat
  private var bytes: [UInt8] = []
  private var taken = 0
  /// The time at which the byte before the first one has left.
  private var clock = Duration.zero

  init(_ format: UARTFormat) { self.format = format }

  /// The number of bytes that have not left.
  var backlog: Int { bytes.count - taken }
  /// The time at which the next byte has left; `nil` without one.
  var nextByte: Duration? { backlog > 0 ? clock + format.byteTime : nil }
  /// The time at which all bytes have left.
  var idleTime: Duration { clock + format.byteTime * backlog }

  mutating func append(_ more: [UInt8], at now: Duration) {
    guard !more.isEmpty else { return }
    if backlog == 0 { clock = max(clock, now) }
    bytes += more
  }

  mutating func append(_ byte: UInt8, at now: Duration) {
    if backlog == 0 { clock = max(clock, now) }
    bytes.append(byte)
  }

  /// Takes the bytes that have left by a time.
  mutating func release(until now: Duration, into released: inout [UInt8]) {
    guard backlog > 0 else { return }
    let (start, byteTime) = (taken, format.byteTime)
    while taken < bytes.count, clock + byteTime <= now {
      clock += byteTime
      taken += 1
    }
    released += bytes[start..<taken]
    guard taken > 1 << 14 || taken == bytes.count else { return }
    bytes.removeFirst(taken)
    taken = 0
  }

  /// Drops what has not left.
  mutating func cut() {
    bytes = []
    taken = 0
  }
}

/// The bytes on their way from the sketch to the modem, paced by the rate of the line.
struct ModemInput: Sendable {
  private var bytes: [UInt8] = []
  private var taken = 0
  /// The time at which the byte before the next one has arrived.
  private var clock = Duration.zero

  /// The number of bytes that have not arrived.
  var count: Int { bytes.count - taken }

  mutating func append(_ more: [UInt8], at now: Duration) {
    guard !more.isEmpty else { return }
    if count == 0 {
      clock = max(clock, now)
      bytes.removeAll(keepingCapacity: true)
      taken = 0
    }
    bytes += more
  }

  /// Returns the time at which the next byte has arrived; `nil` without one.
  func arrival(_ format: UARTFormat) -> Duration? { count > 0 ? clock + format.byteTime : nil }

  /// Takes the next byte; there has to be one.
  mutating func next(_ format: UARTFormat) -> UInt8 {
    clock += format.byteTime
    defer { taken += 1 }
    return bytes[taken]
  }
}
