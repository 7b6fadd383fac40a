/// The payload of one kind of UBX message, with its decoder and encoder.
public protocol UBXPayload: Hashable, Sendable {
  /// The ID of the message that the payload belongs to.
  static var messageID: UBXMessageID { get }

  /// Decodes a payload, without header and checksum.
  ///
  /// - Throws: ``UBXDecodingError`` when the length or the version is not as expected.
  init(decoding payload: Span<UInt8>) throws(UBXDecodingError)

  /// Encodes the payload.
  func encode() -> [UInt8]
}

extension UBXPayload {
  /// The payload in a UBX frame.
  public var frame: UBXFrame { UBXFrame(Self.messageID, payload: encode()) }
}

/// A failure to decode a UBX payload.
public struct UBXDecodingError: Error, Hashable, Sendable {
  /// The kind of mistake.
  public enum Reason: Hashable, Sendable {
    /// A length that the message's payload cannot have.
    case length(expected: Int, actual: Int)
    /// A version with another layout.
    case version(expected: UInt8, actual: UInt8)
    /// A configuration item that is incomplete or has a key of unknown size.
    case item(offset: Int)
  }
  /// The ID of the message that cannot be decoded.
  public var messageID: UBXMessageID
  /// The kind of mistake.
  public var reason: Reason

  /// Creates an error for a message.
  public init(messageID: UBXMessageID, reason: Reason) {
    self.messageID = messageID
    self.reason = reason
  }
}

extension UBXDecodingError: CustomStringConvertible {
  /// The message, the mistake and the remedy.
  public var description: String {
    switch reason {
    case .length(let expected, let actual):
      "\(messageID): payload has \(actual) bytes, expected \(expected); "
        + "check the receiver's protocol version"
    case .version(let expected, let actual):
      "\(messageID): version \(actual), expected \(expected); "
        + "use a receiver firmware that sends version \(expected)"
    case .item(let offset):
      "\(messageID): no whole configuration item at byte \(offset); check key and value size"
    }
  }
}
