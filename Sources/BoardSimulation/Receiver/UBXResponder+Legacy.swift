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
  /// Handles CFG-MSG: class and ID, then nothing (a poll), one rate, or a rate for each of six ports.
  mutating func messageRate(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard [2, 3, 8].contains(payload.count),
      let key = UBXMessageID(payload[0], payload[1]).rateKey
    else { return nil }
    if payload.count == 2 {
      let rates = (0...4).map { UInt8(truncatingIfNeeded: configuration[key.onPort($0)]) }
      return [UBXFrame(.cfgMSG, payload: [payload[0], payload[1]] + rates + [0])]
    }
    let ports = payload.count == 3 ? 1 : 5  // the sixth is reserved
    let items = (0..<ports).map { UBXConfigurationItem(key.onPort($0), UInt64(payload[2 + $0])) }
    return configuration.set(items) ? [] : nil
  }

  /// Handles CFG-PRT for port 0, DDC: a poll, or 20 bytes with the protocol masks at 12 and 14.
  mutating func port(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard payload.isEmpty || payload[0] == 0 else { return nil }
    if payload.count <= 1 { return [UBXFrame(.cfgPRT, payload: portPayload)] }
    guard payload.count == 20, payload[4] == 0x84 else { return nil }
    let (input, output, flags) = (payload[12], payload[14], payload[16])
    let isSet = configuration.set([
      UBXConfigurationItem(.i2cInputUBX, UInt64(input & 1)),
      UBXConfigurationItem(.i2cInputNMEA, UInt64(input >> 1 & 1)),
      UBXConfigurationItem(.i2cInputRTCM3, UInt64(input >> 5 & 1)),
      UBXConfigurationItem(.i2cOutputUBX, UInt64(output & 1)),
      UBXConfigurationItem(.i2cOutputNMEA, UInt64(output >> 1 & 1)),
      UBXConfigurationItem(.i2cOutputRTCM3, UInt64(output >> 5 & 1)),
      UBXConfigurationItem(.i2cExtendedTimeout, UInt64(flags >> 1 & 1)),
    ])
    return isSet ? [] : nil
  }

  private var portPayload: [UInt8] {
    var payload = [UInt8](repeating: 0, count: 20)
    payload[4] = UInt8(truncatingIfNeeded: configuration[.i2cAddress])
    payload[12] = bit(.i2cInputUBX, 0) | bit(.i2cInputNMEA, 1) | bit(.i2cInputRTCM3, 5)
    payload[14] = bit(.i2cOutputUBX, 0) | bit(.i2cOutputNMEA, 1) | bit(.i2cOutputRTCM3, 5)
    payload[16] = bit(.i2cExtendedTimeout, 1)
    return payload
  }

  private func bit(_ key: UBXConfigurationKey, _ position: UInt8) -> UInt8 {
    configuration.isOn(key) ? 1 << position : 0
  }
}

extension UBXMessageID {
  /// The item with the message's rate on I2C; `nil` for messages that the model does not send.
  fileprivate var rateKey: UBXConfigurationKey? {
    if let message = NavigationMessage.all.first(where: { $0.id == self }) { return message.rate }
    if messageClass == 0xF5 { return RTCMOutput.message(withID: id)?.rate }
    switch self {
    case .rxmRTCM: return .outputRxmRTCM
    case .monCOMMS: return .outputMonCOMMS
    case Self(0xF0, 0x00): return .outputNMEAGGA
    case Self(0xF0, 0x01): return .outputNMEAGLL
    case Self(0xF0, 0x02): return .outputNMEAGSA
    case Self(0xF0, 0x03): return .outputNMEAGSV
    case Self(0xF0, 0x04): return .outputNMEARMC
    case Self(0xF0, 0x05): return .outputNMEAVTG
    case Self(0xF0, 0x07): return .outputNMEAGST
    default: return nil
    }
  }
}
