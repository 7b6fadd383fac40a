/// A sketch's serial port with its receive buffer, and the modem at the other end of the line.
///
/// The line is a value that is given time. A byte takes ten bits in each direction. Received bytes wait in a ring of 64
/// bytes until the sketch reads them, and those that find it full are lost. While a port in software sends, it hears
/// nothing.
///
/// ```swift
/// var line = SketchLine(to: WiFiModem(settings), port: .software)
/// line.send(Array("AT\r\n".utf8), at: .seconds(1))
/// line.advance(to: .seconds(2))
/// let answer = line.read()
/// ```
///
/// Sources: `HardwareSerial.cpp` and `SoftwareSerial.cpp` of the Arduino AVR core, 1.8: rings of 64 bytes that hold 63,
/// `write()` of SoftwareSerial with interrupts off for each byte.
public struct SketchLine: Sendable {
  /// A kind of serial port.
  public enum Port: String, Hashable, Sendable, CaseIterable {
    /// A UART of the microcontroller, which sends and receives at once.
    case hardware
    /// SoftwareSerial, which loses what begins to arrive while it sends.
    case software
  }

  /// The bytes that the receive buffer holds: one place of its 64 stays empty.
  public static let bufferCapacity = 63
  /// The most bytes that the sketch may send in one go.
  public static let longestSend = ModemSizes.input

  /// The modem at the other end.
  public private(set) var modem: WiFiModem
  /// The kind of the sketch's port.
  public let port: Port
  /// The counts of what passed the line.
  public private(set) var statistics = SketchLineStatistics()
  /// The time at which the sketch has sent its last byte.
  public private(set) var sendEnd = Duration.zero
  private var sendStart = Duration.zero
  private var buffer: [UInt8] = []

  /// Connects a sketch's port to a modem, both at the modem's rate.
  public init(to modem: WiFiModem, port: Port) {
    (self.modem, self.port) = (modem, port)
    buffer.reserveCapacity(Self.bufferCapacity)
  }

  /// The rate of the line, bits per second.
  public var baud: Int { modem.baud }
  /// The number of bytes a second that the line carries in each direction.
  public var bytesPerSecond: Int { modem.baud / UARTFormat.bitsOfByte }
  /// The number of received bytes that the sketch has not read.
  public var waitingCount: Int { buffer.count }
  /// The number of bytes on their way to the sketch.
  public var backlog: Int { modem.output.backlog }
  /// The time at which the line or the modem does something next, without any input.
  public var nextStep: Duration? { modem.nextStep }

  /// Brings the line to a time: bytes that have arrived wait in the buffer, or are lost.
  public mutating func advance(to now: Duration) {
    if port == .software, sendEnd > sendStart {
      // A byte is lost if its start bit falls into the time of sending, which is one byte's time before its end.
      let byteTime = modem.output.format.byteTime
      let (first, last) = (sendStart + byteTime, sendEnd + byteTime)
      keep(arrivedBefore: min(first, now))
      let deafEnd = min(last - .nanoseconds(1), now)
      modem.advance(to: deafEnd)
      statistics.lostWhileSending += modem.takeOutput().count
      guard now >= last else { return }
      sendStart = sendEnd
    }
    modem.advance(to: now)
    keep(modem.takeOutput())
  }

  private mutating func keep(arrivedBefore time: Duration) {
    modem.advance(to: time - .nanoseconds(1))
    keep(modem.takeOutput())
  }

  private mutating func keep(_ bytes: [UInt8]) {
    let room = Self.bufferCapacity - buffer.count
    statistics.received += min(room, bytes.count)
    statistics.overruns += max(bytes.count - room, 0)
    buffer += bytes.prefix(room)
  }

  /// Reads the bytes that wait in the buffer.
  public mutating func read() -> [UInt8] {
    defer { buffer.removeAll(keepingCapacity: true) }
    return buffer
  }

  /// Sends bytes to the modem, back to back and behind those that are being sent.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, at most ``longestSend``; what the line cannot hold is lost, and the modem counts it.
  ///   - now: The time.
  public mutating func send(_ bytes: [UInt8], at now: Duration) {
    advance(to: now)
    let byteTime = modem.output.format.byteTime
    // A pause shorter than a byte is none for the receiver.
    if sendEnd + byteTime <= now || sendEnd == sendStart { sendStart = now }
    sendEnd = max(sendEnd, now) + byteTime * bytes.count
    statistics.sent += bytes.count
    modem.receive(bytes, at: now)
  }

  /// Calls a function with the modem at a time, for the network behind it.
  public mutating func withModem<Result>(
    at now: Duration, _ body: (inout WiFiModem) -> Result
  ) -> Result {
    advance(to: now)
    return body(&modem)
  }

  /// Switches the modem on again after a time without power: all but the settings in its flash is gone.
  public mutating func restorePower(at now: Duration) {
    advance(to: now)
    modem.restorePower(at: now)
    buffer = []
    (sendStart, sendEnd) = (now, now)
  }
}

/// The counts of what passed a sketch's serial port.
public struct SketchLineStatistics: Hashable, Sendable {
  /// The bytes that reached the receive buffer.
  public var received = 0
  /// The bytes that the sketch sent.
  public var sent = 0
  /// The bytes that found the receive buffer full, and were lost.
  public var overruns = 0
  /// The bytes that arrived while the port was sending, and were lost.
  public var lostWhileSending = 0

  /// Creates counts of zero.
  public init() {}
}
