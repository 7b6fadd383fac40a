internal import GNSSBasics
internal import RTCMParser
internal import SensorDrivers

/// An RTCM 3 message that the receiver outputs as a base.
struct RTCMOutput: Sendable {
  /// The message type (DF002).
  let messageType: UInt16
  /// The configuration item with the message's rate on I2C.
  let rate: UBXConfigurationKey

  private init(_ messageType: UInt16, _ rate: UInt32) {
    self.messageType = messageType
    self.rate = UBXConfigurationKey(rawValue: rate)
  }

  /// All messages, in the order in which they are sent at an epoch.
  ///
  /// Source: ZED-F9P interface description UBX-18010854, CFG-MSGOUT-RTCM_3X. Type 4072, which is u-blox' own,
  /// is not modelled.
  static let all = [
    RTCMOutput(1005, 0x2091_02BD), RTCMOutput(1074, 0x2091_035E), RTCMOutput(1077, 0x2091_02CC),
    RTCMOutput(1084, 0x2091_0363), RTCMOutput(1087, 0x2091_02D1), RTCMOutput(1094, 0x2091_0368),
    RTCMOutput(1097, 0x2091_0318), RTCMOutput(1124, 0x2091_036D), RTCMOutput(1127, 0x2091_02D6),
    RTCMOutput(1230, 0x2091_0303),
  ]

  /// Returns the message with an ID in class 0xF5: the last two digits of its type, except for 1230.
  static func message(withID id: UInt8) -> RTCMOutput? {
    let type: UInt16 = id == 0xE6 ? 1230 : 1000 + UInt16(id)
    return all.first { $0.messageType == type }
  }
}

extension NavigationSolution {
  /// Returns the frames of RTCM messages.
  ///
  /// Observations are sent as soon as there are any, the position (1005) once the base's position is known.
  /// A message whose values do not fit its fields is left out, as a receiver has nobody to tell.
  func rtcm(_ messages: [RTCMOutput], stationID: UInt16) -> [[UInt8]] {
    let types = messages.map(\.messageType)
    var frames: [[UInt8]] = []
    if types.contains(1005), let position = base.position {
      let point = AntennaReferencePoint(stationID: stationID, position: position)
      frames.append((try? RTCMMessage.antennaReferencePoint(point).frame()) ?? [])
    }
    frames += observed(in: types, stationID: stationID)
    if types.contains(1230) {
      let biases = GLONASSCodePhaseBiases(
        stationID: stationID, isAligned: true, l1CA: 0, l1P: 0, l2CA: 0, l2P: 0)
      frames.append((try? RTCMMessage.glonassCodePhaseBiases(biases).frame()) ?? [])
    }
    return frames.filter { !$0.isEmpty }
  }

  private func observed(in types: [UInt16], stationID: UInt16) -> [[UInt8]] {
    guard let raw else { return [] }
    return [UInt8(4), 7].flatMap { (kind: UInt8) -> [[UInt8]] in
      let wanted = types.compactMap { MSMType(messageType: $0) }.filter { $0.kind == kind }
      var epoch = raw.observations
      epoch.observations.removeAll { one in
        !wanted.contains { $0.constellation == one.constellation }
      }
      let messages = (try? epoch.messages(msm: kind, stationID: stationID)) ?? []
      return messages.compactMap { try? RTCMMessage.msm($0).frame() }
    }
  }
}
