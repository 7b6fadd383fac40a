internal import SensorDrivers

// MARK: The serial line

extension UBloxReceiverModel {
  /// Connects a line to the receiver's serial port, UART1, which sends and listens from now on.
  ///
  /// The port has the configuration of its items: as delivered 38,400 baud, NMEA out, and UBX, NMEA and RTCM 3 in.
  func connectUART() {
    depart(by: now)
    var port = UARTPort(UARTFormat(responder.configuration, of: .uart1), since: now)
    (port.hostBaud, port.defects) = (uart?.hostBaud, defects)
    uart = port
  }

  /// Connects a line at another rate than the delivered one, which is stored in flash.
  ///
  /// - Returns: Whether the receiver has such a rate: 9,600 to 921,600 baud.
  public func connectUART(baud: Int) -> Bool {
    let isSet = responder.configuration.set(
      [UBXConfigurationItem(UARTKeys.uart1.baudRate, UInt64(clamping: baud))], in: [.ram, .flash])
    connectUART()
    return isSet
  }

  /// Changes the rate and format; what has left before has the old ones.
  func changeUART(to format: UARTFormat) {
    depart(by: now)
    uart?.change(to: format)
  }

  /// Sends a message at a board time, however late the bytes before it are taken.
  func sendOnUART(_ message: [UInt8], at time: Duration) {
    depart(by: time)
    uart?.send(message, at: time)
  }

  private func depart(by time: Duration) {
    departed += uart?.takeSent(by: time) ?? []
    if departed.count > Self.mostDeparted {
      departed.removeFirst(departed.count - Self.mostDeparted / 2)
    }
  }

  /// The number of bytes that are kept for whoever takes them late; of more, the oldest are gone.
  private static let mostDeparted = 1 << 20

  /// The rate of the serial port, bits per second; `nil` without a line.
  public var uartBaud: Int? { uart?.baud }

  /// The rate of the program at the line's other end, bits per second; `nil` for one that follows the receiver's.
  ///
  /// A byte sent at another rate than the other end's is received as other bytes, or not at all. A rate of zero or less
  /// is none.
  public var uartHostBaud: Int? {
    get { uart?.hostBaud }
    set { uart?.hostBaud = newValue.flatMap { $0 > 0 ? $0 : nil } }
  }

  /// The number of bytes that the line to the receiver takes at present; 0 without a line.
  public var uartRoom: Int { uart?.room ?? 0 }

  /// The number of output bytes that were lost because the line was too slow.
  public var lostUARTBytes: Int { uart?.lostBytes ?? 0 }

  /// Puts bytes on the line to the receiver now; they arrive one after the other.
  public func sendToUART(_ bytes: [UInt8]) {
    uart?.put(bytes, at: now)
    nextDeed = .zero
  }

  /// Returns the bytes that have left the receiver by now, as the other end receives them.
  public func takeFromUART() -> [UInt8] {
    depart(by: now)
    defer { departed = [] }
    return departed
  }

  /// Takes the bytes that have come by a board time; a receiver that starts, or whose port is switched off, loses them.
  func receiveFromUART(by time: Duration) {
    while let arrival = uart?.nextArrival, arrival <= time {
      let end = min(time, max(arrival, now) + Self.inputSlice)
      now = max(now, end)
      guard let bytes = uart?.takeReceived(by: end), !bytes.isEmpty else { continue }
      guard now >= ready, responder.configuration.isOn(UARTKeys.uart1.enabled) else { continue }
      release(upTo: end)
      receive(bytes.span, on: .uart1)
    }
  }

  /// The time for which bytes are collected before they are read.
  private static let inputSlice = Duration.milliseconds(1)
}
