/// The receiver's end of a serial line: bytes leave and arrive one after the other at the line's rate.
///
/// Messages wait in a buffer of 4,096 bytes; one that does not fit is lost as a whole and counted, as real receivers do
/// where a line is too slow for what they are to say. A new rate holds from the next byte on, also for those that wait,
/// the acknowledgement of its order among them. That is a model: the manual leaves open which rate they have.
struct UARTPort: Sendable {
  /// The rate of the program at the other end, bits per second; `nil` for one that follows the receiver's.
  ///
  /// A byte sent at another rate is received as other bytes, or not at all.
  var hostBaud: Int?
  /// The part's present defects; the port simulates `overflow` and `crc`.
  var defects = PartDefects() { didSet { buffer.defects = defects } }

  private var buffer = OutputBuffer()
  private(set) var format: UARTFormat
  /// The board time at which the first waiting byte has left, or the line was free last.
  private var departure: Duration
  /// The bytes on their way to the receiver, and the board time at which the first is there.
  private var coming: [UInt8] = []
  private var arrival: Duration

  /// The number of bytes that may be on their way at once: about 10 ms at the highest rate.
  private static let mostComing = 1024

  /// Creates the port of a receiver that has power since a board time.
  init(_ format: UARTFormat, since start: Duration) {
    self.format = format
    (departure, arrival) = (start, start)
  }

  /// The number of bytes in messages that were lost because the buffer was full.
  var lostBytes: Int { buffer.lostBytes }
  /// The number of bytes sent, the number waiting, and the largest number that ever waited.
  var sentBytes: Int { buffer.sentBytes }
  var waiting: Int { buffer.waiting }
  var peak: Int { buffer.peak }
  /// The rate in force, bits per second.
  var baud: Int { format.baud }
  /// The number of bytes that the line takes at present.
  var room: Int { max(0, Self.mostComing - coming.count) }
  /// The board time at which all bytes that wait now have left; `nil` if none waits.
  var drained: Duration? {
    waiting > 0 ? departure + format.byteTime * (waiting - 1) : nil
  }
  /// The board time at which the next byte has come; `nil` if none is on its way.
  var nextArrival: Duration? { coming.isEmpty ? nil : arrival }
}

// MARK: Sending

extension UARTPort {
  /// Puts a message into the buffer at a board time, or counts it as lost if the buffer is full.
  mutating func send(_ message: [UInt8], at now: Duration) {
    let wasIdle = buffer.waiting == 0
    buffer.append(message)
    if wasIdle, buffer.waiting > 0 { departure = max(departure, now) + format.byteTime }
  }

  /// Changes the rate and format from the next byte on.
  mutating func change(to new: UARTFormat) { format = new }

  /// Returns the bytes that have left by a board time, as the other end receives them.
  mutating func takeSent(by now: Duration) -> [UInt8] {
    var sent: [UInt8] = []
    while buffer.waiting > 0, departure <= now, let byte = buffer.takeByte() {
      sent.append(byte)
      if buffer.waiting > 0 { departure += format.byteTime }
    }
    buffer.tidy()
    return UARTFormat.received(sent, sentAt: format.baud, readAt: hostBaud ?? format.baud)
  }
}

// MARK: Receiving

extension UARTPort {
  /// Puts bytes on the line at a board time; they arrive one after the other.
  mutating func put(_ bytes: [UInt8], at now: Duration) {
    guard !bytes.isEmpty else { return }
    if coming.isEmpty { arrival = now + hostFormat.byteTime }
    coming += bytes
  }

  /// Returns the bytes that have come by a board time, as the receiver receives them.
  mutating func takeReceived(by now: Duration) -> [UInt8] {
    guard !coming.isEmpty, arrival <= now else { return [] }
    let time = hostFormat.byteTime
    let count = min(coming.count, 1 + Int((now - arrival) / time))
    let bytes = Array(coming.prefix(count))
    coming.removeFirst(count)
    arrival += time * count
    return UARTFormat.received(bytes, sentAt: hostFormat.baud, readAt: format.baud)
  }

  private var hostFormat: UARTFormat {
    hostBaud.map { UARTFormat(baud: $0, bitsPerByte: format.bitsPerByte) } ?? format
  }
}
