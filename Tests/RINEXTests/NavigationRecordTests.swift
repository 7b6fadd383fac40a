import RINEX
import RTCMParser
import Testing

@Suite("RINEX navigation records")
struct NavigationRecordTests {
  /// Monday, 6 January 2020, noon.
  static let reference = GPSTime(week: 2087, secondsOfWeek: 86_400 + 43_200)

  /// Returns the records that a writer makes of messages, without the header.
  private func records(
    _ messages: [RTCMMessage], near reference: GPSTime = Self.reference
  ) -> [String] {
    var writer = RINEXNavigationWriter(near: reference)
    var text: [UInt8] = []
    for message in messages { writer.append(message, to: &text) }
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func gps(toe: Double = 129_600) -> GPSEphemeris {
    var ephemeris = GPSEphemeris(satelliteID: 7)
    ephemeris.week = 39  // 2087 modulo 1024
    (ephemeris.referenceTime, ephemeris.clockReferenceTime) = (toe, toe)
    (ephemeris.iode, ephemeris.iodc) = (33, 33)
    ephemeris.af0 = -0x1p-13
    ephemeris.squareRootOfSemiMajorAxis = 5153.5
    ephemeris.inclination = 0.5
    ephemeris.accuracyIndex = 3
    return ephemeris
  }

  @Test("of GPS: angles in radians, the whole week, the accuracy in metres")
  func gpsRecord() {
    #expect(
      records([.gpsEphemeris(gps())]) == [
        "G07 2020 01 06 12 00 00-1.220703125000D-04 0.000000000000D+00 0.000000000000D+00",
        "     3.300000000000D+01 0.000000000000D+00 0.000000000000D+00 0.000000000000D+00",
        "     0.000000000000D+00 0.000000000000D+00 0.000000000000D+00 5.153500000000D+03",
        "     1.296000000000D+05 0.000000000000D+00 0.000000000000D+00 0.000000000000D+00",
        "     1.570796326795D+00 0.000000000000D+00 0.000000000000D+00 0.000000000000D+00",
        "     0.000000000000D+00 0.000000000000D+00 2.087000000000D+03 0.000000000000D+00",
        "     5.700000000000D+00 0.000000000000D+00 0.000000000000D+00 3.300000000000D+01",
        "     9.999000000000D+08 4.000000000000D+00",
      ])
  }

  @Test("an ephemeris sent again is written once, one with another health anew")
  func duplicates() {
    var unhealthy = gps()
    unhealthy.health = 63
    let messages = [gps(), gps(toe: 136_800), gps(), unhealthy, gps(toe: 136_800)]
    let first = records(messages.map { .gpsEphemeris($0) }).filter { $0.hasPrefix("G07") }
    #expect(
      first.map { $0.prefix(17) } == [
        "G07 2020 01 06 12", "G07 2020 01 06 14", "G07 2020 01 06 12",
      ])
  }

  @Test("toe after the turn of the week is in the next one")
  func weekTurn() {
    let saturday = GPSTime(week: 2087, secondsOfWeek: 604_000)
    let lines = records([.gpsEphemeris(gps(toe: 0))], near: saturday)
    #expect(lines[0].hasPrefix("G07 2020 01 12 00 00 00"))
    #expect(lines[5].contains(" 2.088000000000D+03 "))
  }

  @Test("of GLONASS: in UTC, four lines, the clock's sign turned")
  func glonassRecord() {
    var ephemeris = GLONASSEphemeris(satelliteID: 3)
    ephemeris.frequencyChannelIndicator = 12
    ephemeris.referenceTime = 54_900  // 15:15 in Moscow, 12:15 UTC
    ephemeris.frameTimeField = 15 << 7  // 15:00
    ephemeris.day = 6
    ephemeris.clockOffset = 0x1p-10
    ephemeris.positionX = -12_345.5
    ephemeris.isUnhealthy = true
    #expect(
      records([.glonassEphemeris(ephemeris), .glonassEphemeris(ephemeris)]) == [
        "R03 2020 01 06 12 15 00-9.765625000000D-04 0.000000000000D+00 1.296000000000D+05",
        "    -1.234550000000D+04 0.000000000000D+00 0.000000000000D+00 1.000000000000D+00",
        "     0.000000000000D+00 0.000000000000D+00 0.000000000000D+00 5.000000000000D+00",
        "     0.000000000000D+00 0.000000000000D+00 0.000000000000D+00 0.000000000000D+00",
      ])
  }

  @Test("of Galileo: I/NAV and F/NAV are told apart by their data sources")
  func galileoRecords() {
    var inav = GalileoEphemeris(
      .inav(
        groupDelayE5b: 0x1p-30, e5b: .init(status: 1), e1b: .init(status: 2, isDataInvalid: true)),
      satelliteID: 5)
    (inav.week, inav.referenceTime, inav.clockReferenceTime) = (1063, 129_600, 129_600)
    inav.sisaIndex = 107
    var fnav = GalileoEphemeris(.fnav(e5a: .init(status: 3)), satelliteID: 5)
    (fnav.week, fnav.referenceTime, fnav.clockReferenceTime) = (1063, 129_600, 129_600)
    fnav.sisaIndex = 255
    let lines = records([.galileoEphemeris(inav), .galileoEphemeris(fnav)])
    #expect(lines.filter { $0.hasPrefix("E05 2020 01 06 12 00 00") }.count == 2)
    #expect(lines[5].contains(" 5.170000000000D+02 2.087000000000D+03"))
    #expect(
      lines[6].hasPrefix("     3.120000000000D+00 1.330000000000D+02 0.000000000000D+00 9.31"))
    #expect(lines[13].contains(" 2.580000000000D+02 2.087000000000D+03"))
    #expect(lines[14].hasPrefix("    -1.000000000000D+00 4.800000000000D+01"))
  }

  @Test("of BeiDou: in its own time and weeks")
  func beidouRecord() {
    var ephemeris = BeiDouEphemeris(satelliteID: 21)
    (ephemeris.week, ephemeris.referenceTime, ephemeris.clockReferenceTime) = (
      731, 129_600, 129_600
    )
    (ephemeris.aode, ephemeris.aodc, ephemeris.groupDelay2) = (1, 2, 1e-9)
    let lines = records([.beidouEphemeris(ephemeris)])
    #expect(lines[0].hasPrefix("C21 2020 01 06 12 00 00"))
    #expect(lines[5].contains(" 7.310000000000D+02 "))
    #expect(lines[6].hasSuffix(" 0.000000000000D+00 1.000000000000D-09"))
    #expect(lines[7] == "     9.999000000000D+08 2.000000000000D+00")
  }

  @Test("of QZSS and NavIC: health, group delay and issue in their places")
  func otherRecords() {
    var qzss = QZSSEphemeris(satelliteID: 2)
    (qzss.week, qzss.referenceTime, qzss.clockReferenceTime) = (39, 129_600, 129_600)
    (qzss.iodc, qzss.hasLongFitInterval) = (0x155, true)
    var navic = NavICEphemeris(satelliteID: 4)
    (navic.week, navic.referenceTime, navic.clockReferenceTime) = (39, 129_600, 129_600)
    (navic.isL5Unhealthy, navic.accuracyIndex) = (true, 15)
    let lines = records([.qzssEphemeris(qzss), .navicEphemeris(navic)])
    #expect(lines[0].hasPrefix("J02 2020 01 06"))
    #expect(lines[6].hasSuffix(" 3.410000000000D+02"))
    #expect(lines[7].hasSuffix(" 1.000000000000D+00"))
    #expect(lines[8].hasPrefix("I04 2020 01 06"))
    #expect(lines[13].contains(" 2.087000000000D+03 "))
    #expect(lines[14].hasPrefix("     8.192000000000D+03 2.000000000000D+00"))
  }

  @Test("of SBAS: kilometres, numbered from PRN 100 on")
  func sbasRecord() {
    var ephemeris = SBASEphemeris(satelliteID: 3)
    ephemeris.referenceTime = 43_200
    ephemeris.position.z = 42_000
    ephemeris.iodn = 9
    let lines = records([.sbasEphemeris(ephemeris)])
    #expect(
      lines[0] == "S23 2020 01 06 12 00 00 0.000000000000D+00 0.000000000000D+00 9.999000000000D+08"
    )
    #expect(
      lines[3] == "     4.200000000000D+01 0.000000000000D+00 0.000000000000D+00 9.000000000000D+00"
    )
  }

  @Test("numbers of any size are printed to their last digit")
  func numbers() throws {
    var magnitude = 1.234_567_890_123_456e-30
    while magnitude < 1e10 {
      var ephemeris = gps()
      ephemeris.af0 = -magnitude
      let line = try #require(records([.gpsEphemeris(ephemeris)]).first)
      let number = line.dropFirst(23).prefix(19).replacing("D", with: "E")
      let value = try #require(Double(String(number)))
      #expect(abs(value + magnitude) <= 0.5001e-12 * 10 * magnitude, "\(number)")
      magnitude *= 3.7
    }
  }

  @Test("a mantissa that rounds up to ten is one of the next power", arguments: [1e-4, 1.0, 1e22])
  func carry(power: Double) throws {
    var ephemeris = gps()
    ephemeris.af0 = power * (1 - 0x1p-53)
    let line = try #require(records([.gpsEphemeris(ephemeris)]).first)
    #expect(line.dropFirst(23).prefix(15) == " 1.000000000000")
  }
}
