public import SensorDrivers

/// A message of a transfer, as Linux has it in `i2c_msg`.
///
/// The first one begins with a START, each further one with a repeated START; a STOP ends the last.
public enum I2CMessage: Hashable, Sendable {
  /// Bytes for the device.
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

/// A transfer as the wires carried it.
public struct I2CTransfer: Hashable, Sendable {
  /// A message of the transfer.
  public struct Message: Hashable, Sendable {
    /// The direction of the message.
    public var direction: TransferDirection
    /// When its START was.
    public var start: Duration
    /// The number of clocks before it that freed SDA, which a part held.
    public var recoveryClocks = 0
    /// The time for which the device held SCL after its address.
    public var stretch = Duration.zero
    /// Whether the address was acknowledged.
    public var isAcknowledged = false
    /// The bytes that passed, a refused one at the end included.
    public var bytes: [UInt8] = []
    /// The index of the written byte that was refused; `nil` when none was.
    public var refusedByte: Int?
  }

  /// The number of the transfer on the bus, from 1.
  public var number: Int
  /// With which device.
  public var address: I2CAddress
  /// When it began.
  public var start: Duration
  /// When its STOP was over.
  public var end: Duration
  /// The length of a bit.
  public var bitTime: Duration
  /// The messages that passed, in order.
  public var messages: [Message] = []
  /// The failure of the transfer; `nil` when it succeeded.
  public var failure: I2CError?

  /// The bytes that were read, one message after the other.
  public var readBytes: [UInt8] {
    messages.filter { $0.direction == .reading }.flatMap(\.bytes)
  }

  /// The time for which SCL was held in it.
  public var stretch: Duration { messages.reduce(.zero) { $0 + $1.stretch } }

  /// The message and byte that were refused, byte -1 for the address.
  public var refusal: (message: Int, byte: Int)? {
    guard let last = messages.last else { return nil }
    if !last.isAcknowledged { return (messages.count - 1, -1) }
    return last.refusedByte.map { (messages.count - 1, $0) }
  }
}
