internal import SensorDrivers

/// Messages of earlier generations whose fields are now configuration items.
///
/// Each function returns the frames before the acknowledgement, or `nil` to refuse.
///
/// Source: ZED-F9P interface description UBX-18010854, UBX-CFG-NAV5 and UBX-CFG-TMODE3.
extension UBXResponder {
  /// Handles CFG-NAV5: a poll, or 36 bytes with a mask of the fields to set.
  mutating func navigationSettings(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      let bytes = LegacyField.payload(
        of: LegacyField.navigation, length: 36, from: configuration, beginning: [0xFF, 0x05])
      return [UBXFrame(.cfgNAV5, payload: bytes)]
    }
    guard payload.count == 36 else { return nil }
    return set(LegacyField.navigation, from: payload, maskAt: 0)
  }

  /// Handles CFG-NAVX5: a poll, or 40 bytes of version 0 to 3 with masks of the fields to set.
  mutating func expertSettings(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      let bytes = LegacyField.payload(
        of: LegacyField.expert, length: 40, from: configuration, beginning: [2, 0])
      return [UBXFrame(.cfgNAVX5, payload: bytes)]
    }
    guard payload.count == 40, payload[0] <= 3, payload[1] == 0 else { return nil }
    return set(LegacyField.expert, from: payload, maskAt: 2)
  }

  /// Sets the fields of a message that its mask of 16 bits enables; without any, nothing.
  private mutating func set(
    _ fields: [LegacyField], from payload: Span<UInt8>, maskAt offset: Int
  ) -> [UBXFrame]? {
    let mask = UInt16(payload[offset]) | UInt16(payload[offset + 1]) << 8
    let items = fields.filter { mask & $0.mask != 0 }.map { $0.item(in: payload) }
    return items.isEmpty || configuration.set(items) ? [] : nil
  }

  /// Handles CFG-TMODE3: a poll, or 40 bytes, whose position is in ECEF or geodetic items.
  mutating func timeMode(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      let isGeodetic = configuration[.timePositionType] != 0
      let bytes = LegacyField.payload(
        of: LegacyField.timeMode(isGeodetic: isGeodetic), length: 40, from: configuration,
        beginning: [])
      return [UBXFrame(.cfgTMODE3, payload: bytes)]
    }
    guard payload.count == 40, payload[0] == 0 else { return nil }
    let fields = LegacyField.timeMode(isGeodetic: payload[3] & 1 != 0)
    return configuration.set(fields.map { $0.item(in: payload) }) ? [] : nil
  }
}

/// A field of a legacy message, with the configuration item of the same width that it sets.
private struct LegacyField {
  var offset: Int
  var key: UBXConfigurationKey
  /// The bits of the message's mask that enable the field.
  var mask: UInt16 = 0

  private init(_ offset: Int, _ key: UBXConfigurationKey, mask: UInt16 = 0) {
    self.offset = offset
    self.key = key
    self.mask = mask
  }

  private init(_ offset: Int, _ key: UInt32, mask: UInt16) {
    self.init(offset, UBXConfigurationKey(rawValue: key), mask: mask)
  }

  static let navigation = [
    LegacyField(2, .dynamicModel, mask: 1), LegacyField(3, .fixMode, mask: 1 << 2),
    LegacyField(4, 0x4011_00C1, mask: 1 << 2), LegacyField(8, 0x4011_00C2, mask: 1 << 2),
    LegacyField(12, .leastElevation, mask: 1 << 1),
    LegacyField(14, 0x3011_00B1, mask: 1 << 4), LegacyField(16, 0x3011_00B2, mask: 1 << 4),
    LegacyField(18, 0x3011_00B3, mask: 1 << 4), LegacyField(20, 0x3011_00B4, mask: 1 << 4),
    LegacyField(22, 0x2025_0038, mask: 1 << 6), LegacyField(23, .correctionTimeout, mask: 1 << 7),
    LegacyField(24, 0x2011_00AA, mask: 1 << 8), LegacyField(25, 0x2011_00AB, mask: 1 << 8),
    LegacyField(28, 0x3025_003B, mask: 1 << 6), LegacyField(30, 0x2011_001C, mask: 1 << 10),
  ]

  static let expert = [
    LegacyField(10, 0x2011_00A1, mask: 1 << 2), LegacyField(11, 0x2011_00A2, mask: 1 << 2),
    LegacyField(12, 0x2011_00A3, mask: 1 << 3), LegacyField(14, 0x1011_0013, mask: 1 << 6),
    LegacyField(17, 0x1011_0025, mask: 1 << 10), LegacyField(18, 0x3011_0017, mask: 1 << 9),
    LegacyField(26, 0x1011_0019, mask: 1 << 13), LegacyField(27, 0x1023_0001, mask: 1 << 14),
    LegacyField(30, 0x3023_0002, mask: 1 << 14),
  ]

  static func timeMode(isGeodetic: Bool) -> [LegacyField] {
    let axes = (0..<3 as Range<UInt32>).flatMap { axis in
      isGeodetic
        ? [
          LegacyField(4 + 4 * Int(axis), .timeGeodetic(axis)),
          LegacyField(16 + Int(axis), .timeGeodeticExtra(axis)),
        ]
        : [
          LegacyField(4 + 4 * Int(axis), .timeECEF(axis)),
          LegacyField(16 + Int(axis), .timeECEFExtra(axis)),
        ]
    }
    return [LegacyField(2, .timeMode), LegacyField(3, .timePositionType)] + axes + [
      LegacyField(20, .fixedPositionAccuracy), LegacyField(24, .surveyDuration),
      LegacyField(28, .surveyAccuracy),
    ]
  }

  /// Returns the item with its value from a payload.
  func item(in payload: Span<UInt8>) -> UBXConfigurationItem {
    let bytes = (0..<(key.valueLength ?? 0)).reversed().map { payload[offset + $0] }
    return UBXConfigurationItem(key, bytes.reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Returns the payload of a message that reports a configuration.
  static func payload(
    of fields: [LegacyField], length: Int, from configuration: ReceiverConfiguration,
    beginning: [UInt8]
  ) -> [UInt8] {
    var bytes = beginning + [UInt8](repeating: 0, count: length - beginning.count)
    for field in fields {
      let value = configuration[field.key]
      for index in 0..<(field.key.valueLength ?? 0) {
        bytes[field.offset + index] = UInt8(truncatingIfNeeded: value >> UInt64(8 * index))
      }
    }
    return bytes
  }
}
