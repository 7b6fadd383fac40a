internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

extension BaseStationConfiguration {
  /// The receiver behind the station.
  var receiver: ReceiverConfiguration {
    let sky = sky ?? Sky(systems: systems, seed: seed)
    var receiver = ReceiverConfiguration(antenna: .standing(position), under: sky)
    (receiver.effects, receiver.seed) = (effects, seed)
    receiver.elevationMask = elevationMask
    return receiver
  }

  /// Where the station is and what it is made of: messages 1006, 1008 and 1033.
  var stationMessages: [RTCMMessage] {
    var point = AntennaReferencePoint(stationID: stationID, position: ECEFPosition(position))
    point.hasGPS = systems.contains(.gps)
    point.hasGLONASS = systems.contains(.glonass)
    point.hasGalileo = systems.contains(.galileo)
    let station = AntennaReferencePointAndHeight(station: point, antennaHeight: 0)
    let antenna = AntennaDescriptor(
      stationID: stationID, descriptor: Self.antenna, serialNumber: "0")
    let equipment = ReceiverAndAntenna(
      stationID: stationID, antennaDescriptor: Self.antenna, receiverType: "BOARDSIM SYNTHESIZER")
    return [
      .antennaReferencePointAndHeight(station), .antennaDescriptor(antenna),
      .receiverAndAntenna(equipment),
    ]
  }

  /// The IGS name of an antenna whose phase centre is its reference point.
  private static var antenna: DescriptorText { "ADVNULLANTENNA  NONE" }

  /// What changes hardly ever: messages 1013 and 1230.
  func slowMessages(at time: GPSTime) -> [RTCMMessage] {
    [.systemParameters(systemParameters(at: time)), biasMessage]
  }

  /// Message 1230, aligned and without bias: rovers that mix receiver makes wait for it.
  private var biasMessage: RTCMMessage {
    .glonassCodePhaseBiases(
      GLONASSCodePhaseBiases(
        stationID: stationID, isAligned: true, l1CA: 0, l1P: 0, l2CA: 0, l2P: 0))
  }

  /// Message 1013: what is sent how often, and the leap seconds.
  private func systemParameters(at time: GPSTime) -> SystemParameters {
    let seconds = time.unixTime.nanoseconds.dividedRoundingDown(by: 1_000_000_000).quotient
    let (day, second) = seconds.dividedRoundingDown(by: 86_400)
    let observations = Constellation.allCases.filter { systems.contains($0) }
      .map {
        SystemParameters.Announcement(
          messageType: MSMType($0, kind: msmKind).messageType, interval: interval / .seconds(1))
      }
    let station = [1006, 1008, 1033].map {
      SystemParameters.Announcement(messageType: $0, interval: stationInterval / .seconds(1))
    }
    return SystemParameters(
      stationID: stationID,
      time: TransmissionTime(
        modifiedJulianDay: UInt16(clamping: day + 40_587), secondOfDay: UInt32(second)),
      leapSeconds: UInt8(clamping: time.leapSeconds), announcements: station + observations)
  }
}
