internal import SensorDrivers

/// Answers UBX messages, as far as a driver needs them to detect and configure a receiver.
///
/// Messages of class CFG are acknowledged or refused; other unknown ones stay without an answer.
struct UBXResponder: Sendable {
  /// The configuration that the messages change.
  var configuration = ReceiverConfiguration()

  /// Acts on a message and answers it.
  ///
  /// - Parameters:
  ///   - messageID: Which message.
  ///   - payload: Its payload; empty in most polls.
  ///   - solution: The last navigation epoch, for polls of navigation messages.
  /// - Returns: The frames that answer, in order; none for a message that is not known.
  mutating func answers(
    to messageID: UBXMessageID, payload: Span<UInt8>, solution: NavigationSolution?
  ) -> [UBXFrame] {
    if messageID.messageClass == Self.configurationClass {
      return configure(messageID, payload)
    }
    guard payload.isEmpty else { return [] }
    switch messageID {
    case .monVER: return [Self.version.frame]
    case .navPVT: return solution.map { [$0.navPVT().frame] } ?? []
    case .navHPPosLLH: return solution.map { [$0.navHPPosLLH().frame] } ?? []
    case .navRelPosNED: return solution.map { [$0.navRelPosNED().frame] } ?? []
    default: return []
    }
  }

  /// What the receiver says it is, in fields that hold 29 characters each.
  static let version = MonVER(
    softwareVersion: "boardsim statistical receiver",
    hardwareVersion: "00190000",
    extensions: ["MODEL=boardsim statistical", "NOTE=states and errors drawn", "PROTVER=27.31"])

  private static let configurationClass: UInt8 = 0x06

  private mutating func configure(_ id: UBXMessageID, _ payload: Span<UInt8>) -> [UBXFrame] {
    let answer: [UBXFrame]?
    switch id {
    case .cfgRATE: answer = rate(payload)
    case .cfgVALSET: answer = setValues(payload)
    case .cfgVALGET: answer = getValues(payload)
    case .cfgMSG: answer = messageRate(payload)
    case .cfgPRT: answer = port(payload)
    default: answer = nil
    }
    let acknowledgement = UBXAcknowledgement(isAccepted: answer != nil, messageID: id)
    return (answer ?? []) + [acknowledgement.frame]
  }
}

/// Rates and items. Each gives the frames before the acknowledgement, or `nil` to refuse.
extension UBXResponder {
  private mutating func rate(_ payload: Span<UInt8>) -> [UBXFrame]? {
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

  private mutating func setValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard let message = try? CfgVALSET(decoding: payload),
      (1...CfgVALSET.maximumItemCount).contains(message.items.count)
    else { return nil }
    var layers: [ReceiverConfiguration.Layer] = []
    if message.layers.contains(.ram) { layers.append(.ram) }
    if message.layers.contains(.batteryBackedRAM) { layers.append(.batteryBackedRAM) }
    if message.layers.contains(.flash) { layers.append(.flash) }
    return configuration.set(message.items, in: layers) ? [] : nil
  }

  /// CFG-VALGET: version 0, layer, position, then keys; the answer has version 1 and the values.
  private func getValues(_ payload: Span<UInt8>) -> [UBXFrame]? {
    let keysLength = payload.count - 4
    guard keysLength >= 4, keysLength % 4 == 0, payload[0] == 0,
      keysLength / 4 <= CfgVALSET.maximumItemCount
    else { return nil }
    var items: [UBXConfigurationItem] = []
    for index in 0..<keysLength / 4 {
      let key = UBXConfigurationKey(rawValue: payload.littleEndian32(at: 4 + 4 * index))
      guard let value = value(of: key, layerCode: payload[1]) else { return nil }
      items.append(UBXConfigurationItem(key, value))
    }
    // Layout and length are those of CFG-VALSET, but for version and layer.
    var answer = CfgVALSET(items: items).encode()
    answer.replaceSubrange(0..<4, with: [1, payload[1], payload[2], payload[3]])
    return [UBXFrame(.cfgVALGET, payload: answer)]
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
}

/// The older messages that set rates and the port.
extension UBXResponder {
  /// CFG-MSG: class and ID, then nothing (poll), a rate, or a rate for each of six ports.
  private mutating func messageRate(_ payload: Span<UInt8>) -> [UBXFrame]? {
    guard [2, 3, 8].contains(payload.count),
      let key = UBXMessageID(payload[0], payload[1]).rateKey
    else { return nil }
    if payload.count == 2 {
      var answer: [UInt8] = [payload[0], payload[1], 0, 0, 0, 0, 0, 0]
      answer[2] = UInt8(truncatingIfNeeded: configuration[key])
      return [UBXFrame(.cfgMSG, payload: answer)]
    }
    let isSet = configuration.set([UBXConfigurationItem(key, UInt64(payload[2]))])
    return isSet ? [] : nil
  }

  /// CFG-PRT for port 0, DDC: a poll, or 20 bytes with the protocol masks at 12 and 14.
  private mutating func port(_ payload: Span<UInt8>) -> [UBXFrame]? {
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
  /// UBX-CFG-VALGET.
  static var cfgVALGET: Self { Self(0x06, 0x8B) }

  /// The item that holds the message's rate on I2C; `nil` for messages that the model does not send.
  fileprivate var rateKey: UBXConfigurationKey? {
    switch self {
    case .navPVT: .outputNavPVT
    case .navHPPosLLH: .outputNavHPPosLLH
    case .navRelPosNED: .outputNavRelPosNED
    case .rxmRTCM: .outputRxmRTCM
    case Self(0xF0, 0x00): .outputNMEAGGA
    case Self(0xF0, 0x01): .outputNMEAGLL
    case Self(0xF0, 0x02): .outputNMEAGSA
    case Self(0xF0, 0x03): .outputNMEAGSV
    case Self(0xF0, 0x04): .outputNMEARMC
    case Self(0xF0, 0x05): .outputNMEAVTG
    default: nil
    }
  }
}

extension Span<UInt8> {
  /// The 32 bits that start at `offset`, least significant byte first.
  fileprivate func littleEndian32(at offset: Int) -> UInt32 {
    (0..<4).reversed().reduce(0) { $0 << 8 | UInt32(self[offset + $1]) }
  }
}
