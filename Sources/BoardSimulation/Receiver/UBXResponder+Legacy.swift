internal import SensorDrivers

/// Messages of earlier generations.
///
/// Each function returns the frames before the acknowledgement, or `nil` to refuse.
extension UBXResponder {
  mutating func rate(_ payload: Span<UInt8>) -> [UBXFrame]? {
    if payload.isEmpty {
      var answer = CfgRATE()
      answer.measurementPeriodMilliseconds = UInt16(clamping: configuration[.measurementPeriod])
      answer.navigationRate = UInt16(clamping: configuration[.navigationRate])
      answer.timeReference = UInt16(clamping: configuration[.timeReference])
      return [answer.frame]
    }
    guard let rate = try? CfgRATE(decoding: payload) else { return nil }
    let isSet = configuration.set([
      UBXConfigurationItem(.measurementPeriod, UInt64(rate.measurementPeriodMilliseconds)),
      UBXConfigurationItem(.navigationRate, UInt64(rate.navigationRate)),
      UBXConfigurationItem(.timeReference, UInt64(rate.timeReference)),
    ])
    return isSet ? [] : nil
  }
}

/// Legacy messages that set message rates and the port.
extension UBXResponder {
  /// Handles CFG-MSG: class and ID, then nothing (a poll), the rate on the port on which it came, or a rate for each
  /// of six ports.
  mutating func messageRate(_ payload: Span<UInt8>, on port: ReceiverPort) -> [UBXFrame]? {
    guard [2, 3, 8].contains(payload.count),
      let key = UBXMessageID(payload[0], payload[1]).rateKey
    else { return nil }
    if payload.count == 2 {
      let rates = (0...4).map { UInt8(truncatingIfNeeded: configuration[key.onPort($0)]) }
      return [UBXFrame(.cfgMSG, payload: [payload[0], payload[1]] + rates + [0])]
    }
    let items =
      payload.count == 3
      ? [UBXConfigurationItem(key.on(port), UInt64(payload[2]))]
      // The sixth is reserved.
      : (0..<5).map { UBXConfigurationItem(key.onPort($0), UInt64(payload[2 + $0])) }
    return configuration.set(items) ? [] : nil
  }

  /// Handles CFG-PRT: a poll of the port on which it came or of a port, or 20 bytes for each port to set.
  ///
  /// The masks of protocols are at 12 and 14. Mode and rate of a UART are at 4 and 8; I2C has its address at 4, which
  /// cannot be changed here, and I2C and SPI the extended timeout at 16.
  mutating func port(_ payload: Span<UInt8>, on current: ReceiverPort) -> [UBXFrame]? {
    if payload.count <= 1 {
      let port = payload.isEmpty ? current.rawValue : Int(payload[0])
      return (0...4).contains(port) ? [UBXFrame(.cfgPRT, payload: settings(ofPort: port))] : nil
    }
    guard payload.count % 20 == 0 else { return nil }
    var items: [UBXConfigurationItem] = []
    for block in stride(from: 0, to: payload.count, by: 20) {
      guard let more = Self.portItems(payload, at: block) else { return nil }
      items += more
    }
    return configuration.set(items) ? [] : nil
  }

  private static func portItems(_ payload: Span<UInt8>, at block: Int) -> [UBXConfigurationItem]? {
    let port = Int(payload[block])
    let (input, output, flags) = (payload[block + 12], payload[block + 14], payload[block + 16])
    guard (0...4).contains(port), port != 0 || payload[block + 4] == 0x84 else { return nil }
    let items = protocols.flatMap { bit, inputKey, outputKey in
      [
        UBXConfigurationItem(inputKey.onAnyPort(port), UInt64(input >> bit & 1)),
        UBXConfigurationItem(outputKey.onAnyPort(port), UInt64(output >> bit & 1)),
      ]
    }
    if let uart = UARTKeys(port: port) {
      let mode = payload.littleEndian32(at: block + 4)
      guard let format = UARTMode(mode)?.items(uart) else { return nil }
      let rate = payload.littleEndian32(at: block + 8)
      return items + format + [UBXConfigurationItem(uart.baudRate, UInt64(rate))]
    }
    guard let key = extendedTimeout(port) else { return items }
    return items + [UBXConfigurationItem(key, UInt64(flags >> 1 & 1))]
  }

  private static func extendedTimeout(_ port: Int) -> UBXConfigurationKey? {
    switch port {
    case 0: .i2cExtendedTimeout
    case 4: UBXConfigurationKey(rawValue: 0x1064_0005)
    default: nil
    }
  }

  private func settings(ofPort port: Int) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 20)
    payload[0] = UInt8(port)
    if port == 0 { payload[4] = UInt8(truncatingIfNeeded: configuration[.i2cAddress]) }
    if let key = Self.extendedTimeout(port) { payload[16] = bit(key, 1) }
    if let uart = UARTKeys(port: port) {
      payload.replaceSubrange(4..<8, with: UARTMode(configuration, uart).bits.littleEndianBytes)
      payload.replaceSubrange(
        8..<12, with: UInt32(clamping: configuration[uart.baudRate]).littleEndianBytes)
    }
    for (position, inputKey, outputKey) in Self.protocols {
      payload[12] |= bit(inputKey.onAnyPort(port), position)
      payload[14] |= bit(outputKey.onAnyPort(port), position)
    }
    return payload
  }

  /// The bits of the protocols, with their items of input and output on I2C.
  private static let protocols: [(UInt8, UBXConfigurationKey, UBXConfigurationKey)] = [
    (0, .i2cInputUBX, .i2cOutputUBX), (1, .i2cInputNMEA, .i2cOutputNMEA),
    (5, .i2cInputRTCM3, .i2cOutputRTCM3),
  ]

  private func bit(_ key: UBXConfigurationKey, _ position: UInt8) -> UInt8 {
    configuration.isOn(key) ? 1 << position : 0
  }
}

/// The format of a serial line in the field `mode` of CFG-PRT.
private struct UARTMode {
  let bits: UInt32

  /// Reads the field; `nil` for a format that there is not.
  init?(_ bits: UInt32) {
    // Seven bits 10, eight bits 11; even 000, odd 001, none 10x.
    let (length, parity) = (bits >> 6 & 0b11, bits >> 9 & 0b111)
    guard length >= 2, parity < 2 || parity >> 1 == 0b10 else { return nil }
    self.bits = bits
  }

  /// Creates the field of a configuration.
  init(_ configuration: ReceiverConfiguration, _ keys: UARTKeys) {
    let length: UInt32 = configuration[keys.dataBits] == 0 ? 3 : 2
    let parity: UInt32 = [0b100, 0b001, 0b000][Int(min(configuration[keys.parity], 2))]
    let stop: UInt32 = [3, 0, 1, 2][Int(min(configuration[keys.stopBits], 3))]
    bits = length << 6 | parity << 9 | stop << 12
  }

  /// Returns the items of the format: number of data bits, parity, stop bits.
  func items(_ keys: UARTKeys) -> [UBXConfigurationItem] {
    let (length, parity, stop) = (bits >> 6 & 0b11, bits >> 9 & 0b111, bits >> 12 & 0b11)
    return [
      UBXConfigurationItem(keys.dataBits, length == 3 ? 0 : 1),
      UBXConfigurationItem(keys.parity, parity == 0 ? 2 : parity == 1 ? 1 : 0),
      // The numbers of the items, of which half a stop bit is the first here and the last there.
      UBXConfigurationItem(keys.stopBits, [1, 2, 3, 0][Int(stop)]),
    ]
  }
}

extension UBXMessageID {
  /// The item with the message's rate on I2C; `nil` for messages that the model does not send.
  fileprivate var rateKey: UBXConfigurationKey? {
    if let message = NavigationMessage.all.first(where: { $0.id == self }) { return message.rate }
    if messageClass == 0xF5 { return RTCMOutput.message(withID: id)?.rate }
    if messageClass == 0xF0 { return NMEAMessage.all.first { $0.id == id }?.rate }
    switch self {
    case .rxmRTCM: return .outputRxmRTCM
    case .monCOMMS: return .outputMonCOMMS
    case .monRF: return .outputMonRF
    case .rxmSFRBX: return .outputRxmSFRBX
    default: return nil
    }
  }
}
