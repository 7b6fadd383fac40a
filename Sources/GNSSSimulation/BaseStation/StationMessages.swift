internal import GNSSBasics
internal import RTCMParser

extension BaseStationConfiguration {
  /// Where the station is and what it is made of: messages 1006 and 1033.
  var stationMessages: [RTCMMessage] {
    var point = AntennaReferencePoint(stationID: stationID, position: ECEFPosition(position))
    (point.hasGLONASS, point.hasGalileo) = (false, false)
    let station = AntennaReferencePointAndHeight(station: point, antennaHeight: 0)
    let equipment = ReceiverAndAntenna(
      stationID: stationID,
      // The IGS name of an antenna whose phase centre is its reference point.
      antennaDescriptor: "ADVNULLANTENNA  NONE",
      receiverType: "BOARDSIM SYNTHESIZER")
    return [.antennaReferencePointAndHeight(station), .receiverAndAntenna(equipment)]
  }

  /// Message 1230, aligned and without bias: rovers that mix receiver makes wait for it.
  var biasMessage: RTCMMessage {
    .glonassCodePhaseBiases(
      GLONASSCodePhaseBiases(
        stationID: stationID, isAligned: true, l1CA: 0, l1P: 0, l2CA: 0, l2P: 0))
  }
}
