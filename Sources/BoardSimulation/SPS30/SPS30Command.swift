/// A command of an SPS30.
///
/// Source: Sensirion SPS30 datasheet version 1.0, §6.3.
enum SPS30Command: UInt16 {
  case startMeasurement = 0x0010
  case stopMeasurement = 0x0104
  case readDataReady = 0x0202
  case readValues = 0x0300
  case sleep = 0x1001
  case wakeUp = 0x1103
  case startCleaning = 0x5607
  case cleaningInterval = 0x8004
  case readProductType = 0xD002
  case readSerialNumber = 0xD033
  case readVersion = 0xD100
  case readStatus = 0xD206
  case clearStatus = 0xD210
  case reset = 0xD304

  /// Returns whether the command accepts these argument words.
  func accepts(_ arguments: [UInt16]) -> Bool {
    switch self {
    case .startMeasurement:
      arguments.count == 1
        && SPS30Measurement.Format(rawValue: UInt8(arguments[0] >> 8)) != nil
    case .cleaningInterval: arguments.isEmpty || arguments.count == 2
    default: arguments.isEmpty
    }
  }

  /// Returns the execution time of the command, during which the part acknowledges nothing.
  ///
  /// The datasheet lists the longest time of a command, for reading and writing alike. Sensirion's own
  /// drivers (embedded-i2c-sps30 1.0.0, embedded-sps 3.1.1) read the interval 5 ms after its command, and the
  /// status immediately. Only a write to the flash takes 20 ms.
  ///
  /// - Parameter isWriting: Whether the command has arguments.
  /// - Returns: The time from the command's STOP.
  func executionTime(isWriting: Bool) -> Duration {
    switch self {
    case .startMeasurement, .stopMeasurement: .milliseconds(20)
    case .cleaningInterval: .milliseconds(isWriting ? 20 : 5)
    case .sleep, .wakeUp, .startCleaning, .clearStatus: .milliseconds(5)
    case .reset: .milliseconds(100)
    default: .zero
    }
  }
}
