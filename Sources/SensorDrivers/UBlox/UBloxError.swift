/// The operation of a u-blox driver during which a transfer failed.
public enum UBloxOperation: Hashable, Sendable {
  /// Reading the number of waiting bytes.
  case readLength
  /// Reading the message stream.
  case readStream
  /// Sending a UBX message.
  case send(UBXMessageID)
  /// Sending RTCM corrections.
  case sendCorrections
}

/// A failure of a u-blox receiver.
public enum UBloxError: Error, Hashable, Sendable {
  /// A failed I2C transfer during an operation.
  case transfer(I2CError, during: UBloxOperation)
  /// A poll or configuration message without an answer after all attempts.
  case noAnswer(to: UBXMessageID, attempts: Int)
  /// Messages that all had a wrong checksum; the number of messages.
  case damaged(messages: Int)
  /// Messages lost because the receiver's output buffer was full, according to the receiver.
  case outputLost
  /// A number of waiting bytes that repeatedly exceeds the receiver's buffer.
  case impossibleLength(UInt16)
  /// Configuration keys in a message that the receiver refused.
  case refused([UBXConfigurationKey])
}

extension UBloxOperation: CustomStringConvertible {
  /// The operation, with its register or message.
  public var description: String {
    switch self {
    case .readLength: "reading the number of waiting bytes (0xFD, 0xFE)"
    case .readStream: "reading the message stream (0xFF)"
    case .send(let messageID): "sending \(messageID)"
    case .sendCorrections: "sending RTCM corrections"
    }
  }
}

extension UBloxError: CustomStringConvertible {
  /// The failure, the operation and the remedy.
  public var description: String {
    switch self {
    case .transfer(let error, let operation):
      "u-blox: \(operation) failed: \(error)"
    case .noAnswer(let messageID, let attempts):
      "u-blox: no answer to \(messageID) after \(attempts) attempts; "
        + "check that a u-blox receiver has this address and that UBX is enabled on its I2C port"
    case .damaged(let count):
      "u-blox: \(count) \(count == 1 ? "message" : "messages") with a wrong checksum and none with a right "
        + "one; check the wires and their pull-ups, or clock the bus slower"
    case .outputLost:
      "u-blox: its output buffer is full and messages are lost (txbuf alloc); read it more often, or switch "
        + "messages off"
    case .impossibleLength(let length):
      "u-blox: the number of waiting bytes (0xFD, 0xFE) keeps reading \(length.hexadecimal), more than its "
        + "buffer of 4096 bytes; check the wires, or reset the receiver"
    case .refused(let keys):
      "u-blox: UBX-CFG-VALSET (0x06 0x8A) refused for \(Self.list(keys)); "
        + "check that the receiver's firmware knows these keys and values"
    }
  }

  private static func list(_ keys: [UBXConfigurationKey]) -> String {
    var text = ""
    for key in keys { text += (text.isEmpty ? "" : ", ") + key.rawValue.hexadecimal }
    return text
  }
}
