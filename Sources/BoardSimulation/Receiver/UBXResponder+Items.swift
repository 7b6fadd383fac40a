internal import SensorDrivers

/// A transaction of configuration changes, which take effect all at once or not at all.
///
/// Source: ZED-F9P interface description UBX-18010854, UBX-CFG-VALSET and UBX-CFG-VALDEL version 1.
struct ConfigurationTransaction: Sendable {
  /// The message type of the transaction: CFG-VALSET or CFG-VALDEL.
  let messageID: UBXMessageID
  /// The layers that all messages of the transaction must name.
  let layers: [ReceiverConfiguration.Layer]
  /// The items collected so far, each key once.
  private(set) var items: [UBXConfigurationItem] = []

  init(_ messageID: UBXMessageID, in layers: [ReceiverConfiguration.Layer]) {
    self.messageID = messageID
    self.layers = layers
  }

  /// Adds items; a new value of a key replaces the earlier one.
  mutating func add(_ more: [UBXConfigurationItem]) {
    items.removeAll { old in more.contains { $0.key == old.key } }
    items += more
  }
}

/// Messages with items by key.
///
/// Each function returns the frames before the acknowledgement, or `nil` to refuse.
extension UBXResponder {
  /// Handles CFG-VALSET: version 0, or version 1 with transactions.
  mutating func setValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    var bytes = [UInt8](payload)
    guard let action = Self.action(of: payload) else { return abandon() }
    bytes[0] = 0
    guard let message = try? CfgVALSET(decoding: bytes.span),
      message.items.allSatisfy(ReceiverConfiguration.accepts)
    else { return abandon() }
    return change(message.items, by: .cfgVALSET, action, in: Self.layers(payload[1]))
  }

  /// Handles CFG-VALDEL: version 0, or version 1 with transactions; keys may be wildcards.
  mutating func deleteValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard let action = Self.action(of: payload), let keys = Self.keys(in: payload) else {
      return abandon()
    }
    let known = keys.map { ReceiverConfiguration.keys(matching: $0) }
    let layers = Self.layers(payload[1])
    // Items cannot be deleted from RAM, which has a value for every item.
    guard !known.contains(where: \.isEmpty), !layers.contains(.ram) else { return abandon() }
    let items = known.joined().map { UBXConfigurationItem($0, 0) }
    return change(items, by: .cfgVALDEL, action, in: layers)
  }

  /// The role of a message in a transaction.
  private enum Action: UInt8 {
    case none, start, go, apply
  }

  private static func action(of payload: Span<UInt8>) -> Action? {
    guard payload.count >= 4 else { return nil }
    switch payload[0] {
    case 0: return Action.none
    case 1: return Action(rawValue: payload[2] & 0b11)
    default: return nil
    }
  }

  private static func layers(_ bits: UInt8) -> [ReceiverConfiguration.Layer] {
    ReceiverConfiguration.Layer.allCases.filter { bits >> UInt8($0.rawValue) & 1 != 0 }
  }

  /// Refuses a message and discards the transaction.
  private mutating func abandon() -> [UBXFrame]? {
    transaction = nil
    return nil
  }

  private mutating func change(
    _ items: [UBXConfigurationItem], by messageID: UBXMessageID, _ action: Action,
    in layers: [ReceiverConfiguration.Layer]
  ) -> [UBXFrame]? {
    let least = action == .none ? 1 : 0
    guard (least...CfgVALSET.maximumItemCount).contains(items.count) || messageID == .cfgVALDEL,
      !layers.isEmpty
    else { return abandon() }
    if action == .none || action == .start {
      transaction = ConfigurationTransaction(messageID, in: layers)
    }
    // A message that continues a transaction needs a started one with the same layers.
    guard transaction?.layers == layers else { return abandon() }
    transaction?.add(items)
    if action == .none || action == .apply { apply() }
    return []
  }

  private mutating func apply() {
    guard let transaction else { return }
    if transaction.messageID == .cfgVALSET {
      _ = configuration.set(transaction.items, in: transaction.layers)
    } else {
      configuration.delete(transaction.items.map(\.key), from: transaction.layers)
    }
    self.transaction = nil
  }
}

extension UBXResponder {
  /// Handles CFG-VALGET: version 0, layer, number of values to skip, then keys.
  ///
  /// The response has version 1 and at most 64 values.
  func getValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard payload.count >= 4, payload[0] == 0, let keys = Self.keys(in: payload) else { return nil }
    var items: [UBXConfigurationItem] = []
    for key in keys {
      let known = ReceiverConfiguration.keys(matching: key).compactMap { key in
        value(of: key, layerCode: payload[1]).map { UBXConfigurationItem(key, $0) }
      }
      guard !known.isEmpty else { return nil }
      items += known
    }
    let position = Int(payload[2]) | Int(payload[3]) << 8
    let page = items.dropFirst(position).prefix(CfgVALSET.maximumItemCount)
    // The response has the layout and length of CFG-VALSET, except for version and layer.
    var answer = CfgVALSET(items: Array(page)).encode()
    answer.replaceSubrange(0..<4, with: [1, payload[1], payload[2], payload[3]])
    return [UBXFrame(.cfgVALGET, payload: answer)]
  }

  /// Returns the keys after a four-byte header, 1 to 64; `nil` for another length.
  private static func keys(in payload: Span<UInt8>) -> [UBXConfigurationKey]? {
    let length = payload.count - 4
    guard length >= 4, length % 4 == 0, length / 4 <= CfgVALSET.maximumItemCount else { return nil }
    return stride(from: 4, to: payload.count, by: 4).map {
      UBXConfigurationKey(rawValue: payload.littleEndian32(at: $0))
    }
  }

  private func value(of key: UBXConfigurationKey, layerCode: UInt8) -> UInt64? {
    switch layerCode {
    case 0: configuration.value(of: key, in: .ram)
    case 1: configuration.value(of: key, in: .batteryBackedRAM)
    case 2: configuration.value(of: key, in: .flash)
    case 7: ReceiverConfiguration.standardValue(of: key)
    default: nil
    }
  }

  /// Handles CFG-CFG: masks to clear, to save and to load, applied in this order, and the devices concerned.
  ///
  /// The masks' sections are those of earlier generations; since protocol 27 any bit of a mask stands for
  /// all.
  mutating func keepValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard payload.count == 12 || payload.count == 13 else { return nil }
    let devices = payload.count == 13 ? payload[12] : 0b11  // battery-backed RAM and flash
    var layers: [ReceiverConfiguration.Layer] = []
    if devices & 0b1 != 0 { layers.append(.batteryBackedRAM) }
    if devices & 0b10 != 0 { layers.append(.flash) }
    if payload.littleEndian32(at: 0) != 0 { configuration.clear(layers) }
    if payload.littleEndian32(at: 4) != 0 { configuration.save(to: layers) }
    if payload.littleEndian32(at: 8) != 0 { configuration.restart() }
    return []
  }
}
