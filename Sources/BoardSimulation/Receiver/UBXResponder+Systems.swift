internal import SensorDrivers

/// Messages of earlier generations about navigation systems and texts, whose fields are now configuration items.
///
/// Each function returns the frames before the acknowledgement, or `nil` to refuse.
///
/// Source: ZED-F9P interface description UBX-18010854, and that of generation 8, UBX-13003221.
extension UBXResponder {
  /// Handles CFG-INF: a poll of a protocol, or blocks of 10 bytes with a protocol's levels on six ports.
  mutating func texts(_ payload: Span<UInt8>) -> [UBXFrame]? {
    func key(_ protocolID: UInt8, _ port: Int) -> UBXConfigurationKey? {
      guard protocolID < 2 else { return nil }
      let levels: UBXConfigurationKey = protocolID == 0 ? .informationUBX : .informationNMEA
      return levels.onPort(port)
    }
    if payload.count == 1 {
      var answer: [UInt8] = [payload[0], 0, 0, 0]
      for port in 0..<5 {
        guard let key = key(payload[0], port) else { return nil }
        answer.append(UInt8(truncatingIfNeeded: configuration[key]))
      }
      return [UBXFrame(.cfgINF, payload: answer + [0])]
    }
    guard !payload.isEmpty, payload.count % 10 == 0 else { return nil }
    var items: [UBXConfigurationItem] = []
    for block in stride(from: 0, to: payload.count, by: 10) {
      for port in 0..<5 {
        guard let key = key(payload[block], port) else { return nil }
        items.append(UBXConfigurationItem(key, UInt64(payload[block + 4 + port] & 0x1F)))
      }
    }
    return configuration.set(items) ? [] : nil
  }

  /// Handles CFG-DGNSS: a poll, or four bytes, the first of which is the mode of differential positions.
  mutating func differentialMode(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      let mode = UInt8(truncatingIfNeeded: configuration[.differentialMode])
      return [UBXFrame(.cfgDGNSS, payload: [mode, 0, 0, 0])]
    }
    guard payload.count == 4 else { return nil }
    let item = UBXConfigurationItem(.differentialMode, UInt64(payload[0]))
    return configuration.set([item]) ? [] : nil
  }

  /// Handles CFG-SBAS: a poll, or eight bytes with the use of SBAS and the satellites to search.
  mutating func augmentation(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      var bytes = [UInt8](repeating: 0, count: 8)
      for (offset, bit, key) in Self.augmentationBits where configuration.isOn(key) {
        bytes[offset] |= 1 << bit
      }
      let mask = configuration[.augmentationSatellites]
      bytes[3] = UInt8(truncatingIfNeeded: mask >> 32)
      bytes.replaceSubrange(4..<8, with: UInt32(truncatingIfNeeded: mask).littleEndianBytes)
      return [UBXFrame(.cfgSBAS, payload: bytes)]
    }
    guard payload.count == 8 else { return nil }
    let mask = UInt64(payload[3]) << 32 | UInt64(payload.littleEndian32(at: 4))
    let items = Self.augmentationBits.map { offset, bit, key in
      UBXConfigurationItem(key, UInt64(payload[offset] >> bit & 1))
    }
    return configuration.set(items + [UBXConfigurationItem(.augmentationSatellites, mask)])
      ? [] : nil
  }

  private static let augmentationBits: [(offset: Int, bit: UInt8, key: UBXConfigurationKey)] =
    [
      (0, 0, 0x1031_0020), (0, 1, 0x1036_0002), (1, 0, 0x1036_0003), (1, 1, 0x1036_0004),
      (1, 2, 0x1036_0005),
    ]
    .map { ($0, $1, UBXConfigurationKey(rawValue: $2)) }

  /// Handles CFG-GNSS: a poll, or four bytes and a block of eight for each system that is to change.
  mutating func systems(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard !payload.isEmpty else {
      let channels = ReceiverSystem.channels
      let header: [UInt8] = [0, channels, channels, UInt8(ReceiverSystem.all.count)]
      let blocks = ReceiverSystem.all.flatMap { $0.block(of: configuration) }
      return [UBXFrame(.cfgGNSS, payload: header + blocks)]
    }
    guard payload.count >= 4, payload[0] == 0, payload.count == 4 + 8 * Int(payload[3]) else {
      return nil
    }
    var items: [UBXConfigurationItem] = []
    for block in stride(from: 4, to: payload.count, by: 8) {
      guard let system = ReceiverSystem.all.first(where: { $0.id == payload[block] }) else {
        return nil
      }
      items += system.items(payload.littleEndian32(at: block + 4))
    }
    return configuration.set(items) ? [] : nil
  }
}
