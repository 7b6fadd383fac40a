public import SensorDrivers

extension UBloxReceiver: BoardPart {
  /// Its name as people write it.
  public static var name: String { "u-blox" }
  /// Its name in the status.
  public static var key: String { "ublox" }
  /// The receiver's address on the bus.
  public static var address: I2CAddress { .ublox }
  /// Receivers are seen to take some tenths of a second; the manual has no figure.
  public static var startUpTime: Duration { .milliseconds(200) }

  /// Finds and configures the receiver, and asks what it is.
  ///
  /// The answer comes with one of the next polls; nothing depends on it.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(UBloxError) {
    let milliseconds = UInt16(clamping: Int64(epochInterval / .milliseconds(1)))
    try start(
      configuration: UBXConfigurationItem.rtkRover(measurementPeriodMilliseconds: milliseconds),
      delay: &delay)
    if !messages.isNMEAOnly { try send(UBXFrame(.monVER)) }
  }
}
