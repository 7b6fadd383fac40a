internal import GNSSBasics
internal import Mathematics
internal import RTCMParser

extension BaseStationConfiguration {
  /// The configuration of the station's receiver.
  var receiver: ReceiverConfiguration {
    let sky = sky ?? Sky(systems: systems, seed: seed)
    var receiver = ReceiverConfiguration(antenna: .standing(position), under: sky)
    (receiver.effects, receiver.seed) = (effects, seed)
    receiver.elevationMask = elevationMask
    return receiver
  }

  /// The station's position and equipment: messages 1006 or 1005, 1008 or 1007, and 1033.
  var stationMessages: [RTCMMessage] {
    var point = AntennaReferencePoint(stationID: stationID, position: ECEFPosition(position))
    point.hasGPS = systems.contains(.gps)
    point.hasGLONASS = systems.contains(.glonass)
    point.hasGalileo = systems.contains(.galileo)
    let station = AntennaReferencePointAndHeight(station: point, antennaHeight: 0)
    let antenna = AntennaDescriptor(
      stationID: stationID, descriptor: Self.antenna,
      serialNumber: tellsSerialNumber ? "0" : nil)
    let equipment = ReceiverAndAntenna(
      stationID: stationID, antennaDescriptor: Self.antenna, receiverType: "BOARDSIM SYNTHESIZER")
    return [
      tellsAntennaHeight
        ? .antennaReferencePointAndHeight(station) : .antennaReferencePoint(point),
      .antennaDescriptor(antenna), .receiverAndAntenna(equipment),
    ]
  }

  /// The IGS name of an antenna whose phase centre is its reference point.
  private static var antenna: DescriptorText { "ADVNULLANTENNA  NONE" }

  /// Returns the messages that hardly ever change: 1013 and 1230.
  func slowMessages(at time: GPSTime) -> [RTCMMessage] {
    [.systemParameters(systemParameters(at: time)), biasMessage]
  }

  /// Message 1230, sent even when nothing is to be corrected: rovers that mix receiver makes wait for it.
  private var biasMessage: RTCMMessage {
    let bias = toldGLONASSBias
    return .glonassCodePhaseBiases(
      GLONASSCodePhaseBiases(
        stationID: stationID, isAligned: bias == 0, l1CA: bias, l1P: bias, l2CA: bias, l2P: bias))
  }

  /// The GLONASS code-phase bias as message 1230 has it (DF423), in steps of 2 cm.
  ///
  /// The bias is what a rover adds to GLONASS phases to align them.
  private var toldGLONASSBias: Double { (glonassBias * 50).rounded() / 50 }

  /// Subtracts the bias from the GLONASS phases.
  func misalign(_ observations: inout [SignalObservation]) {
    let bias = toldGLONASSBias
    guard bias != 0 else { return }
    for index in observations.indices where observations[index].constellation == .glonass {
      observations[index].phaserange? -= bias
    }
  }

  /// Returns message 1013: the interval of each message, and the leap seconds.
  private func systemParameters(at time: GPSTime) -> SystemParameters {
    let seconds = time.unixTime.nanoseconds.dividedRoundingDown(by: 1_000_000_000).quotient
    let (day, second) = seconds.dividedRoundingDown(by: 86_400)
    let observations = Constellation.allCases.filter { systems.contains($0) }
      .map {
        SystemParameters.Announcement(
          messageType: MSMType($0, kind: msmKind).messageType, interval: interval / .seconds(1))
      }
    let station = stationMessages.map {
      SystemParameters.Announcement(messageType: $0.type, interval: stationInterval / .seconds(1))
    }
    return SystemParameters(
      stationID: stationID,
      time: TransmissionTime(
        modifiedJulianDay: UInt16(clamping: day + 40_587), secondOfDay: UInt32(second)),
      leapSeconds: UInt8(clamping: time.leapSeconds), announcements: station + observations)
  }
}
