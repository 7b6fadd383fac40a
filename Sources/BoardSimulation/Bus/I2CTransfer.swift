public import SensorDrivers

/// A message of a transfer, like Linux's `i2c_msg`.
///
/// The first message begins with a START, each further one with a repeated START; a STOP ends the last.
public enum I2CMessage: Hashable, Sendable {
  /// A write of bytes to the device.
  case write([UInt8])
  /// A read of a number of bytes from the device.
  case read(Int)

  /// The direction of the message.
  public var direction: TransferDirection {
    switch self {
    case .write: .writing
    case .read: .reading
    }
  }
}

/// A transfer as it appeared on the wires.
public struct I2CTransfer: Hashable, Sendable {
  /// A message of the transfer.
  public struct Message: Hashable, Sendable {
    /// The direction of the message.
    public var direction: TransferDirection
    /// The board time of the message's START.
    public var start: Duration
    /// The number of recovery clocks before the message, which freed an SDA that a part held low.
    public var recoveryClocks = 0
    /// The time for which the device held SCL low after its address.
    public var stretch = Duration.zero
    /// Whether the device acknowledged its address.
    public var isAcknowledged = false
    /// The bytes transferred, including a refused one at the end.
    public var bytes: [UInt8] = []
    /// The index of the written byte that was refused; `nil` if no byte was refused.
    public var refusedByte: Int?
  }

  /// The number of the transfer on the bus, from 1.
  public var number: Int
  /// The address of the device.
  public var address: I2CAddress
  /// The board time when the transfer began.
  public var start: Duration
  /// The board time when the transfer's STOP ended.
  public var end: Duration
  /// The duration of one bit.
  public var bitTime: Duration
  /// The transferred messages, in order.
  public var messages: [Message] = []
  /// The error that ended the transfer; `nil` for success.
  public var failure: I2CError?

  /// The bytes read, joined from all reading messages.
  public var readBytes: [UInt8] {
    messages.filter { $0.direction == .reading }.flatMap(\.bytes)
  }

  /// The total time for which SCL was held low during the transfer.
  public var stretch: Duration { messages.reduce(.zero) { $0 + $1.stretch } }

  /// The index of the refused message and byte, -1 for the address; `nil` if nothing was refused.
  public var refusal: (message: Int, byte: Int)? {
    guard let last = messages.last else { return nil }
    if !last.isAcknowledged { return (messages.count - 1, -1) }
    return last.refusedByte.map { (messages.count - 1, $0) }
  }
}
