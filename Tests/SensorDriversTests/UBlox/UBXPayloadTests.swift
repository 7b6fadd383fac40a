import SensorDrivers
import Testing

@Suite("UBX payloads")
struct UBXPayloadTests {
  static func payload(_ frame: String) throws -> [UInt8] {
    var scanner = UBXScanner()
    return try #require(scanner.frames(in: bytes(frame)).first).payload
  }

  /// A solution at 2020-06-10 11:25:16 UTC, RTK fixed, in Milan.
  static let navPVT =
    "B5 62 01 07 5C 00 B0 BB E6 11 E4 07 06 0A 0B 19 10 37 14 00 00 00 00 00 00 00 03 83 EA 0C 93 0C 80 05 6B 69 1B 1B 29 7A 02 00 EC C1 01 00 0E 00 00 00 15 00 00 00 0A 00 00 00 EC FF FF FF 05 00 00 00 16 00 00 00 00 A9 C3 01 50 00 00 00 F0 49 02 00 78 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 DE 24"
  static let navHPPosLLH =
    "B5 62 01 14 24 00 00 00 00 00 B0 BB E6 11 93 0C 80 05 6B 69 1B 1B 29 7A 02 00 EC C1 01 00 0C DE 03 FC 8C 00 00 00 D2 00 00 00 63 26"
  static let rxmRTCM = "B5 62 02 32 08 00 02 04 00 00 D3 07 ED 03 0C F8"
  /// A NAV-RELPOSNED message whose fields were read back with pyubx2 1.4.
  static let navRelPosNED =
    "B5 62 01 3C 40 00 01 00 D3 07 C8 B7 E6 11 33 7E FE FF D2 04 00 00 F4 FF FF FF D4 81 01 00 C0 90 11 01 00 00 00 00 D5 38 DE 63 0B 00 00 00 0B 00 00 00 19 00 00 00 0D 00 00 00 E7 03 00 00 00 00 00 00 17 01 00 00 87 89"
  static let monVER =
    "B5 62 0A 04 64 00 45 58 54 20 43 4F 52 45 20 31 2E 30 30 20 28 33 66 64 61 38 65 29 00 00 00 00 00 00 00 00 30 30 31 39 30 30 30 30 00 00 46 57 56 45 52 3D 48 50 47 20 31 2E 33 32 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 4D 4F 44 45 4C 3D 5A 45 44 2D 46 39 50 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 98 0F"
  /// The message was made by pyubx2 1.4.
  static let cfgVALSET =
    "B5 62 06 8A 28 00 00 01 00 00 01 00 21 30 C8 00 06 00 91 20 01 33 00 91 20 01 8D 00 91 20 01 68 02 91 20 01 01 00 92 20 07 02 00 72 10 00 09 2A"

  @Test("NAV-PVT is decoded and encoded")
  func codesNavPVT() throws {
    let payload = try Self.payload(Self.navPVT)
    let fix = try NavPVT(decoding: payload.span)
    #expect(fix.timeOfWeekMilliseconds == 300_334_000)
    #expect(fix.unixTime == UnixTime(seconds: 1_591_788_316))
    #expect((fix.latitudeE7, fix.longitudeE7) == (454_781_291, 92_277_907))
    #expect((fix.heightMillimetres, fix.meanSeaLevelHeightMillimetres) == (162_345, 115_180))
    #expect((fix.horizontalAccuracyMillimetres, fix.verticalAccuracyMillimetres) == (14, 21))
    #expect(
      (fix.velocityNorthMillimetresPerSecond, fix.velocityEastMillimetresPerSecond) == (10, -20))
    #expect(fix.velocityDownMillimetresPerSecond == 5)
    #expect((fix.groundSpeedMillimetresPerSecond, fix.headingOfMotionE5) == (22, 29_600_000))
    #expect((fix.positionDOPE2, fix.satelliteCount) == (120, 12))
    #expect((fix.fixType, fix.carrierSolution) == (.threeDimensional, .fixed))
    #expect(fix.flags.contains([.gnssFixOK, .differential]))
    #expect(fix.hasPosition)
    #expect(fix.encode() == payload)
    #expect(fix.frame.encode() == bytes(Self.navPVT))
  }

  @Test("NAV-HPPOSLLH is decoded and encoded")
  func codesNavHPPosLLH() throws {
    let payload = try Self.payload(Self.navHPPosLLH)
    let position = try NavHPPosLLH(decoding: payload.span)
    #expect(position.longitudeE9 == 9_227_790_712)
    #expect(position.latitudeE9 == 45_478_129_066)
    #expect(position.heightTenths == 1_623_453)
    #expect(position.meanSeaLevelHeightTenths == 1_151_796)
    #expect((position.horizontalAccuracyTenths, position.verticalAccuracyTenths) == (140, 210))
    #expect(position.encode() == payload)
  }

  @Test("NAV-RELPOSNED is decoded and encoded")
  func codesNavRelPosNED() throws {
    let payload = try Self.payload(Self.navRelPosNED)
    let vector = try NavRelPosNED(decoding: payload.span)
    #expect(vector.referenceStationID == 2003)
    #expect(vector.northMetres == -987.6543)
    #expect(vector.eastMetres == 12.3456)
    #expect(vector.downMetres == -0.1234)
    #expect(vector.lengthMetres == 987.7299)
    #expect((vector.headingE5, vector.headingAccuracyE5) == (17_928_384, 999))
    #expect((vector.northAccuracyTenths, vector.lengthAccuracyTenths) == (11, 13))
    #expect(vector.carrierSolution == .fixed)
    let flags: NavRelPosNED.Flags = [
      .gnssFixOK, .differential, .relativePositionValid, .headingValid,
    ]
    #expect(vector.flags.contains(flags))
    #expect(vector.encode() == payload)
  }

  @Test("RXM-RTCM is decoded and encoded")
  func codesRxmRTCM() throws {
    let payload = try Self.payload(Self.rxmRTCM)
    let report = try RxmRTCM(decoding: payload.span)
    #expect((report.messageType, report.referenceStationID) == (1005, 2003))
    #expect(report.use == .used)
    #expect(!report.isCRCFailed)
    #expect(report.encode() == payload)
  }

  @Test("MON-VER is decoded and encoded")
  func codesMonVER() throws {
    let payload = try Self.payload(Self.monVER)
    let version = try MonVER(decoding: payload.span)
    #expect(version.softwareVersion == "EXT CORE 1.00 (3fda8e)")
    #expect(version.hardwareVersion == "00190000")
    #expect(version.extensions == ["FWVER=HPG 1.32", "MODEL=ZED-F9P"])
    #expect((version["MODEL"], version["FWVER"], version["MOD"]) == ("ZED-F9P", "HPG 1.32", nil))
    #expect(version.encode() == payload)
  }

  @Test("CFG-VALSET is decoded and encoded")
  func codesCfgVALSET() throws {
    let payload = try Self.payload(Self.cfgVALSET)
    let message = try CfgVALSET(decoding: payload.span)
    #expect(message.layers == .ram)
    #expect(
      message.items == [
        UBXConfigurationItem(.measurementPeriod, 200), UBXConfigurationItem(.outputNavPVT, 1),
        UBXConfigurationItem(.outputNavHPPosLLH, 1), UBXConfigurationItem(.outputNavRelPosNED, 1),
        UBXConfigurationItem(.outputRxmRTCM, 1), UBXConfigurationItem(.informationUBX, 7),
        UBXConfigurationItem(.i2cOutputNMEA, 0),
      ])
    #expect(message.encode() == payload)
  }

  @Test("a CFG-VALSET cut within an item, or with a key of unknown size, is refused")
  func refusesBrokenItems() throws {
    let payload = try Self.payload(Self.cfgVALSET)
    let whole: Set = [4, 10, 15, 20, 25, 30, 35]
    for length in 0..<payload.count where !whole.contains(length) {
      #expect(throws: UBXDecodingError.self, "\(length) bytes") {
        try CfgVALSET(decoding: payload.span.extracting(0..<length))
      }
    }
    let unknown = bytes("00 01 00 00 01 00 21 70 C8 00")
    #expect(
      throws: UBXDecodingError(messageID: .cfgVALSET, reason: .item(offset: 4))
    ) { try CfgVALSET(decoding: unknown.span) }
  }

  @Test("a payload of another length or version is refused")
  func refusesOtherLayouts() throws {
    let fixed = try [Self.navPVT, Self.navHPPosLLH, Self.navRelPosNED, Self.rxmRTCM].map {
      try Self.payload($0)
    }
    for length in 0..<100 {
      let payload = [UInt8](repeating: 0, count: length)
      if length != fixed[0].count {
        #expect(throws: UBXDecodingError.self) { try NavPVT(decoding: payload.span) }
      }
      #expect(throws: UBXDecodingError.self) { try NavRelPosNED(decoding: payload.span) }
      #expect(throws: UBXDecodingError.self) { try RxmRTCM(decoding: payload.span) }
      if length != 40, length != 70 {
        #expect(throws: UBXDecodingError.self) { try MonVER(decoding: payload.span) }
      }
    }
    var other = fixed[1]
    other[0] = 1
    let error = UBXDecodingError(
      messageID: .navHPPosLLH, reason: .version(expected: 0, actual: 1))
    #expect(throws: error) { try NavHPPosLLH(decoding: other.span) }
    #expect("\(error)".contains("UBX-NAV-HPPOSLLH"))
  }

  @Test(
    "high-precision parts are split and joined without loss",
    arguments: [Int64(0), 99, -99, 100, -1, 45_478_129_066, -179_999_999_999, 180_000_000_000])
  func splitsHighPrecision(degreesE9: Int64) {
    var position = NavHPPosLLH()
    position.longitudeE9 = degreesE9
    position.latitudeE9 = degreesE9
    position.heightTenths = degreesE9 / 1000
    #expect(position.longitudeE9 == degreesE9)
    #expect(position.latitudeE9 == degreesE9)
    #expect(position.heightTenths == degreesE9 / 1000)
    #expect((-99...99).contains(position.longitudeRemainderE9))
  }

  @Test(
    "lengths that are no number or too long do not trap",
    arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e15, 3e7])
  func survivesAbsurdLengths(metres: Double) {
    var vector = NavRelPosNED()
    vector.northMetres = metres
    #expect(vector.northMetres.magnitude <= 21_474_837)
  }

  @Test(
    "times are those of the calendar",
    arguments: [
      (0, "1970-1-1"), (951_782_400, "2000-2-29"), (951_868_800, "2000-3-1"),
      (1_780_315_200, "2026-6-1"), (4_107_542_400, "2100-3-1"), (-1, "1969-12-31"),
    ] as [(Int64, String)])
  func convertsTime(seconds: Int64, date: String) {
    var fix = NavPVT()
    #expect(fix.unixTime == nil)
    fix.setTime(CivilTime(UnixTime(nanoseconds: seconds * 1_000_000_000 + 5)))
    #expect("\(fix.year)-\(fix.month)-\(fix.day)" == date)
    #expect(fix.unixTime == UnixTime(nanoseconds: seconds * 1_000_000_000 + 5))
  }

  @Test("the first and last day of every month that 64 bits of nanoseconds reach come and go")
  func walksThroughMonths() {
    var fix = NavPVT()
    var day: Int64 = -106_650  // 1678-01-01
    for year in 1678...2261 {
      let isLeap = year % 4 == 0 && year % 100 != 0 || year % 400 == 0
      for (month, length) in [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        .enumerated()
      {
        for (number, time) in [(1, day), (length, day + Int64(length) - 1)] {
          let date = UnixTime(seconds: time * 86_400)
          fix.setTime(CivilTime(date))
          #expect((fix.year, fix.month, fix.day) == (UInt16(year), UInt8(month + 1), UInt8(number)))
          #expect(fix.unixTime == date)
        }
        day += Int64(length)
      }
    }
  }

  @Test("the time of day is set to its nanosecond")
  func setsTimeOfDay() {
    var fix = NavPVT()
    fix.setTime(CivilTime(UnixTime(nanoseconds: -1)))
    #expect((fix.hour, fix.minute, fix.second) == (23, 59, 59))
    #expect(fix.nanoseconds == 999_999_999)
    #expect(fix.validity == [.date, .time, .fullyResolved])
    let seconds: Int64 = 5 * 3600 + 4 * 60 + 3
    fix.setTime(CivilTime(UnixTime(nanoseconds: seconds * 1_000_000_000 + 2)))
    #expect((fix.hour, fix.minute, fix.second) == (5, 4, 3))
    #expect(fix.nanoseconds == 2)
  }

  @Test("a date or time that is none, or not said to be valid, is no time")
  func refusesImpossibleTimes() {
    var last = NavPVT()
    (last.year, last.month, last.day) = (2016, 12, 31)
    (last.hour, last.minute, last.second) = (23, 59, 60)  // a leap second
    last.validity = [.date, .time]
    #expect(last.unixTime == UnixTime(seconds: 1_483_228_800))
    let changes: [(inout NavPVT) -> Void] = [
      { $0.month = 13 }, { $0.month = 0 }, { $0.day = 32 }, { $0.day = 0 }, { $0.hour = 24 },
      { $0.minute = 60 }, { $0.second = 61 }, { $0.validity = .date }, { $0.validity = .time },
    ]
    for change in changes {
      var fix = last
      change(&fix)
      #expect(fix.unixTime == nil)
    }
    last.day = 1
    last.month = 1
    #expect(last.unixTime == UnixTime(seconds: 1_451_692_800))
  }

  @Test("any time can be set and no date on the wire traps")
  func survivesAbsurdTimes() {
    var fix = NavPVT()
    for nanoseconds in [Int64.min, Int64.max] {
      fix.setTime(CivilTime(UnixTime(nanoseconds: nanoseconds)))
      #expect(fix.unixTime == nil || fix.unixTime == UnixTime(nanoseconds: nanoseconds))
    }
    // The last second that 64 bits of nanoseconds can represent, with a fraction beyond the limit.
    fix.setTime(CivilTime(UnixTime(nanoseconds: .max)))
    fix.nanoseconds = .max
    #expect(fix.unixTime == nil)
    fix.validity = [.date, .time]
    for year in [UInt16.min, .max] {
      (fix.year, fix.nanoseconds) = (year, .min)
      #expect(fix.unixTime == nil)
    }
  }
}
