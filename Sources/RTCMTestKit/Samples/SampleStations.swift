import RTCMParser

extension SampleMessages {
  /// The samples' station position: Milan, near the Politecnico.
  static var position: ECEFPosition {
    ECEFPosition(x: 4_423_108.1234, y: 718_613.9876, z: 4_524_692.4321)
  }

  static var time: TransmissionTime {
    TransmissionTime(modifiedJulianDay: 61_192, secondOfDay: 43_218)
  }

  /// The samples of messages 1005…1008, 1013, 1029, 1032, 1033, 1230 and 4072.
  static var stations: [RTCMMessage] {
    [
      .antennaReferencePoint(station),
      .antennaReferencePointAndHeight(
        AntennaReferencePointAndHeight(station: station, antennaHeight: 1.5432)),
      .antennaDescriptor(
        AntennaDescriptor(stationID: 2003, descriptor: "TRM57971.00     TZGD", setupID: 3)),
      .antennaDescriptor(
        AntennaDescriptor(
          stationID: 2003, descriptor: "LEIAR25.R4      LEIT", setupID: 4,
          serialNumber: "10211014")),
      systemParameters,
      .unicodeText(
        UnicodeText(stationID: 2003, time: time, text: "Stazione in manutenzione: 12 °C, così")),
      .physicalReferenceStation(physicalStation),
      .receiverAndAntenna(receiver),
      .glonassCodePhaseBiases(
        GLONASSCodePhaseBiases(
          stationID: 2003, isAligned: true, l1CA: 12.34, l1P: -0.02, l2CA: -655.34, l2P: 3.5)),
      .ublox(UBloxMessage(subtype: 0, data: (1...40).map { $0 &* 37 })),
      .ublox(UBloxMessage(subtype: 1, data: (1...14).map { $0 &* 91 })),
    ]
  }

  private static var station: AntennaReferencePoint {
    var station = AntennaReferencePoint(stationID: 2003, position: position)
    station.itrfRealizationYear = 20
    station.isNonPhysical = true
    station.quarterCycleIndicator = 1
    return station
  }

  private static var systemParameters: RTCMMessage {
    .systemParameters(
      SystemParameters(
        stationID: 2003, time: time, leapSeconds: 18,
        announcements: [
          .init(messageType: 1077, interval: 1),
          .init(messageType: 1006, isSynchronous: false, interval: 10.5),
          .init(messageType: 1230, interval: 6553.5),
        ]))
  }

  private static var physicalStation: PhysicalReferenceStation {
    var message = PhysicalReferenceStation(
      stationID: 4095, physicalStationID: 2003, position: position)
    message.itrfRealizationYear = 14
    return message
  }

  private static var receiver: ReceiverAndAntenna {
    ReceiverAndAntenna(
      stationID: 2003, antennaDescriptor: "LEIAR25.R4      LEIT", antennaSetupID: 4,
      antennaSerialNumber: "10211014", receiverType: "SEPT POLARX5", receiverFirmware: "5.5.0",
      receiverSerialNumber: "3049718")
  }
}
