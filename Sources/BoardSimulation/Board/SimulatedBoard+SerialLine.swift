internal import SensorDrivers

/// An antenna of a board's receiver, with the receiver behind it.
public enum ReceiverAntenna: Int, Hashable, Sendable, CaseIterable {
  /// The board's own antenna.
  case first
  /// The antenna behind it, whose receiver is a base that moves with the board.
  case second
}

// MARK: The receivers' serial ports

extension SimulatedBoard {
  /// Connects a line to the serial port of a receiver (UART1), which has another program at its other end.
  ///
  /// - Parameters:
  ///   - antenna: The receiver's antenna.
  ///   - baud: The rate that the receiver begins at, 9,600 to 921,600 baud; it stays in its flash.
  /// - Returns: Whether there is such a receiver, and has such a rate.
  @discardableResult
  public func connectSerialLine(of antenna: ReceiverAntenna = .first, baud: Int = 38_400) -> Bool {
    receiver(at: antenna)?.connectUART(baud: baud) ?? false
  }

  /// Returns the number of bytes that the line to a receiver takes at present.
  public func serialRoom(of antenna: ReceiverAntenna = .first) -> Int {
    receiver(at: antenna)?.uartRoom ?? 0
  }

  /// Advances a receiver to the present board time, and passes bytes on between its serial port and the program at the
  /// line's other end.
  ///
  /// - Parameters:
  ///   - antenna: The receiver's antenna.
  ///   - input: The program's bytes, which arrive from now on one after the other; at most as many as ``serialRoom(of:)``.
  ///   - hostBaud: The program's rate, bits per second; `nil` for one that follows the receiver's.
  /// - Returns: The bytes that have left the receiver, as the program receives them; none without power.
  public func exchangeSerial(
    of antenna: ReceiverAntenna = .first, _ input: [UInt8], sentAt hostBaud: Int? = nil
  ) -> [UInt8] {
    guard let other = receiver(at: antenna) else { return [] }
    other.uartHostBaud = hostBaud
    guard bus.advanceDevice(at: .ublox) else { return [] }
    other.sendToUART(input)
    if antenna == .second { receiver.noteInputOfMovingBase() }
    return other.takeFromUART()
  }

  private func receiver(at antenna: ReceiverAntenna) -> UBloxReceiverModel? {
    antenna == .first ? receiver : receiver.movingBase
  }
}
