/// A register of a u-blox receiver on DDC, its I2C port.
///
/// After a register is read, the register pointer advances up to the stream register, where it stays.
///
/// Source: u-blox F9 integration manual, DDC interface.
public enum UBloxRegister: UInt8, Hashable, Sendable {
  /// The high byte of the number of waiting bytes.
  case waitingHigh = 0xFD
  /// The low byte of the number of waiting bytes.
  case waitingLow = 0xFE
  /// The message stream, which reads as `0xFF` when no bytes wait.
  case stream = 0xFF
}

/// The fixed values and times of communication with a receiver.
public enum UBloxConstants {
  /// The length of the receiver's output buffer in bytes.
  public static var bufferLength: Int { 4096 }
  /// The byte that the stream returns when no bytes wait.
  public static var filler: UInt8 { 0xFF }
  /// The first byte that a receiver may return while it is not ready.
  static var notReady: UInt8 { 0x7F }
  /// The timeout after which an unanswered poll or configuration message is repeated.
  public static var answerTimeout: Duration { .milliseconds(1100) }
  /// The interval between checks for an answer.
  public static var answerPollInterval: Duration { .milliseconds(20) }
  /// The maximum number of times that a poll or configuration message is sent.
  public static var attempts: Int { 3 }
}

extension I2CAddress {
  /// The default address of u-blox receivers.
  public static var ublox: I2CAddress { I2CAddress(rawValue: 0x42) }
}

/// The number of bytes to read, derived from the length registers.
///
/// The registers are not always reliable: a receiver that is not ready returns `0xFF` or `0x7F`,
/// and late data on a slow bus sets the highest bit. Reading too many bytes costs only time, since
/// the surplus is filler. Therefore, a doubtful length is read and an impossible one is not.
struct UBloxWaitingBytes: Hashable {
  /// The number of bytes to read.
  var count: Int
  /// The raw content of the length registers.
  let told: UInt16
  /// Whether the length exceeds the receiver's buffer.
  var isImpossible: Bool { count == 0 && told & 0x7FFF != 0 }
  /// Whether the count may be wrong, so that reading stops at a chunk of filler.
  var isDoubtful: Bool

  init(high: UInt8, low: UInt8) {
    told = UInt16(high) << 8 | UInt16(low)
    let value = Int(told & 0x7FFF)
    // A receiver that is not ready reports more bytes than its buffer can hold.
    count = value > UBloxConstants.bufferLength ? 0 : value
    isDoubtful =
      high & 0x80 != 0 || count != value
      || high == 0 && (low == UBloxConstants.filler || low == UBloxConstants.notReady)
  }
}
