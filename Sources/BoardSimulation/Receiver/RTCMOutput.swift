internal import GNSSBasics
internal import RTCMParser
internal import SensorDrivers

/// An RTCM 3 message that the receiver outputs as a base.
struct RTCMOutput: Sendable {
  /// The message type (DF002); 4072 is its sub-type 0.
  let messageType: UInt16
  /// The configuration item with the message's rate on I2C.
  let rate: UBXConfigurationKey

  private init(_ messageType: UInt16, _ rate: UInt32) {
    self.messageType = messageType
    self.rate = UBXConfigurationKey(rawValue: rate)
  }

  /// All messages, in the order in which they are sent at an epoch.
  ///
  /// Source: ZED-F9P interface description UBX-18010854, CFG-MSGOUT-RTCM_3X. Type 4072.1 is not modelled.
  static let all = [
    RTCMOutput(movingBase, 0x2091_02FE), RTCMOutput(1005, 0x2091_02BD),
    RTCMOutput(1074, 0x2091_035E), RTCMOutput(1077, 0x2091_02CC), RTCMOutput(1084, 0x2091_0363),
    RTCMOutput(1087, 0x2091_02D1), RTCMOutput(1094, 0x2091_0368), RTCMOutput(1097, 0x2091_0318),
    RTCMOutput(1124, 0x2091_036D), RTCMOutput(1127, 0x2091_02D6), RTCMOutput(1230, 0x2091_0303),
  ]

  /// The type of the message of a base that moves, 4072.0.
  static let movingBase: UInt16 = 4072

  /// Returns the message with an ID in class 0xF5: the last two digits of its type, except for 1230 and 4072.0.
  static func message(withID id: UInt8) -> RTCMOutput? {
    let type: UInt16 =
      switch id {
      case 0xE6: 1230
      case 0xFE: movingBase
      default: 1000 + UInt16(id)
      }
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
    if types.contains(RTCMOutput.movingBase), hasFix {
      frames.append((try? RTCMMessage.ublox(movingBaseReport(of: stationID)).frame()) ?? [])
    }
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

  /// Returns message 4072.0, which tells that the station moves, and where it is.
  ///
  /// The layout of the data is the project's own, since that of u-blox is not public: DF003, the GPS time of week in
  /// milliseconds (30 bits), and the position in the Earth-fixed frame as in 1005 (three times 38 bits, 0.1 mm).
  private func movingBaseReport(of stationID: UInt16) -> UBloxMessage {
    var data = BitWriter()
    data.append(UInt64(stationID), count: 12)
    data.append(UInt64(time.millisecondsOfWeek), count: 30)
    let place = ECEFPosition(position)
    for axis in [place.x, place.y, place.z] {
      data.append(UInt64(bitPattern: Int64((axis * 10_000).rounded())), count: 38)
    }
    return UBloxMessage(subtype: 0, data: data.bytes)
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
