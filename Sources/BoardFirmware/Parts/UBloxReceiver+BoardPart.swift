public import SensorDrivers

extension UBloxReceiver: BoardPart {
  /// The part's name in sentences.
  public static var name: String { "u-blox" }
  /// The part's name in the status.
  public static var key: String { "ublox" }
  /// The receiver's address on the bus.
  public static var address: I2CAddress { .ublox }
  /// A start-up time of some tenths of a second, as observed; the manual has no figure.
  public static var startUpTime: Duration { .milliseconds(200) }

  /// Finds and configures the receiver, and requests its version.
  ///
  /// The version arrives with one of the next polls; no function depends on it.
  public mutating func setUp(delay: inout some Delay & ~Copyable) throws(UBloxError) {
    let milliseconds = UInt16(clamping: Int64(epochInterval / .milliseconds(1)))
    try start(
      configuration: UBXConfigurationItem.rtkRover(measurementPeriodMilliseconds: milliseconds),
      delay: &delay)
    if !messages.isNMEAOnly { try send(UBXFrame(.monVER)) }
  }
}
