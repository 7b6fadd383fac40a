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
      return [answer.frame]
    }
    guard let rate = try? CfgRATE(decoding: payload), rate.timeReference <= 1 else { return nil }
    let isSet = configuration.set([
      UBXConfigurationItem(.measurementPeriod, UInt64(rate.measurementPeriodMilliseconds)),
      UBXConfigurationItem(.navigationRate, UInt64(rate.navigationRate)),
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

  /// Handles CFG-PRT: a poll of the port on which it came or of a port, or 20 bytes with the port's settings.
  ///
  /// The masks of protocols are at 12 and 14. Mode and rate of UART1 are at 4 and 8; I2C has its address at 4, which
  /// cannot be changed here, and the extended timeout at 16.
  mutating func port(_ payload: Span<UInt8>, on current: ReceiverPort) -> [UBXFrame]? {
    guard let port = payload.isEmpty ? current : ReceiverPort(rawValue: Int(payload[0])) else {
      return nil
    }
    if payload.count <= 1 { return [UBXFrame(.cfgPRT, payload: settings(of: port))] }
    guard payload.count == 20, port != .i2c || payload[4] == 0x84 else { return nil }
    let (input, output, flags) = (payload[12], payload[14], payload[16])
    var items = Self.protocols.flatMap { bit, inputKey, outputKey in
      [
        UBXConfigurationItem(inputKey.on(port), UInt64(input >> bit & 1)),
        UBXConfigurationItem(outputKey.on(port), UInt64(output >> bit & 1)),
      ]
    }
    switch port {
    case .i2c: items.append(UBXConfigurationItem(.i2cExtendedTimeout, UInt64(flags >> 1 & 1)))
    case .uart1:
      guard let format = UARTMode(payload.littleEndian32(at: 4)) else { return nil }
      items += format.items
      items.append(UBXConfigurationItem(.uartBaudRate, UInt64(payload.littleEndian32(at: 8))))
    }
    return configuration.set(items) ? [] : nil
  }

  private func settings(of port: ReceiverPort) -> [UInt8] {
    var payload = [UInt8](repeating: 0, count: 20)
    payload[0] = UInt8(port.rawValue)
    switch port {
    case .i2c:
      payload[4] = UInt8(truncatingIfNeeded: configuration[.i2cAddress])
      payload[16] = bit(.i2cExtendedTimeout, 1)
    case .uart1:
      payload.replaceSubrange(4..<8, with: UARTMode(configuration).bits.littleEndianBytes)
      payload.replaceSubrange(
        8..<12, with: UInt32(clamping: configuration[.uartBaudRate]).littleEndianBytes)
    }
    for (position, inputKey, outputKey) in Self.protocols {
      payload[12] |= bit(inputKey.on(port), position)
      payload[14] |= bit(outputKey.on(port), position)
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
  var bits: UInt32
  /// The items of the format: number of data bits, parity, stop bits.
  var items: [UBXConfigurationItem]

  /// Reads the field; `nil` for a format that there is not.
  init?(_ bits: UInt32) {
    self.bits = bits
    // Seven bits 10, eight bits 11; even 000, odd 001, none 10x; then the stop bits as in the items, but for half
    // of one.
    let (length, parity, stop) = (bits >> 6 & 0b11, bits >> 9 & 0b111, bits >> 12 & 0b11)
    guard length >= 2, parity < 2 || parity >> 1 == 0b10 else { return nil }
    items = [
      UBXConfigurationItem(.uartDataBits, length == 3 ? 0 : 1),
      UBXConfigurationItem(.uartParity, parity == 0 ? 2 : parity == 1 ? 1 : 0),
      UBXConfigurationItem(.uartStopBits, [1, 2, 3, 0][Int(stop)]),
    ]
  }

  /// Creates the field of a configuration.
  init(_ configuration: ReceiverConfiguration) {
    let length: UInt32 = configuration[.uartDataBits] == 0 ? 3 : 2
    let parity: UInt32 = [0b100, 0b001, 0b000][Int(min(configuration[.uartParity], 2))]
    let stop: UInt32 = [3, 0, 1, 2][Int(min(configuration[.uartStopBits], 3))]
    bits = length << 6 | parity << 9 | stop << 12
    items = []
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
