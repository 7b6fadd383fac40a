import RTCMParser

extension SampleMessages {
  /// The samples of messages 1014…1017, 1030, 1031, 1034, 1035, 1037…1039, 1303 and 1304.
  static var networkMessages: [RTCMMessage] {
    let auxiliary = AuxiliaryStation(
      networkID: 77, subnetworkID: 3, auxiliaryStationCount: 5, masterStationID: 2003,
      auxiliaryStationID: 2011, latitudeDifference: 0.123_45, longitudeDifference: -0.234_575,
      heightDifference: -123.456)
    return [.auxiliaryStation(auxiliary)] + CorrectionDifferences.Kind.allCases.map(differences)
      + NetworkResiduals.System.allCases.map(residuals)
      + NetworkGradients.System.allCases.map(gradients)
  }

  private static func differences(_ kind: CorrectionDifferences.Kind) -> RTCMMessage {
    var message = CorrectionDifferences(
      kind: kind, networkID: 77, subnetworkID: 3, epoch: 43_218.5, masterStationID: 2003,
      auxiliaryStationID: 2011,
      satellites: [
        .init(
          id: 4, ambiguityStatus: .correct, nonSyncCount: 1, ionosphericDifference: 0.1235,
          geometricDifference: -0.0455, issueOfData: 83),
        .init(
          id: 19, ambiguityStatus: .correctWidelane, nonSyncCount: 6,
          ionosphericDifference: -32.767, geometricDifference: 32.767, issueOfData: 201),
      ])
    message.isMoreToFollow = true
    return .correctionDifferences(message)
  }

  private static func residuals(_ system: NetworkResiduals.System) -> RTCMMessage {
    .networkResiduals(
      NetworkResiduals(
        system: system, epoch: 43_218, stationID: 2003, stationCount: 9,
        satellites: [
          .init(
            id: 4, geometricConstant: 0.0125, geometricPerDistance: 0.53, geometricPerHeight: 1.7,
            ionosphericConstant: 0.2345, ionosphericPerDistance: 4.56),
          .init(
            id: 19, geometricConstant: 0.1275, geometricPerDistance: 5.11,
            geometricPerHeight: 6.3, ionosphericConstant: 0.5115, ionosphericPerDistance: 10.23),
        ]))
  }

  private static func gradients(_ system: NetworkGradients.System) -> RTCMMessage {
    .networkGradients(
      NetworkGradients(
        system: system, stationID: 2003, epoch: 43_218,
        satellites: [
          .init(
            id: 4, issueOfData: 83, geometricNorth: 1.25, geometricEast: -2.5,
            ionosphericNorth: 12.34, ionosphericEast: -81.91),
          .init(id: 19, issueOfData: 201, geometricNorth: 0.5, ionosphericEast: 3.21),
        ]))
  }
}
