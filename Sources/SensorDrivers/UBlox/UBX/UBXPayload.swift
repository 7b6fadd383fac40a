/// The payload of one kind of UBX message, both ways.
public protocol UBXPayload: Hashable, Sendable {
  /// The message this payload belongs to.
  static var messageID: UBXMessageID { get }

  /// Decodes a payload, which excludes header and checksum.
  ///
  /// - Throws: ``UBXDecodingError`` when length or version are not the expected ones.
  init(decoding payload: Span<UInt8>) throws(UBXDecodingError)

  /// The payload's bytes.
  func encode() -> [UInt8]
}

extension UBXPayload {
  /// The payload in a frame of its own.
  public var frame: UBXFrame { UBXFrame(Self.messageID, payload: encode()) }
}

/// A UBX payload that cannot be decoded.
public struct UBXDecodingError: Error, Hashable, Sendable {
  /// The kind of fault; switch over this.
  public enum Reason: Hashable, Sendable {
    /// The payload's length is not one this message has.
    case length(expected: Int, actual: Int)
    /// The payload is of a version with another layout.
    case version(expected: UInt8, actual: UInt8)
    /// A configuration item is cut short or has a key of unknown size.
    case item(offset: Int)
  }
  /// The message concerned.
  public var messageID: UBXMessageID
  /// The kind of fault.
  public var reason: Reason

  /// Creates an error about a message.
  public init(messageID: UBXMessageID, reason: Reason) {
    self.messageID = messageID
    self.reason = reason
  }
}

extension UBXDecodingError: CustomStringConvertible {
  /// The message, its fault and the remedy.
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
