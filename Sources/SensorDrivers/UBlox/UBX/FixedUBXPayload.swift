import Bytes

/// A payload of fixed length, defined by a list of its fields with their offsets.
///
/// The same list serves for decoding and encoding:
/// ```swift
/// mutating func fields(_ codec: inout UBXFieldCodec) {
///   codec.field(&timeOfWeekMilliseconds, at: 0)
///   …
/// }
/// ```
public protocol FixedUBXPayload: UBXPayload {
  /// The length of the payload in bytes, at most 92.
  static var length: Int { get }
  /// The version of the layout, in the first byte; `nil` for a payload without a version.
  static var version: UInt8? { get }

  /// Creates a message with its default values.
  init()

  /// Reads or writes each field at its offset; bytes between fields are reserved and encoded as zero.
  mutating func fields(_ codec: inout UBXFieldCodec)
}

extension FixedUBXPayload {
  /// The default `nil`: the payload has no version.
  public static var version: UInt8? { nil }

  /// Decodes a payload of exactly this length and version.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    var codec = try UBXFieldCodec(
      decoding: payload, length: Self.length, version: Self.version, of: Self.messageID)
    self.init()
    fields(&codec)
  }

  /// Encodes the payload.
  public func encode() -> [UInt8] {
    var (codec, copy) = (UBXFieldCodec(version: Self.version), self)
    copy.fields(&codec)
    return codec.encoded(length: Self.length)
  }
}

/// A codec that decodes or encodes the fields of a payload of fixed length.
public struct UBXFieldCodec {
  /// The payload's bytes, with the length of the longest fixed payload, that of NAV-PVT.
  private var bytes = InlineArray<92, UInt8>(repeating: 0)
  private let isDecoding: Bool

  /// Creates a decoding codec for a payload of exactly `length` bytes and, if given, of `version`.
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

  /// Creates an encoding codec; a version is written to the first byte.
  fileprivate init(version: UInt8?) {
    isDecoding = false
    if let version { bytes[0] = version }
  }

  /// Decodes or encodes the field at `offset`, little-endian.
  public mutating func field<Value: FixedWidthInteger>(_ value: inout Value, at offset: Int) {
    if isDecoding {
      value = bytes.span.littleEndian(at: offset)
      return
    }
    for index in 0..<Value.bitWidth / 8 {
      bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * index))
    }
  }

  /// Returns the first `length` encoded bytes.
  fileprivate func encoded(length: Int) -> [UInt8] { [UInt8](bytes.span.extracting(0..<length)) }
}
