import RTCMParser
import TestSupport
import Testing

@Suite("Messages that nothing is said of")
struct EmptyMessageTests {
  /// Checks that the bytes after DF002 are zero, except `expected` by byte offset.
  private static func check<Message: FieldFamily>(
    _ family: Message.Type, _ type: UInt16, _ expected: [Int: UInt8] = [:]
  ) throws {
    let message = try #require(Message(emptyOfType: type))
    var payload = try message.encode()
    #expect(UInt16(payload[0]) << 4 | UInt16(payload[1] >> 4) == type)
    payload[0] = 0
    payload[1] &= 0xF
    let others = payload.enumerated().filter { $0.element != 0 }
    let bytes = Dictionary(uniqueKeysWithValues: others.map { ($0.offset, $0.element) })
    #expect(bytes == expected, "\(type)")
  }

  @Test("have fields that are all zero but for what stations mostly are and systems begin with")
  func zero() throws {
    // DF022 to DF024: GPS, GLONASS and Galileo. DF142: one oscillator for all observations.
    let station: [Int: UInt8] = [3: 3, 4: 0x80, 9: 0x80]
    try Self.check(AntennaReferencePoint.self, 1005, station)
    try Self.check(AntennaReferencePointAndHeight.self, 1006, station)
    try Self.check(AntennaDescriptor.self, 1007)
    try Self.check(AntennaDescriptor.self, 1008)
    try Self.check(SystemParameters.self, 1013, [8: 18 << 2])  // leap seconds
    try Self.check(AuxiliaryStation.self, 1014)
    try Self.check(GPSEphemeris.self, 1019)
    try Self.check(GLONASSEphemeris.self, 1020, [2: 7 << 1])  // channel 0
    try Self.check(HelmertTransformation.self, 1021)
    try Self.check(HelmertTransformation.self, 1022)
    try Self.check(EllipsoidalGridResiduals.self, 1023, [2: 0b1100])  // both shift flags
    try Self.check(PlaneGridResiduals.self, 1024, [2: 0b1100])
    // A scale factor of 1, which is 0.993 plus 700,000,000 steps.
    try Self.check(MapProjection.self, 1025, [11: 1, 12: 77, 13: 201, 14: 56])
    try Self.check(UnicodeText.self, 1029)
    try Self.check(PhysicalReferenceStation.self, 1032)
    try Self.check(ReceiverAndAntenna.self, 1033)
    try Self.check(NavICEphemeris.self, 1041)
    try Self.check(BeiDouEphemeris.self, 1042)
    try Self.check(SBASEphemeris.self, 1043)
    try Self.check(QZSSEphemeris.self, 1044)
    try Self.check(GalileoEphemeris.self, 1045)
    try Self.check(GalileoEphemeris.self, 1046)
    try Self.check(GLONASSCodePhaseBiases.self, 1230)
    try Self.check(TimeDependentTransformation.self, 1301)
    try Self.check(RTCMCRS.self, 1302)
    try Self.check(UBloxMessage.self, 4072)
    for type in [1001, 1002, 1003, 1004, 1009, 1010, 1011, 1012] as [UInt16] {
      try Self.check(LegacyObservations.self, type)
    }
    for type in [1015, 1016, 1017, 1037, 1038, 1039] as [UInt16] {
      try Self.check(CorrectionDifferences.self, type)
    }
  }

  @Test("satellites of messages before MSM have no observations, and no channel is in the middle")
  func legacySatellite() {
    let satellite = LegacySatellite(id: 9)
    #expect(satellite.glonassFrequencyChannel == 0)
    #expect(satellite.l1.codeIndicator == 0 && satellite.l1.pseudorange == nil)
    #expect(satellite.l1.phaserangeDifference == nil && satellite.l1.cnr == nil)
    #expect(satellite.l1.lockTimeIndicator == 0 && satellite.l1.ambiguity == 0)
    #expect(satellite.l2.codeIndicator == 0 && satellite.l2.pseudorangeDifference == nil)
    #expect(satellite.l2.phaserangeDifference == nil && satellite.l2.cnr == nil)
    #expect(satellite.l2.lockTimeIndicator == 0)
  }

  @Test("a message of L1 alone has no L2 of what it is made of", arguments: [1002, 1010])
  func withoutL2(type: UInt16) throws {
    let kind = try #require(LegacyObservations(emptyOfType: type)).type
    let observations = try ["1C", "2P"].map { code in
      LegacyObservation(
        constellation: kind.constellation, satelliteID: 5,
        rinexCode: try #require(RINEXSignalCode(code)), pseudorange: 2.1e7, phaserange: 2.1e7,
        cnr: 40, glonassFrequencyChannel: 1)
    }
    let message = try LegacyObservations(
      type: kind, stationID: 1, epoch: try #require(LegacyObservations(emptyOfType: type)).epoch,
      observations: observations)
    #expect(message.satellites.map(\.l2) == [LegacySatellite.L2()])
    #expect(try decoded(message.encode()) == .legacyObservations(message))
  }
}
