public import SensorDrivers

/// One message of a transfer, as Linux has it in `i2c_msg`.
///
/// The first one begins with a START, each further one with a repeated START; a STOP ends the last.
public enum I2CMessage: Hashable, Sendable {
  /// Bytes for the device.
  case write([UInt8])
  /// So many bytes from the device.
  case read(Int)

  /// Which way it goes.
  public var direction: TransferDirection {
    switch self {
    case .write: .writing
    case .read: .reading
    }
  }
}

/// A transfer as the wires carried it.
public struct I2CTransfer: Hashable, Sendable {
  /// One message of it.
  public struct Message: Hashable, Sendable {
    /// Which way it went.
    public var direction: TransferDirection
    /// When its START was.
    public var start: Duration
    /// How many clocks it took before to free SDA, which a part held.
    public var recoveryClocks = 0
    /// How long the device held SCL after its address.
    public var stretch = Duration.zero
    /// Whether the address was acknowledged.
    public var isAcknowledged = false
    /// The bytes that passed, a refused one at the end included.
    public var bytes: [UInt8] = []
    /// Which written byte was refused; `nil` when none was.
    public var refusedByte: Int?
  }

  /// Which transfer of the bus it was, from 1.
  public var number: Int
  /// With which device.
  public var address: I2CAddress
  /// When it began.
  public var start: Duration
  /// When its STOP was over.
  public var end: Duration
  /// How long a bit took.
  public var bitTime: Duration
  /// What passed, in order.
  public var messages: [Message] = []
  /// Why it failed; `nil` when it did not.
  public var failure: I2CError?

  /// What was read, one message after the other.
  public var readBytes: [UInt8] {
    messages.filter { $0.direction == .reading }.flatMap(\.bytes)
  }

  /// How long SCL was held in it.
  public var stretch: Duration { messages.reduce(.zero) { $0 + $1.stretch } }

  /// Where it was refused: which message, and which byte of it, -1 for the address.
  public var refusal: (message: Int, byte: Int)? {
    guard let last = messages.last else { return nil }
    if !last.isAcknowledged { return (messages.count - 1, -1) }
    return last.refusedByte.map { (messages.count - 1, $0) }
  }
}
