import RINEX
import RTCMParser
import Testing

@Suite("Limits of orbits in RINEX navigation files")
struct OrbitLimitTests {
  private static func gps(_ file: OneRecordFile) throws -> GPSEphemeris {
    guard case .gpsEphemeris(let orbit) = try file.message() else { throw WrongMessage() }
    return orbit
  }

  private struct WrongMessage: Error {}

  @Test(
    "satellites of GPS have numbers below 40",
    arguments: [("G01", true), ("G39", true), ("G40", false), ("G63", false)])
  func satellites(name: String, isRead: Bool) throws {
    let error = RINEXReadingError(
      .implausible("the satellite's number"), line: OneRecordFile.firstLine)
    #expect(try OneRecordFile.orbit(name).error() == (isRead ? nil : error))
  }

  @Test(
    "toe is within the week, on a step of its field",
    arguments: [
      (0, true), (16, true), (8, false), (604_784, true), (604_800, false), (-16, false),
    ] as [(Double, Bool)])
  func referenceTime(toe: Double, isRead: Bool) throws {
    var file = OneRecordFile.orbit("G07", [11: toe])
    // The record's date is at most half a week from toe.
    file.date = toe > 302_400 ? "2020 01 11 12 00 00" : "2020 01 05 12 00 00"
    let error = RINEXReadingError(.implausible("toe"), line: OneRecordFile.firstLine + 3)
    #expect(try file.error() == (isRead ? nil : error))
  }

  @Test(
    "toc is on a step of its field",
    arguments: [("12 00 00", true), ("12 00 16", true), ("12 00 08", false)])
  func clockReferenceTime(time: String, isRead: Bool) throws {
    var file = OneRecordFile.orbit("G07")
    file.date = "2020 01 06 \(time)"
    let error = RINEXReadingError(.implausible("toc"), line: OneRecordFile.firstLine)
    #expect(try file.error() == (isRead ? nil : error))
  }

  @Test(
    "toe is in the week that puts it at most half a week from toc",
    arguments: [
      ("2020 01 05 00 00 00", 302_400, 39), ("2020 01 05 00 00 00", 302_416, 38),
      ("2020 01 08 12 00 00", 0, 39), ("2020 01 08 12 00 16", 0, 40),
    ] as [(String, Double, UInt16)])
  func week(date: String, toe: Double, week: UInt16) throws {
    var file = OneRecordFile.orbit("G07", [11: toe])
    file.date = date
    #expect(try Self.gps(file).week == week)
  }

  @Test("the square root of the semi-major axis exceeds that of Earth's radius")
  func semiMajorAxis() throws {
    let error = RINEXReadingError(.implausible("√A"), line: OneRecordFile.firstLine + 2)
    #expect(try OneRecordFile.orbit("G07", [10: 2525.5]).error() == error)
    #expect(try OneRecordFile.orbit("G07", [10: 2525.5 + 0x1p-19]).error() == nil)
  }

  @Test(
    "an angle of a whole turn and more is one within the field, from -1 semicircle on",
    arguments: [
      (0, 0), (0.5, 0.5), (0.75, 0.75), (1, -1), (-1, -1), (1.5, -0.5), (2, 0), (3, -1), (-3, -1),
      (3.5, -0.5), (0x0.FFFFFFFEp0, 0x0.FFFFFFFEp0), (0x0.FFFFFFFFCp0, -1),
    ] as [(Double, Double)])
  func angles(semicircles: Double, angle: Double) throws {
    let radians = semicircles * GPSEphemeris.pi
    let orbit = try Self.gps(.orbit("G07", [6: radians, 13: radians, 17: radians]))
    #expect(orbit.meanAnomaly == angle)
    #expect(orbit.ascendingNode == angle)
    #expect(orbit.argumentOfPerigee == angle)
  }

  @Test("a value of two turns is no angle", arguments: [4, -4] as [Double])
  func noAngle(semicircles: Double) throws {
    #expect(try OneRecordFile.orbit("G07", [6: semicircles * GPSEphemeris.pi]).error() != nil)
  }

  @Test(
    "an accuracy in metres has the index whose range it is in or ends",
    arguments: zip(
      0...14 as ClosedRange<UInt8>,
      [2.4, 3.4, 4.85, 6.85, 9.65, 13.65, 24, 48, 96, 192, 384, 768, 1536, 3072, 6144]))
  func accuracy(index: UInt8, end: Double) throws {
    #expect(try Self.gps(.orbit("G07", [23: end])).accuracyIndex == index)
    #expect(try Self.gps(.orbit("G07", [23: end + 0.001])).accuracyIndex == index + 1)
  }

  @Test("flags of GPS are off at 0 only", arguments: [0, 1, 2] as [Double])
  func gpsFlags(value: Double) throws {
    #expect(try Self.gps(.orbit("G07", [22: value])).isL2PWithoutData == (value != 0))
  }

  @Test("flags of QZSS, BeiDou and NavIC, each by itself", arguments: 0...3)
  func otherFlags(value: Int) throws {
    guard
      case .qzssEphemeris(let qzss) = try OneRecordFile.orbit("J02", [28: Double(value)]).message(),
      case .beidouEphemeris(let beidou) =
        try OneRecordFile.orbit("C21", [24: Double(value)]).message(),
      case .navicEphemeris(let navic) =
        try OneRecordFile.orbit("I04", [24: Double(value)]).message()
    else { throw WrongMessage() }
    #expect(qzss.hasLongFitInterval == (value != 0))
    #expect(beidou.isUnhealthy == (value != 0))
    #expect(navic.isL5Unhealthy == [false, false, true, true][value])
    #expect(navic.isSUnhealthy == [false, true, false, true][value])
  }
}

@Suite("Limits of Galileo's orbits in RINEX navigation files")
struct GalileoLimitTests {
  private static func inav(_ changes: [Int: Double]) throws -> GalileoEphemeris? {
    let changes = changes.merging([20: 517]) { $1 }
    guard case .galileoEphemeris(let orbit) = try OneRecordFile.orbit("E05", changes).message()
    else { return nil }
    return orbit
  }

  /// Source: RINEX 3.04, table A8: bits 0 to 2 I/NAV E1-B, F/NAV E5a-I and I/NAV E5b-I, bit 8 the clock of
  /// E5a and E1, bit 9 that of E5b and E1.
  @Test(
    "data sources tell F/NAV by the clock's signals, and by the page's where those are not told",
    arguments: [
      (0, false), (1, false), (2, true), (3, false), (4, false), (5, false), (6, false), (7, false),
      (8, false), (10, true), (256, true), (257, true), (258, true), (261, true), (512, false),
      (513, false), (514, false), (517, false), (768, false), (770, true), (773, false),
      (1024, false), (1026, true), (1280, true), (1536, false),
    ])
  func sources(value: Int, isFNAV: Bool) throws {
    let message = try OneRecordFile.orbit("E05", [20: Double(value)]).message()
    #expect(message.type == (isFNAV ? 1045 : 1046))
  }

  /// Source: Galileo OS SIS ICD 2.1, table 89.
  @Test(
    "an accuracy in metres has the nearest index of its range",
    arguments: [
      (-0.01, 255), (0, 0), (0.01, 1), (0.49, 49), (0.494, 49), (0.495, 50), (0.5, 50), (0.52, 51),
      (0.98, 74), (0.989, 74), (0.99, 75), (1, 75), (1.04, 76), (1.96, 99), (1.979, 99),
      (1.98, 100), (2, 100), (2.16, 101), (6, 125), (6.07, 125), (6.08, 255), (7, 255),
    ] as [(Double, UInt8)])
  func accuracy(metres: Double, index: UInt8) throws {
    #expect(try Self.inav([23: metres])?.sisaIndex == index)
  }

  /// Source: RINEX 3.04, table A8: a validity flag and two health bits each of E1-B, E5a and E5b.
  @Test("each bit of the health is read by itself", arguments: 0..<9)
  func health(bit: Int) throws {
    let inav = try #require(try Self.inav([24: Double(1 << bit)]))
    let e1b = GalileoEphemeris.SignalHealth(
      status: [0, 1, 2, 0, 0, 0, 0, 0, 0][bit], isDataInvalid: bit == 0)
    let e5b = GalileoEphemeris.SignalHealth(
      status: [0, 0, 0, 0, 0, 0, 0, 1, 2][bit], isDataInvalid: bit == 6)
    guard case .inav(_, let toldE5b, let toldE1b) = inav.navigationMessage else {
      Issue.record("no I/NAV")
      return
    }
    #expect(toldE1b == e1b)
    #expect(toldE5b == e5b)
    guard
      case .galileoEphemeris(let fnav) = try OneRecordFile.orbit(
        "E05", [20: 258, 24: Double(1 << bit)]
      ).message()
    else {
      Issue.record("no F/NAV")
      return
    }
    let e5a = GalileoEphemeris.SignalHealth(
      status: [0, 0, 0, 0, 1, 2, 0, 0, 0][bit], isDataInvalid: bit == 3)
    #expect(fnav.navigationMessage == .fnav(e5a: e5a))
  }
}

@Suite("Limits of GLONASS's orbits in RINEX navigation files")
struct StateVectorLimitTests {
  private static func orbit(_ file: OneRecordFile) throws -> GLONASSEphemeris? {
    guard case .glonassEphemeris(let orbit) = try file.message() else { return nil }
    return orbit
  }

  @Test(
    "tb is on a quarter of an hour",
    arguments: [
      ("12 15 00", true), ("12 30 00", true), ("12 15 01", false), ("12 14 00", false),
      ("12 07 30", false),
    ])
  func referenceTime(time: String, isRead: Bool) throws {
    var file = OneRecordFile.stateVector()
    file.date = "2020 01 06 \(time)"
    let error = RINEXReadingError(.implausible("tb"), line: OneRecordFile.firstLine)
    #expect(try file.error() == (isRead ? nil : error))
  }

  @Test(
    "the position is outside Earth",
    arguments: [
      (6378, 0, 0, false), (6378.5, 0, 0, true), (0, 6378, 0, false), (0, -6378.5, 0, true),
      (0, 0, 6378, false), (0, 0, 6378.5, true), (3600, 3600, 3600, false),
      (-3700, 3700, -3700, true),
    ] as [(Double, Double, Double, Bool)])
  func position(x: Double, y: Double, z: Double, isRead: Bool) throws {
    let file = OneRecordFile.stateVector([3: x, 7: y, 11: z])
    let error = RINEXReadingError(.implausible("the position"), line: OneRecordFile.firstLine + 1)
    #expect(try file.error() == (isRead ? nil : error))
  }

  @Test(
    "a frequency channel is from -7 to 13, or a negative one as a byte",
    arguments: [
      (-8, nil), (-7, 0), (-1, 6), (0, 7), (13, 20), (14, nil), (128, nil), (248, nil), (249, 0),
      (255, 6), (256, 7), (269, 20), (270, nil),
    ] as [(Double, UInt8?)])
  func channel(number: Double, indicator: UInt8?) throws {
    let file = OneRecordFile.stateVector([10: number])
    guard let indicator else {
      #expect(
        try file.error()
          == RINEXReadingError(
            .implausible("the frequency channel"), line: OneRecordFile.firstLine + 2))
      return
    }
    #expect(try Self.orbit(file)?.frequencyChannelIndicator == indicator)
  }

  @Test(
    "dates are those of Moscow, three hours ahead, in days of four years",
    arguments: [
      ("1996 01 01 00 00 00", 10_800, 1), ("1999 12 31 20 45 00", 85_500, 1461),
      ("1999 12 31 21 00 00", 0, 1), ("1995 12 31 20 45 00", 85_500, 1461),
      ("2020 01 06 20 45 00", 85_500, 6), ("2020 01 06 21 00 00", 0, 7),
      ("2020 01 06 21 15 00", 900, 7),
    ] as [(String, Double, UInt16)])
  func date(utc: String, seconds: Double, day: UInt16) throws {
    var file = OneRecordFile.stateVector()
    file.date = utc
    let orbit = try #require(try Self.orbit(file))
    #expect((orbit.referenceTime, orbit.day) == (seconds, day))
  }

  @Test(
    "tk is in hours, minutes and half minutes of Moscow's day",
    arguments: [
      (0, 3, 0, 0), (29, 3, 0, 0), (30, 3, 0, 1), (59, 3, 0, 1), (60, 3, 1, 0), (3599, 3, 59, 1),
      (3600, 4, 0, 0), (75_599, 23, 59, 1), (75_600, 0, 0, 0), (86_400, 3, 0, 0), (-1, 2, 59, 1),
      (-10_801, 23, 59, 1), (4_294_967_295, 9, 28, 0), (-4_294_967_295, 20, 31, 1),
    ] as [(Double, UInt16, UInt16, UInt16)])
  func frameTime(tk: Double, hours: UInt16, minutes: UInt16, half: UInt16) throws {
    let orbit = try #require(try Self.orbit(.stateVector([2: tk])))
    #expect(orbit.frameTimeField == hours << 7 | minutes << 1 | half)
  }

  @Test(
    "a tk of 2³² seconds either way is none",
    arguments: [4_294_967_296, -4_294_967_296] as [Double])
  func noFrameTime(tk: Double) throws {
    let error = RINEXReadingError(.implausible("tk"), line: OneRecordFile.firstLine)
    #expect(try OneRecordFile.stateVector([2: tk]).error() == error)
  }

  /// Source: RINEX 3.05, table A10.
  @Test(
    "status flags have bits of their own, and 512 and more are none",
    arguments: [
      (0, "0 0 0 0 0 0"), (1, "1 0 0 0 0 0"), (2, "2 0 0 0 0 0"), (4, "0 1 0 0 0 0"),
      (8, "0 2 0 0 0 0"), (16, "0 0 1 0 0 0"), (32, "0 0 0 1 0 0"), (64, "0 0 0 0 1 0"),
      (128, "0 0 0 0 0 1"), (256, "0 0 0 0 0 2"), (511, "3 3 1 1 1 3"), (512, "0 0 0 0 0 0"),
    ] as [(Double, String)])
  func status(flags: Double, fields: String) throws {
    let orbit = try #require(try Self.orbit(.stateVector([15: flags], lines: 5)))
    let (p2, p3, p4) = (orbit.p2 ? 1 : 0, orbit.p3 ? 1 : 0, orbit.p4 ? 1 : 0)
    #expect("\(orbit.p) \(orbit.p1) \(p2) \(p3) \(p4) \(orbit.satelliteKind)" == fields)
  }

  @Test(
    "a value of the line of flags beyond its field is unknown",
    arguments: [(15, 7, 0), (15, 7, 0x1p-30), (16, 8, 1), (16, 8, -1)] as [(Double, Double, Double)]
  )
  func unknown(accuracy: Double, health: Double, delay: Double) throws {
    let orbit = try #require(
      try Self.orbit(.stateVector([16: delay, 17: accuracy, 18: health], lines: 5)))
    let none = GLONASSEphemeris(satelliteID: 3)
    #expect(orbit.accuracyIndex == (accuracy < 16 ? 15 : none.accuracyIndex))
    #expect(orbit.isAlmanacHealthy == (health < 8))
    #expect(orbit.isUnhealthyInThirdString == (health < 8))
    #expect(orbit.l2Delay == (delay.magnitude < 1 ? delay : none.l2Delay))
  }

  @Test("flags in four lines are not read")
  func fourLines() throws {
    let none = GLONASSEphemeris(satelliteID: 3)
    let orbit = try #require(try Self.orbit(.stateVector()))
    #expect((orbit.satelliteKind, orbit.l2Delay) == (none.satelliteKind, none.l2Delay))
    #expect((orbit.accuracyIndex, orbit.hasAlmanacHealth) == (none.accuracyIndex, false))
  }
}

@Suite("Limits of dates and versions in RINEX navigation files")
struct NavigationDateTests {
  @Test(
    "a date is from 6 January 1980 to 2199, its time within the day",
    arguments: [
      ("1980 01 06 00 00 00", true), ("1980 01 05 00 00 00", false), ("1979 12 31 00 00 00", false),
      ("2199 12 31 00 00 00", true), ("2200 01 01 00 00 00", false), ("2020 02 29 00 00 00", true),
      ("2021 02 29 00 00 00", false), ("2020 00 01 00 00 00", false), ("2020 01 06 23 59 44", true),
      ("2020 01 06 24 00 00", false), ("2020 01 06 00 60 00", false),
      ("2020 01 06 00 00 60", false),
      ("2020 01 06 00 00   ", false),
    ])
  func date(date: String, isRead: Bool) throws {
    var file = OneRecordFile.orbit("G07")
    file.date = date
    let isADate = try file.error()?.reason != .notADate
    #expect(isADate == isRead)
  }

  @Test(
    "a year of two digits lies between 1980 and 2079",
    arguments: [("80", 1980), ("99", 1999), ("00", 2000), ("79", 2079)])
  func year(digits: String, year: Int) throws {
    var (two, four) = (OneRecordFile.orbit("G07"), OneRecordFile.orbit("G07"))
    (two.date, four.date) = ("\(digits)   06 01 12 00 00", "\(year) 06 01 12 00 00")
    #expect(try two.message() == four.message())
  }

  @Test(
    "versions are read from 2 to 3.05 and from 4 to 4.02",
    arguments: [
      ("1.99", false), ("2.00", true), ("3.05", true), ("3.06", false), ("3.99", false),
      ("4.00", true), ("4.02", true), ("4.03", false),
    ])
  func version(version: String, isRead: Bool) throws {
    let text = OneRecordFile.orbit("G07").text.replacing("3.05", with: version)
    let file = try? RINEXNavigation(reading: Array(text.utf8))
    #expect(file?.version == (isRead ? Double(version) : nil))
  }
}
