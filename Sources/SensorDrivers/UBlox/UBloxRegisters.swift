/// What a u-blox receiver has on DDC, its I2C port.
///
/// After a register is read the pointer moves on, up to the stream, where it stays.
///
/// Source: u-blox F9 integration manual, DDC interface.
public enum UBloxRegister: UInt8, Hashable, Sendable {
  /// How many bytes wait, high byte.
  case waitingHigh = 0xFD
  /// How many bytes wait, low byte.
  case waitingLow = 0xFE
  /// The stream of messages; reads as `0xFF` when nothing waits.
  case stream = 0xFF
}

/// Fixed values and times of the exchange with a receiver.
public enum UBloxConstants {
  /// The most bytes the receiver keeps for its reader.
  public static var bufferLength: Int { 4096 }
  /// What the stream reads as when nothing waits.
  public static var filler: UInt8 { 0xFF }
  /// What a receiver that is not ready may give as the first byte.
  static var notReady: UInt8 { 0x7F }
  /// How long a poll or a configuration may stay unanswered before it is repeated.
  public static var answerTimeout: Duration { .milliseconds(1100) }
  /// The pause between two looks for an answer.
  public static var answerPollInterval: Duration { .milliseconds(20) }
  /// How often a poll or a configuration is sent before the driver gives up.
  public static var attempts: Int { 3 }
}

extension I2CAddress {
  /// The u-blox receivers' default.
  public static var ublox: I2CAddress { I2CAddress(rawValue: 0x42) }
}

/// How many bytes to read, by what the length registers gave.
///
/// Their value is not always to be believed: a receiver that is not ready answers `0xFF` or `0x7F`,
/// and late data on a slow bus sets the highest bit. Reading too much costs only time, as it yields
/// filler, so a doubtful length is tried and an impossible one is not.
struct UBloxWaitingBytes: Hashable {
  /// How many bytes to read.
  var count: Int
  /// What the registers gave.
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
