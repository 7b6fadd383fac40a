internal import SensorDrivers

// MARK: The receiver's serial port

extension SimulatedBoard {
  /// Connects a line to the serial port of the receiver (UART1), which has another program at its other end.
  ///
  /// - Parameter baud: The rate that the receiver begins at, 9,600 to 921,600 baud; it stays in its flash.
  /// - Returns: Whether the receiver has such a rate.
  @discardableResult
  public func connectSerialLine(baud: Int = 38_400) -> Bool { receiver.connectUART(baud: baud) }

  /// The number of bytes that the line to the receiver takes at present.
  public var serialRoom: Int { receiver.uartRoom }

  /// Advances the receiver to the present board time, and passes bytes on between its serial port and the program at
  /// the line's other end.
  ///
  /// - Parameters:
  ///   - input: The program's bytes, which arrive from now on one after the other; ``serialRoom`` at most.
  ///   - hostBaud: The program's rate, bits per second; `nil` for one that follows the receiver's.
  /// - Returns: The bytes that have left the receiver, as the program receives them; none without power.
  public func exchangeSerial(_ input: [UInt8], sentAt hostBaud: Int? = nil) -> [UInt8] {
    receiver.uartHostBaud = hostBaud
    guard bus.advanceDevice(at: .ublox) else { return [] }
    receiver.sendToUART(input)
    return receiver.takeFromUART()
  }
}
