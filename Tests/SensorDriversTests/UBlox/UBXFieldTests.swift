import SensorDrivers
import Testing

/// The decoding of payloads without equal neighbouring bytes, compared with the integers that
/// pyubx2 1.4 decodes.
///
/// A field with a wrong offset, width or signedness is detected.
@Suite("UBX fields")
struct UBXFieldTests {
  /// Returns a payload of bytes that increase by 37, after the bytes that the layout requires at its start.
  static func payload(_ count: Int, after start: [UInt8] = []) -> [UInt8] {
    start + (start.count..<count).map { UInt8(truncatingIfNeeded: 37 * $0 + 11) }
  }

  /// Returns the same payload with zeros in the reserved ranges, as a sender encodes it.
  static func payload(
    _ count: Int, after start: [UInt8] = [], reserved: Range<Int>...
  ) -> [UInt8] {
    var payload = payload(count, after: start)
    for index in reserved.joined() { payload[index] = 0 }
    return payload
  }

  @Test("all of NAV-PVT is where others find it")
  func placesNavPVT() throws {
    let fix = try NavPVT(decoding: Self.payload(92).span)
    #expect(fix.timeOfWeekMilliseconds == 2_052_403_211)
    #expect((fix.year, fix.month, fix.day) == (50_335, 233, 14))
    #expect((fix.hour, fix.minute, fix.second) == (51, 88, 125))
    #expect(fix.validity.rawValue == 162)
    #expect((fix.timeAccuracyNanoseconds, fix.nanoseconds) == (907_144_391, -895_123_365))
    #expect((fix.fixType.rawValue, fix.flags.rawValue, fix.confirmationFlags) == (239, 20, 57))
    #expect(fix.satelliteCount == 94)
    #expect((fix.longitudeE7, fix.latitudeE7) == (-221_403_005, -2_040_447_977))
    #expect(fix.heightMillimetres == 452_317_355)
    #expect(fix.meanSeaLevelHeightMillimetres == -1_366_727_617)
    #expect(fix.horizontalAccuracyMillimetres == 1_109_260_499)
    #expect(fix.verticalAccuracyMillimetres == 3_601_960_039)
    #expect(fix.velocityNorthMillimetresPerSecond == 1_782_915_323)
    #expect(fix.velocityEastMillimetresPerSecond == -19_286_897)
    #expect(fix.velocityDownMillimetresPerSecond == -1_838_331_869)
    #expect(fix.groundSpeedMillimetresPerSecond == 637_656_247)
    #expect(fix.headingOfMotionE5 == -1_164_611_509)
    #expect(fix.speedAccuracyMillimetresPerSecond == 1_311_311_071)
    #expect((fix.headingAccuracyE5, fix.positionDOPE2) == (3_804_076_147, 11_271))
    #expect((fix.positionFlags.rawValue, fix.correctionAgeCode) == (30_289, 8))
    #expect(fix.headingOfVehicleE5 == -1_636_215_761)
    #expect((fix.magneticDeclinationE2, fix.magneticDeclinationAccuracyE2) == (-5949, 12_813))
    #expect(fix.encode() == Self.payload(92, reserved: 80..<84))
  }

  @Test("all of NAV-HPPOSLLH is where others find it")
  func placesNavHPPosLLH() throws {
    let fix = try NavHPPosLLH(decoding: Self.payload(36, after: [0]).span)
    #expect((fix.flags.rawValue, fix.timeOfWeekMilliseconds) == (122, 250_201_247))
    #expect((fix.longitudeE7, fix.latitudeE7) == (-1_568_843_725, 907_144_391))
    #expect(fix.heightMillimetres == -895_123_365)
    #expect(fix.meanSeaLevelHeightMillimetres == 1_580_799_215)
    #expect((fix.longitudeRemainderE9, fix.latitudeRemainderE9) == (-125, -88))
    #expect((fix.heightRemainderTenths, fix.meanSeaLevelHeightRemainderTenths) == (-51, -14))
    #expect(fix.horizontalAccuracyTenths == 2_254_519_319)
    #expect(fix.verticalAccuracyTenths == 452_317_355)
    #expect(fix.encode() == Self.payload(36, after: [0], reserved: 1..<3))
  }

  @Test("all of NAV-RELPOSNED is where others find it")
  func placesNavRelPosNED() throws {
    let vector = try NavRelPosNED(decoding: Self.payload(64, after: [1]).span)
    #expect((vector.referenceStationID, vector.timeOfWeekMilliseconds) == (31_317, 250_201_247))
    #expect((vector.northCentimetres, vector.northRemainderTenths) == (-1_568_843_725, -85))
    #expect((vector.eastCentimetres, vector.eastRemainderTenths) == (907_144_391, -48))
    #expect((vector.downCentimetres, vector.downRemainderTenths) == (-895_123_365, -11))
    #expect((vector.lengthCentimetres, vector.lengthRemainderTenths) == (1_580_799_215, 26))
    #expect((vector.headingE5, vector.headingAccuracyE5) == (-221_403_005, 4_275_680_399))
    #expect(vector.northAccuracyTenths == 2_928_239_679)
    #expect(vector.eastAccuracyTenths == 1_109_260_499)
    #expect(vector.downAccuracyTenths == 3_601_960_039)
    #expect(vector.lengthAccuracyTenths == 1_782_915_323)
    #expect(vector.flags.rawValue == 637_656_247)
    #expect((vector.eastMetres, vector.downMetres) == (9_071_443.9052, -8_951_233.6511))
    #expect(
      vector.encode() == Self.payload(64, after: [1], reserved: 1..<2, 28..<32, 56..<60))
  }

  @Test("all of RXM-RTCM and CFG-RATE is where others find it")
  func placesShortMessages() throws {
    let report = try RxmRTCM(decoding: Self.payload(8, after: [2]).span)
    #expect((report.flags, report.subType) == (0x30, 31_317))
    #expect((report.referenceStationID, report.messageType) == (50_335, 3817))
    #expect(report.encode() == Self.payload(8, after: [2]))
    let rate = try CfgRATE(decoding: Self.payload(6).span)
    #expect((rate.measurementPeriodMilliseconds, rate.navigationRate) == (12_299, 31_317))
    #expect(rate.timeReference == 50_335)
    #expect(rate.encode() == Self.payload(6))
  }

  @Test("a message is all zeros until something is set, but for its version")
  func beginsWithZeros() {
    #expect(NavPVT().encode() == [UInt8](repeating: 0, count: 92))
    #expect(NavHPPosLLH().encode() == [UInt8](repeating: 0, count: 36))
    #expect(NavRelPosNED().encode() == [1] + [UInt8](repeating: 0, count: 63))
    #expect(RxmRTCM().encode() == [2, 0, 0, 0, 0, 0, 0, 0])
  }

  @Test("flags are the bits, and kinds of fix the numbers, of the interface description")
  func numbersFlags() {
    let kinds: [NavPVT.FixType] = [
      .noFix, .deadReckoning, .twoDimensional, .threeDimensional, .combined, .timeOnly,
    ]
    #expect(kinds.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    let validity: [NavPVT.Validity] = [.date, .time, .fullyResolved]
    #expect(validity.map(\.rawValue) == [0x01, 0x02, 0x04])
    let flags: [NavPVT.Flags] = [.gnssFixOK, .differential, .headingOfVehicleValid]
    #expect(flags.map(\.rawValue) == [0x01, 0x02, 0x20])
    #expect(NavPVT.PositionFlags.invalidPosition.rawValue == 1)
    #expect(NavHPPosLLH.Flags.invalidPosition.rawValue == 1)
    let vector: [NavRelPosNED.Flags] = [
      .gnssFixOK, .differential, .relativePositionValid, .movingBase, .referencePositionMissing,
      .referenceObservationsMissing, .headingValid, .normalized,
    ]
    #expect(vector.map(\.rawValue) == [0x1, 0x2, 0x4, 0x20, 0x40, 0x80, 0x100, 0x200])
    let layers: [CfgVALSET.Layers] = [.ram, .batteryBackedRAM, .flash]
    #expect(layers.map(\.rawValue) == [1, 2, 4])
  }

  @Test("what shares a field with flags is set without touching them")
  func setsPartsOfFlags() {
    var fix = NavPVT()
    (fix.flags.rawValue, fix.positionFlags.rawValue) = (0xFF, 0xFFFF)
    #expect(fix.carrierSolution == .absent)  // 3 is reserved
    (fix.carrierSolution, fix.correctionAgeCode) = (.float, 0x15)
    #expect((fix.flags.rawValue, fix.carrierSolution) == (0x7F, .float))
    #expect((fix.positionFlags.rawValue, fix.correctionAgeCode) == (0xFFEB, 5))
    var vector = NavRelPosNED()
    vector.flags.rawValue = 0xFFFF_FFFF
    #expect(vector.carrierSolution == .absent)
    vector.carrierSolution = .fixed
    #expect((vector.flags.rawValue, vector.carrierSolution) == (0xFFFF_FFF7, .fixed))
    var report = RxmRTCM()
    report.flags = 0xFF
    #expect((report.isCRCFailed, report.use) == (true, .unknown))
    (report.isCRCFailed, report.use) = (false, .notUsed)
    #expect((report.flags, report.use) == (0xFA, .notUsed))
    report.isCRCFailed = true
    #expect(report.flags == 0xFB)
  }

  @Test("each coordinate of a baseline is set and read as metres to 0.1 mm")
  func splitsBaselines() {
    var vector = NavRelPosNED()
    (vector.northMetres, vector.eastMetres) = (1.2345, -0.0001)
    (vector.downMetres, vector.lengthMetres) = (-9.8765, 100)
    #expect((vector.northCentimetres, vector.northRemainderTenths) == (123, 45))
    #expect((vector.eastCentimetres, vector.eastRemainderTenths) == (0, -1))
    #expect((vector.downCentimetres, vector.downRemainderTenths) == (-987, -65))
    #expect((vector.lengthCentimetres, vector.lengthRemainderTenths) == (10_000, 0))
    #expect((vector.northMetres, vector.eastMetres) == (1.2345, -0.0001))
    #expect((vector.downMetres, vector.lengthMetres) == (-9.8765, 100))
  }

  @Test("the height above the sea is split as the one above the ellipsoid is")
  func splitsSeaLevelHeight() {
    var fix = NavHPPosLLH()
    fix.meanSeaLevelHeightTenths = -1_151_796
    #expect(
      (fix.meanSeaLevelHeightMillimetres, fix.meanSeaLevelHeightRemainderTenths) == (-115_179, -6))
    #expect(fix.meanSeaLevelHeightTenths == -1_151_796)
  }

  @Test(
    "observations are what RTCM 3 numbers so",
    arguments: [
      (1000, false), (1001, true), (1004, true), (1005, false), (1008, false), (1009, true),
      (1012, true), (1013, false), (1070, false), (1071, true), (1077, true), (1078, false),
      (1080, false), (1081, true), (1137, true), (1138, false), (1230, false),
    ])
  func knowsObservations(messageType: UInt16, isObservation: Bool) {
    var report = RxmRTCM()
    report.messageType = messageType
    #expect(report.isObservation == isObservation)
  }

  @Test(
    "messages have their numbers and names",
    arguments: [
      (.navPVT, "NAV-PVT (0x01 0x07)"), (.navHPPosLLH, "NAV-HPPOSLLH (0x01 0x14)"),
      (.navRelPosNED, "NAV-RELPOSNED (0x01 0x3C)"), (.rxmRTCM, "RXM-RTCM (0x02 0x32)"),
      (.infError, "INF-ERROR (0x04 0x00)"), (.infWarning, "INF-WARNING (0x04 0x01)"),
      (.infNotice, "INF-NOTICE (0x04 0x02)"), (.ackNAK, "ACK-NAK (0x05 0x00)"),
      (.ackACK, "ACK-ACK (0x05 0x01)"), (.cfgPRT, "CFG-PRT (0x06 0x00)"),
      (.cfgMSG, "CFG-MSG (0x06 0x01)"), (.cfgRATE, "CFG-RATE (0x06 0x08)"),
      (.cfgVALSET, "CFG-VALSET (0x06 0x8A)"), (.monVER, "MON-VER (0x0A 0x04)"),
      (.cfgRST, "CFG-RST (0x06 0x04)"), (.cfgCFG, "CFG-CFG (0x06 0x09)"),
      (.cfgVALGET, "CFG-VALGET (0x06 0x8B)"), (.cfgVALDEL, "CFG-VALDEL (0x06 0x8C)"),
      (.navSTATUS, "NAV-STATUS (0x01 0x03)"), (.navDOP, "NAV-DOP (0x01 0x04)"),
      (.navTIMEUTC, "NAV-TIMEUTC (0x01 0x21)"), (.navSAT, "NAV-SAT (0x01 0x35)"),
      (.navCOV, "NAV-COV (0x01 0x36)"), (.monCOMMS, "MON-COMMS (0x0A 0x36)"),
      (.secUNIQID, "SEC-UNIQID (0x27 0x03)"),
    ] as [(UBXMessageID, String)])
  func numbersMessages(messageID: UBXMessageID, name: String) {
    #expect("\(messageID)" == "UBX-" + name)
  }

  @Test("a message without a name is told by its numbers")
  func namesUnknownMessages() { #expect("\(UBXMessageID(0x0D, 0xA1))" == "UBX 0x0D 0xA1") }

  @Test(
    "a payload that is no answer gives none", arguments: [[], [0x06], [0x06, 0x8A, 0x00]])
  func refusesOtherAnswers(payload: [UInt8]) {
    #expect(UBXAcknowledgement(answerID: .ackACK, decoding: payload.span) == nil)
    #expect(UBXAcknowledgement(answerID: .cfgMSG, decoding: [0x06, 0x08].span) == nil)
  }

  @Test("texts keep printable ASCII and end before a NUL")
  func readsTexts() {
    let payload: [UInt8] = [0x1F, 0x20, 0x7E, 0x7F, 0x00, 0x41]
    #expect(UBXInformation(messageID: .infNotice, decoding: payload.span)?.text == "? ~?")
    #expect(UBXInformation(messageID: UBXMessageID(0x04, 5), decoding: payload.span) == nil)
    #expect(UBXInformation(messageID: UBXMessageID(0x05, 0), decoding: payload.span) == nil)
  }

  @Test("a text is cut to what a frame carries")
  func cutsTexts() {
    let text = UBXInformation(level: .error, text: String(repeating: "a", count: 70_000))
    #expect(text.frame.payload.count == 65_535)
  }

  @Test("texts of MON-VER are cut so that each ends in a NUL; there may be no further ones")
  func cutsVersions() throws {
    let long = String(repeating: "v", count: 40)
    let version = MonVER(softwareVersion: long, hardwareVersion: long)
    let payload = version.encode()
    #expect(payload.count == 40)
    #expect((payload[28], payload[29], payload[38], payload[39]) == (0x76, 0, 0x76, 0))
    #expect(try MonVER(decoding: payload.span).extensions == [])
  }
}
