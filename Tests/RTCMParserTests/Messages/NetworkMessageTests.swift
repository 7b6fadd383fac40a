import TestSupport
import RTCMParser
import Testing

@Suite("Messages of station networks")
struct NetworkMessageTests {
  @Test("each number is the one pyrtcm reads, and goes back", arguments: NetworkVectors.all)
  func agrees(vector: OracleVector) throws { try vector.check() }

  private func message(_ type: UInt16) throws -> RTCMMessage {
    try decoded(#require(NetworkVectors.all.first { $0.type == type }).payload)
  }

  @Test("1014: differences are degrees and metres")
  func auxiliaryStation() throws {
    guard case .auxiliaryStation(let station) = try message(1014) else {
      Issue.record("another message")
      return
    }
    #expect(station.masterStationID == 1040)
    #expect(station.auxiliaryStationID == 142)
    #expect(station.latitudeDifference == 11.068_725)
    #expect(station.longitudeDifference == 22.516_375)
    #expect(station.heightDifference == -2718.115)
  }

  @Test("1017: both differences are metres, the epoch is seconds")
  func combinedDifferences() throws {
    guard case .correctionDifferences(let message) = try message(1017) else {
      Issue.record("another message")
      return
    }
    #expect(message.kind == .gpsCombined)
    #expect(message.epoch == 532_844.6)
    #expect(
      message.satellites == [
        .init(
          id: 6, ambiguityStatus: .correct, nonSyncCount: 2, ionosphericDifference: 17.825,
          geometricDifference: 6.6725, issueOfData: 74),
        .init(
          id: 48, ambiguityStatus: .uncertain, nonSyncCount: 7, ionosphericDifference: -21.9855,
          geometricDifference: -12.329, issueOfData: 2),
      ])
  }

  @Test(
    "a kind of differences is made of the fields it has",
    arguments: CorrectionDifferences.Kind.allCases)
  func kinds(kind: CorrectionDifferences.Kind) throws {
    var satellite = CorrectionDifferences.Satellite(id: 9, nonSyncCount: 1)
    if kind.hasGeometric {
      satellite.geometricDifference = -0.0005
      satellite.issueOfData = 0xA5
    }
    if kind.hasIonospheric { satellite.ionosphericDifference = 32.7675 }
    var message = CorrectionDifferences(
      kind: kind, networkID: 255, subnetworkID: 15, epoch: 86_399.9, masterStationID: 4095,
      auxiliaryStationID: 1, satellites: [satellite, satellite])
    message.isMoreToFollow = true
    let payload = try RTCMMessage.correctionDifferences(message).encode()
    let header = kind.constellation == .gps ? 76 : 73
    let bits = 11 + (kind.hasGeometric ? 25 : 0) + (kind.hasIonospheric ? 17 : 0)
    #expect(payload.count == (header + 2 * bits + 7) / 8)
    #expect(try decoded(payload) == .correctionDifferences(message))
  }

  @Test("more satellites than a count can say are refused, by field")
  func refusesManySatellites() {
    var message = CorrectionDifferences(
      kind: .gpsIonospheric, networkID: 0, epoch: 0, masterStationID: 0, auxiliaryStationID: 0)
    message.satellites = (1...16).map { .init(id: $0) }
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.correctionDifferences(message).encode()
    }
    #expect(error?.reason == .outOfRange(value: 16, minimum: 0, maximum: 15))
    #expect(error?.field == 67)
    #expect(error?.messageType == 1015)
  }

  @Test("residuals are metres and parts per million", arguments: NetworkResiduals.System.allCases)
  func residuals(system: NetworkResiduals.System) throws {
    guard case .networkResiduals(let message) = try message(system.rawValue) else {
      Issue.record("another message")
      return
    }
    #expect(message.system == system)
    #expect(message.satellites.count == 2)
    guard system == .gps else { return }
    #expect(
      message.satellites[0]
        == .init(
          id: 49, geometricConstant: 0.0765, geometricPerDistance: 0.8, geometricPerHeight: 4.1,
          ionosphericConstant: 0.4285, ionosphericPerDistance: 1.93))
  }

  @Test("1034, 1035: a gradient that is not available is told from 0")
  func gradients() throws {
    for system in NetworkGradients.System.allCases {
      let message = NetworkGradients(
        system: system, stationID: 7, epoch: 86_400,
        satellites: [
          .init(id: 1, issueOfData: 77, geometricNorth: -20.47, ionosphericEast: 81.91),
          .init(id: 2, geometricEast: 0, ionosphericNorth: 0.01),
        ])
      let payload = try RTCMMessage.networkGradients(message).encode()
      #expect(try decoded(payload) == .networkGradients(message))
    }
    let message = NetworkGradients(
      system: .gps, stationID: 7, epoch: 0, satellites: [.init(id: 1, geometricNorth: -20.48)])
    let error = #expect(throws: RTCMEncodingError.self) {
      try RTCMMessage.networkGradients(message).encode()
    }
    #expect(error?.field == 242)
  }

  @Test("groups say whose they are")
  func namesGroups() throws {
    var fields = FieldCollector()
    try message(1039).describe(to: &fields)
    #expect(fields.groups == ["satellite": 2])
    #expect(fields.values["DF238_02"] == -15.244)
  }
}
