/// A message that sets configuration items (UBX-CFG-VALSET, version 0).
public struct CfgVALSET: Hashable, Sendable {
  /// The memory layers in which the receiver stores the values.
  public struct Layers: OptionSet, Hashable, Sendable {
    /// The raw bits of the flags, as on the wire.
    public var rawValue: UInt8
    /// Creates a set from its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// RAM: effective at once, lost at power-off.
    public static var ram: Self { Self(rawValue: 1 << 0) }
    /// Battery-backed RAM: kept while the backup battery lasts.
    public static var batteryBackedRAM: Self { Self(rawValue: 1 << 1) }
    /// Flash memory: kept permanently.
    public static var flash: Self { Self(rawValue: 1 << 2) }
  }

  /// The memory layers in which the receiver stores the values.
  public var layers: Layers
  /// The configuration items, at most ``maximumItemCount``.
  public var items: [UBXConfigurationItem]

  /// Creates a message from configuration items.
  public init(layers: Layers = .ram, items: [UBXConfigurationItem]) {
    self.layers = layers
    self.items = items
  }

  /// The maximum number of items per message.
  public static var maximumItemCount: Int { 64 }
}

extension CfgVALSET: UBXPayload {
  /// The message ID of UBX-CFG-VALSET.
  public static var messageID: UBXMessageID { .cfgVALSET }
  /// The version of the payload's layout, in the first byte.
  public static var version: UInt8 { 0 }
  private static var headerLength: Int { 4 }
  private static var keyLength: Int { 4 }

  /// Decodes a payload of configuration items.
  public init(decoding payload: Span<UInt8>) throws(UBXDecodingError) {
    guard payload.count >= Self.headerLength else {
      throw UBXDecodingError(
        messageID: .cfgVALSET,
        reason: .length(expected: Self.headerLength, actual: payload.count))
    }
    guard payload[0] == Self.version else {
      throw UBXDecodingError(
        messageID: .cfgVALSET, reason: .version(expected: Self.version, actual: payload[0]))
    }
    self.init(layers: Layers(rawValue: payload[1]), items: [])
    var offset = Self.headerLength
    while offset < payload.count { items.append(try Self.item(in: payload, at: &offset)) }
  }

  private static func item(
    in payload: Span<UInt8>, at offset: inout Int
  ) throws(UBXDecodingError) -> UBXConfigurationItem {
    let (start, left) = (offset, payload.count - offset)
    let failure = UBXDecodingError(messageID: .cfgVALSET, reason: .item(offset: start))
    guard left >= keyLength else { throw failure }
    let key = UBXConfigurationKey(rawValue: payload.littleEndian(at: start))
    guard let length = key.valueLength, left >= keyLength + length else { throw failure }
    var value: UInt64 = 0
    for index in (0..<length).reversed() {
      value = value << 8 | UInt64(payload[start + keyLength + index])
    }
    offset += keyLength + length
    return UBXConfigurationItem(key, value)
  }

  /// Encodes the payload; items whose key has an unknown value size are omitted.
  public func encode() -> [UInt8] {
    var bytes: [UInt8] = [Self.version, layers.rawValue, 0, 0]
    for item in items {
      guard let length = item.key.valueLength else { continue }
      bytes.append(littleEndian: UInt64(item.key.rawValue), byteCount: Self.keyLength)
      bytes.append(littleEndian: item.value, byteCount: length)
    }
    return bytes
  }
}
