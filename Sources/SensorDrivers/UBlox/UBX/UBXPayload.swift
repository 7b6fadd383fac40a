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

/// Why a UBX payload could not be decoded.
public struct UBXDecodingError: Error, Hashable, Sendable {
  /// What went wrong; switch over this.
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
  /// What went wrong.
  public var reason: Reason

  /// Creates an error about a message.
  public init(messageID: UBXMessageID, reason: Reason) {
    self.messageID = messageID
    self.reason = reason
  }
}

extension UBXDecodingError: CustomStringConvertible {
  /// What is wrong with which message, and what to do.
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

/// Moves the fields of a fixed-length payload, in the direction it was made for.
///
/// A message lists its fields once, with their offsets, and is decoded and encoded by that one list.
struct UBXFieldCodec {
  /// As long as the longest fixed payload, NAV-PVT.
  private var bytes = InlineArray<92, UInt8>(repeating: 0)
  private let isDecoding: Bool

  /// A codec that reads a payload of exactly `length` bytes, and of `version` if it has one.
  init(
    decoding payload: Span<UInt8>, length: Int, version: UInt8? = nil, of messageID: UBXMessageID
  ) throws(UBXDecodingError) {
    guard payload.count == length else {
      throw UBXDecodingError(
        messageID: messageID, reason: .length(expected: length, actual: payload.count))
    }
    if let version, payload[0] != version {
      throw UBXDecodingError(
        messageID: messageID, reason: .version(expected: version, actual: payload[0]))
    }
    isDecoding = true
    for index in payload.indices { bytes[index] = payload[index] }
  }

  /// A codec that writes; a version goes into the first byte.
  init(version: UInt8 = 0) {
    isDecoding = false
    bytes[0] = version
  }

  /// Reads or writes the field at `offset`.
  mutating func field<Value: FixedWidthInteger>(_ value: inout Value, at offset: Int) {
    if isDecoding {
      value = bytes.span.littleEndian(at: offset)
      return
    }
    for index in 0..<Value.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }

  /// The first `length` bytes as they stand.
  func encoded(length: Int) -> [UInt8] { [UInt8](bytes.span.extracting(0..<length)) }
}
