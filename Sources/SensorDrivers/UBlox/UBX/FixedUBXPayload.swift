import Bytes

/// A payload of fixed length, as the list of its fields with their offsets.
///
/// The one list is both decoder and encoder:
/// ```swift
/// mutating func fields(_ codec: inout UBXFieldCodec) {
///   codec.field(&timeOfWeekMilliseconds, at: 0)
///   …
/// }
/// ```
public protocol FixedUBXPayload: UBXPayload {
  /// The payload's length in bytes, at most 92.
  static var length: Int { get }
  /// The layout's version, in the first byte; `nil` when the payload does not say one.
  static var version: UInt8? { get }

  /// Creates a message with its default values.
  init()

  /// Goes along the fields; bytes between them are reserved, and encoded as zero.
  mutating func fields(_ codec: inout UBXFieldCodec)
}

extension FixedUBXPayload {
  /// The payload does not say a version.
  public static var version: UInt8? { nil }

  /// Decodes a payload of just this length and version.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    var codec = try UBXFieldCodec(
      decoding: payload, length: Self.length, version: Self.version, of: Self.messageID)
    self.init()
    fields(&codec)
  }

  /// The payload's bytes.
  public func encode() -> [UInt8] {
    var (codec, copy) = (UBXFieldCodec(version: Self.version), self)
    copy.fields(&codec)
    return codec.encoded(length: Self.length)
  }
}

/// Moves the fields of a payload of fixed length, in the direction it was made for.
public struct UBXFieldCodec {
  /// As long as the longest payload of fixed length, that of NAV-PVT.
  private var bytes = InlineArray<92, UInt8>(repeating: 0)
  private let isDecoding: Bool

  /// A codec that reads a payload of exactly `length` bytes, and of `version` if it has one.
  fileprivate init(
    decoding payload: Span<UInt8>, length: Int, version: UInt8?, of messageID: UBXMessageID
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
  fileprivate init(version: UInt8?) {
    isDecoding = false
    if let version { bytes[0] = version }
  }

  /// Reads or writes the field at `offset`, little-endian.
  public mutating func field<Value: FixedWidthInteger>(_ value: inout Value, at offset: Int) {
    if isDecoding {
      value = bytes.span.littleEndian(at: offset)
      return
    }
    for index in 0..<Value.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }

  /// The first `length` bytes as they stand.
  fileprivate func encoded(length: Int) -> [UInt8] { [UInt8](bytes.span.extracting(0..<length)) }
}
