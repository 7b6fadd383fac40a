/// A register of a u-blox receiver on DDC, its I2C port.
///
/// After a register is read the pointer moves on, up to the stream, where it stays.
///
/// Source: u-blox F9 integration manual, DDC interface.
public enum UBloxRegister: UInt8, Hashable, Sendable {
  /// The number of waiting bytes, high byte.
  case waitingHigh = 0xFD
  /// The number of waiting bytes, low byte.
  case waitingLow = 0xFE
  /// The stream of messages; reads as `0xFF` when nothing waits.
  case stream = 0xFF
}

/// Fixed values and times of the exchange with a receiver.
public enum UBloxConstants {
  /// The most bytes the receiver keeps for its reader.
  public static var bufferLength: Int { 4096 }
  /// The byte that the stream reads as when nothing waits.
  public static var filler: UInt8 { 0xFF }
  /// The first byte that a receiver may give while it is not ready.
  static var notReady: UInt8 { 0x7F }
  /// The time after which an unanswered poll or configuration is repeated.
  public static var answerTimeout: Duration { .milliseconds(1100) }
  /// The pause between two looks for an answer.
  public static var answerPollInterval: Duration { .milliseconds(20) }
  /// The number of times a poll or a configuration is sent before the driver gives up.
  public static var attempts: Int { 3 }
}

extension I2CAddress {
  /// The u-blox receivers' default.
  public static var ublox: I2CAddress { I2CAddress(rawValue: 0x42) }
}

/// The number of bytes to read, by the content of the length registers.
///
/// Their value is not always to be believed: a receiver that is not ready answers `0xFF` or `0x7F`,
/// and late data on a slow bus sets the highest bit. Reading too much costs only time, as it yields
/// filler, so a doubtful length is tried and an impossible one is not.
struct UBloxWaitingBytes: Hashable {
  /// The number of bytes to read.
  var count: Int
  /// The content of the registers.
  let told: UInt16
  /// Whether that is more than a receiver can have.
  var isImpossible: Bool { count == 0 && told & 0x7FFF != 0 }
  /// Whether the count may be wrong, so that reading stops at the first filler.
  var isDoubtful: Bool

  init(high: UInt8, low: UInt8) {
    told = UInt16(high) << 8 | UInt16(low)
    let value = Int(told & 0x7FFF)
    // What a receiver gives that is not ready is more than it can have.
    count = value > UBloxConstants.bufferLength ? 0 : value
    isDoubtful =
      high & 0x80 != 0 || count != value
      || high == 0 && (low == UBloxConstants.filler || low == UBloxConstants.notReady)
  }
}
