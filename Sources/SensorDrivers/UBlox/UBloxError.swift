/// The operation of a u-blox driver during which a transfer failed.
public enum UBloxOperation: Hashable, Sendable {
  /// Reading how many bytes wait.
  case readLength
  /// Reading the stream.
  case readStream
  /// Sending a UBX message.
  case send(UBXMessageID)
  /// Sending corrections.
  case sendCorrections
}

/// A failure of a u-blox receiver.
public enum UBloxError: Error, Hashable, Sendable {
  /// A transfer failed.
  case transfer(I2CError, during: UBloxOperation)
  /// A poll or a configuration stayed unanswered, however often it was sent.
  case noAnswer(to: UBXMessageID, attempts: Int)
  /// All messages that came were damaged, by their checksums; their number.
  case damaged(messages: Int)
  /// The receiver says that messages did not fit its output buffer.
  case outputLost
  /// The receiver says again and again that more bytes wait than it can have.
  case impossibleLength(UInt16)
  /// The receiver refused a configuration.
  case refused([UBXConfigurationKey])
}

extension UBloxOperation: CustomStringConvertible {
  /// The operation, with register or message.
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
  /// The failure, its place and its remedy.
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
