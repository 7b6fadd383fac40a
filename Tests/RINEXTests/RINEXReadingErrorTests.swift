import RINEX
import RTCMParser
import Testing

@Suite("RINEX navigation file, and what can be wrong with it")
struct RINEXReadingErrorTests {
  /// A satellite of version 2, as convbin prints it.
  static let version2 = """
         2.11           N: GPS NAV DATA                         RINEX VERSION / TYPE
         .1118D-07  -.7451D-08  -.5961D-07   .1192D-06          ION ALPHA
         .1167D+06  -.2294D+06  -.1311D+06   .1049D+07          ION BETA
        18                                                      LEAP SECONDS
                                                                END OF HEADER
     5 99 12 31 23 59 44.0 -.177423004061D-03 -.136424205266D-11  .000000000000D+00
         .720000000000D+02 -.982187500000D+02  .429303596504D-08  .171481541249D+01
        -.529177486897D-05  .592764292378D-02  .183098018169D-05  .515363563156D+04
         .518400000000D+06  .335276126862D-07  .252089782581D+01 -.577419996262D-07
         .971926652418D+00  .353625000000D+03  .127330734766D+01 -.827534470132D-08
        -.261082303697D-09  .100000000000D+01  .232000000000D+04
         .200000000000D+01                    -.107102096081D-07  .720000000000D+02
         .999900000000D+09  .400000000000D+01

    """

  static let glonass = """
         3.05           N: GNSS NAV DATA    R: GLONASS          RINEX VERSION / TYPE
                                                                END OF HEADER
    R01 2024 06 24 08 15 00 8.934084326029E-05 9.094947017729E-13 1.152000000000E+05
        -1.373688769531E+04-1.554378509521E+00 9.313225746155E-10 0.000000000000E+00
        -3.309238281250E+03-2.458472251892E+00 1.862645149231E-09 1.000000000000E+00
         2.124241259766E+04-1.386628150940E+00-1.862645149231E-09 3.000000000000E+00
         1.990000000000E+02-9.313225746155E-10 4.000000000000E+00 7.000000000000E+00

    """

  private static func read(_ text: String) throws(RINEXReadingError) -> RINEXNavigation {
    try RINEXNavigation(reading: Array(text.utf8))
  }

  private static func read(changing part: String, to other: String) throws -> RINEXNavigation {
    try #require(version2.contains(part))
    return try read(version2.replacing(part, with: other))
  }

  @Test("version 2: the century, blanks for 0, exponents with D, ionosphere and leap seconds")
  func readsVersion2() throws {
    let file = try Self.read(Self.version2)
    #expect(file.version == 2.11)
    #expect(file.leapSeconds == 18)
    #expect(
      file.ionosphere
        == BroadcastIonosphere(
          alpha: [0.1118e-07, -0.7451e-08, -0.5961e-07, 0.1192e-06],
          beta: [0.1167e+06, -0.2294e+06, -0.1311e+06, 0.1049e+07]))
    try #require(file.skipped.isEmpty && file.ephemerides.count == 1)
    guard case .gpsEphemeris(let orbit) = file.ephemerides[0] else { return }
    #expect((orbit.satelliteID, orbit.iode, orbit.iodc) == (5, 72, 72))
    // Friday of week 1042; 1042 - 1024.
    #expect((orbit.week, orbit.clockReferenceTime, orbit.referenceTime) == (18, 518_384, 518_400))
    #expect((orbit.health, orbit.isL2PWithoutData, orbit.codeOnL2) == (0, false, 1))
    #expect(orbit.meanAnomaly * 0x1p31 == (1.71481541249 / GPSEphemeris.pi * 0x1p31).rounded())
  }

  @Test("version 3.05 has flags of GLONASS in a fifth line")
  func readsStatus() throws {
    let file = try Self.read(Self.glonass)
    guard case .glonassEphemeris(let orbit) = try #require(file.ephemerides.first) else { return }
    // 199 is 1 1000 0111 to 01 1 0 0 01 11: GLONASS-M, renewed, 30 minutes, both times on board.
    #expect((orbit.satelliteKind, orbit.p4, orbit.p3, orbit.p2) == (1, true, false, false))
    #expect((orbit.p1, orbit.p, orbit.accuracyIndex, orbit.age) == (1, 3, 4, 3))
    #expect(orbit.isAlmanacHealthy && orbit.hasAlmanacHealth && orbit.isUnhealthyInThirdString)
    #expect((orbit.l2Delay, orbit.clockOffset < 0) == (-0x1p-30, true))
    #expect((orbit.referenceTime, orbit.frameTime, orbit.day) == (40_500, 39_600, 176))
    #expect(orbit.frequencyChannel == 1)
  }

  @Test(
    "each flag of the almanac is read by itself",
    arguments: [
      (0, false, false, false), (1, true, false, false), (2, false, true, false),
      (4, false, false, true),
    ])
  func readsHealth(flags: Int, isHealthy: Bool, hasHealth: Bool, isUnhealthy: Bool) throws {
    let text = Self.glonass.replacing("7.000000000000E+00", with: "\(flags).000000000000E+00")
    let file = try Self.read(text)
    guard case .glonassEphemeris(let orbit) = try #require(file.ephemerides.first) else { return }
    #expect((orbit.isAlmanacHealthy, orbit.hasAlmanacHealth) == (isHealthy, hasHealth))
    #expect(orbit.isUnhealthyInThirdString == isUnhealthy)
  }

  @Test("what a line of flags calls unknown is none, and no reason to leave the satellite out")
  func unknownStatus() throws {
    var text = Self.glonass
    for known in [
      "1.990000000000E+02", "-9.313225746155E-10 4", "4.000000000000E+00", "7.000000000000E+00",
    ] {
      try #require(text.contains(known))
      text = text.replacing(
        known, with: known.hasSuffix(" 4") ? " 9.999000000000E+08 4" : "9.999000000000E+08")
    }
    let file = try Self.read(text)
    try #require(file.skipped.isEmpty)
    guard case .glonassEphemeris(let orbit) = try #require(file.ephemerides.first) else { return }
    let none = GLONASSEphemeris(satelliteID: 1)
    #expect((orbit.satelliteKind, orbit.p, orbit.p1) == (none.satelliteKind, none.p, none.p1))
    #expect((orbit.l2Delay, orbit.accuracyIndex) == (none.l2Delay, none.accuracyIndex))
    #expect(!orbit.isAlmanacHealthy && !orbit.hasAlmanacHealth)
  }

  @Test("version 3 begins with 3.00, and has files of all systems alone")
  func version300() throws {
    let file = try Self.read(Self.glonass.replacing("3.05 ", with: "3.00 "))
    #expect(file.version == 3 && file.ephemerides.first?.type == 1020)
    #expect(throws: RINEXReadingError.self) {
      try Self.read(Self.glonass.replacing("3.05           N", with: "3.00           G"))
    }
  }

  @Test("a time of the frame beyond any week leaves the satellite out")
  func frameTime() throws {
    let text = Self.glonass.replacing("1.152000000000E+05", with: "4.294967296000E+09")
    let file = try Self.read(text)
    #expect(file.ephemerides.isEmpty && file.skipped.map(\.line) == [3])
  }

  @Test("an orbit has to be larger than the earth", arguments: [(2525, 0), (2526, 1)])
  func size(root: Int, count: Int) throws {
    let file = try Self.read(changing: ".515363563156D+04", to: ".\(root)00000000D+04")
    #expect(file.ephemerides.count == count)
  }

  @Test(
    "a fit is longer than four hours by its hours, or by the satellite's flag",
    arguments: [(0, false), (1, true), (4, false), (6, true)])
  func fit(number: Int, isLong: Bool) throws {
    let file = try Self.read(
      changing: ".999900000000D+09  .400000000000D+01",
      to: ".999900000000D+09  .\(number)00000000000D+01")
    guard case .gpsEphemeris(let orbit) = try #require(file.ephemerides.first) else { return }
    #expect(orbit.hasLongFitInterval == isLong)
  }

  @Test("lines may end in CR LF, the last one in nothing")
  func lineEnds() throws {
    let plain = try Self.read(Self.version2)
    #expect(try Self.read(Self.version2.replacing("\n", with: "\r\n")) == plain)
    #expect(try Self.read(String(Self.version2.dropLast())) == plain)
  }

  @Test("a file cut anywhere is an error, or its last satellite is left out")
  func cutAnywhere() throws {
    for text in [Self.version2, Self.glonass] {
      let whole = try Self.read(text)
      let bytes = Array(text.utf8)
      for count in 0..<bytes.count {
        do throws(RINEXReadingError) {
          let file = try RINEXNavigation(reading: Array(bytes.prefix(count)))
          // The last line of a file may lack its end, or values that may be blank.
          let isRead = file.ephemerides.first.map { $0.type == whole.ephemerides[0].type }
          #expect(isRead ?? true)
          #expect(file.ephemerides.count + file.skipped.count <= 1)
        } catch {
          #expect(error.line >= 1 && !error.description.isEmpty)
        }
      }
    }
  }

  @Test("every byte may be another one")
  func anyByte() {
    for text in [Self.version2, Self.glonass] {
      let bytes = Array(text.utf8)
      for index in bytes.indices {
        for byte in [0x2D, 0xFF] as [UInt8] {
          var damaged = bytes
          damaged[index] = byte
          _ = try? RINEXNavigation(reading: damaged)
        }
      }
    }
  }

  @Test(
    "a value that no satellite has leaves it out, and the line is told",
    arguments: [
      (".515363563156D+04", ".000000000000D+00", 8), (".592764292378D-02", ".500000000000D+00", 6),
      (".518400000000D+06", ".604800000000D+06", 9), (".518400000000D+06", ".518401000000D+06", 9),
      (".518400000000D+06", "-.10000000000D+01", 9), (".720000000000D+02", ".256000000000D+03", 7),
      ("-.177423004061D-03", "-.177423004061D+03", 6), (".515363563156D+04", "D", 8),
      (".515363563156D+04", "nan", 8), (".515363563156D+04", ".51536356315D+999", 8),
      (" 5 99 12 31", " 5 99 13 31", 6), (" 5 99 12 31", " 5 79 12 31 0", 6),
      (" 5 99 12 31", " 0 99 12 31", 6), (" 5 99 12 31", "64 99 12 31", 6),
      ("23 59 44.0", "23 59 45.0", 6), ("23 59 44.0", "24 00 00.0", 6),
    ])
  func absurd(part: String, other: String, line: Int) throws {
    let file = try Self.read(changing: part, to: other)
    #expect(file.ephemerides.isEmpty)
    #expect(file.skipped.map(\.line) == [line], "\(file.skipped)")
  }

  @Test("lines of no record are told once, and the next record is read")
  func strayLines() throws {
    let stray = "    nothing that belongs here\n"
    let record = Self.version2.split(separator: "END OF HEADER\n")[1]
    let file = try Self.read(
      changing: "END OF HEADER\n", to: "END OF HEADER\n" + stray + stray + record + stray)
    #expect(file.ephemerides.count == 2)
    #expect(file.skipped.map(\.line) == [6, 16])
    #expect(file.skipped.allSatisfy { $0.reason == .strayLine })
  }

  @Test("a GLONASS record under the name of an SBAS satellite is told")
  func otherSystem() throws {
    let file = try Self.read(Self.glonass.replacing("R01 2024", with: "S23 2024"))
    #expect(file.ephemerides.isEmpty && file.skipped.count == 1)
  }

  @Test(
    "what is no navigation file is refused, and the error says what is expected",
    arguments: [
      ("     2.11           N", "     5.00           N"),
      ("     2.11           N", "     2.11           O"),
      ("     2.11           N", "     x.11           N"), ("RINEX VERSION / TYPE", "RINEX VERSION"),
    ])
  func notNavigation(part: String, other: String) throws {
    try #require(Self.version2.contains(part))
    #expect(throws: RINEXReadingError(.notNavigation, line: 1)) {
      try Self.read(Self.version2.replacing(part, with: other))
    }
    #expect("\(RINEXReadingError(.notNavigation, line: 1))".contains("2.10 to 4.02"))
  }

  @Test("a header without its end, and one whose numbers are none, are refused with their line")
  func header() throws {
    #expect(throws: RINEXReadingError(.headerWithoutEnd, line: 4)) {
      try Self.read(String(Self.version2.split(separator: "   END OF HEADER")[0].dropLast(60)))
    }
    #expect(throws: RINEXReadingError(.notANumber(columns: 15...26), line: 2)) {
      try Self.read(changing: "-.7451D-08", to: "-.7451D/08")
    }
  }

  @Test("toe behind the turn of the week is in the next one")
  func weekTurn() throws {
    let file = try Self.read(
      Self.version2.replacing("99 12 31 23 59 44.0", with: "00  1  1 23 59 44.0")
        .replacing(".518400000000D+06", with: ".000000000000D+00"))
    guard case .gpsEphemeris(let orbit) = try #require(file.ephemerides.first) else { return }
    #expect((orbit.week, orbit.clockReferenceTime, orbit.referenceTime) == (19, 604_784, 0))
    let near = GPSTime(week: 1043, secondsOfWeek: 0)
    #expect(orbit.clockReferenceTime(near: near)?.week == 1042)
  }
}
