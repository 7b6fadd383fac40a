import Foundation
import GNSSBasics
import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX navigation file, read")
struct RINEXReadingTests {
  static let captures = [
    DatedCapture("swift__eph_wn.rtcm", "2018-11-03T22:00:00Z"),
    DatedCapture("swift__eph.rtcm", "2018-08-03T15:00:00Z"),
    DatedCapture(
      "swift__week-rollover-STR17.rtcm3", "2018-07-14T23:50:00Z", differs: [.movedEphemeris],
      because: "convbin goes on a week with each of BeiDou's last 14 s"),
    DatedCapture("swift__20190120_1956_rover.023", "2019-01-20T20:00:00Z"),
    DatedCapture("swift__test_gal_eph.rtcm", "2018-08-14T04:00:00Z"),
    DatedCapture("rtklib__GMSD7_20121014.rtcm3", "2012-10-14T00:00:00Z"),
    DatedCapture("rtklib__testglo.rtcm3", "2009-12-18T23:30:00Z"),
    DatedCapture(
      "ky__RTK134_202102051543.rtcm3", "2021-02-05T15:43:00Z", differs: [.movedEphemeris],
      because: "the stream has stale ones, which convbin takes for today's"),
    DatedCapture("ky__eph_msg1019.rtcm3", "2023-01-19T15:00:00Z"),
    DatedCapture("ky__eph_msg1020.rtcm3", "2023-01-19T15:00:00Z"),
    DatedCapture("ky__eph_msg1041.rtcm3", "2023-01-19T15:00:00Z"),
    DatedCapture("ky__eph_msg1042.rtcm3", "2023-01-19T15:00:00Z"),
    DatedCapture("ky__eph_msg1045.rtcm3", "2021-02-05T15:00:00Z"),
    DatedCapture("ky__eph_msg1046.rtcm3", "2023-01-19T15:00:00Z"),
    DatedCapture("qzsl6__20190529hiroshima.rtcm", "2019-05-29T04:00:00Z"),
    DatedCapture("pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log", "2024-03-13T16:35:00Z"),
    DatedCapture("../rtk/mosaic-static/base.rtcm3", "2024-06-24T08:20:00Z"),
    DatedCapture("../rtk/mosaic-static/rover.rtcm3", "2024-06-24T08:20:00Z"),
    DatedCapture("../rtk/synth-3km/base.rtcm3", "2024-06-24T08:20:00Z"),
  ]

  @Test(
    "gives the messages back that a writer was given", .compares(with: .captures),
    arguments: captures, [RINEXFormat.v3_04, .v4_00])
  func readsOurs(capture: DatedCapture, version: RINEXFormat) throws {
    var writer = RINEXNavigationWriter(near: capture.reference, version: version)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    let messages = try capture.messages()
    for message in messages { writer.append(message, to: &text) }
    let file = try RINEXNavigation(reading: text)
    #expect(file.skipped.isEmpty, "\(file.skipped)")
    #expect(file.ephemerides.count == writer.records)
    #expect(file.leapSeconds == capture.reference.leapSeconds)
    let sent = Set(messages.compactMap { $0.asRINEXHasIt(near: capture.reference) })
    for message in file.ephemerides {
      let same = message.asRINEXHasIt(near: capture.reference)
      #expect(same.map(sent.contains) == true, "\(message)")
    }
  }

  @Test("of version 4 only ephemerides that have a message are read, whatever else there is")
  func passesOver() throws {
    var writer = RINEXNavigationWriter(
      near: GPSTime(week: 2421, secondsOfWeek: 129_618), version: .v4_00)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    var orbit = GPSEphemeris(satelliteID: 7)
    (orbit.week, orbit.squareRootOfSemiMajorAxis) = (373, 5153.5)
    writer.append(.gpsEphemeris(orbit), to: &text)
    let record = String(decoding: text, as: UTF8.self).split(separator: "> EPH G07 LNAV\n")
    let others = [
      "> EPH G07 CNAV\n" + record[1], "> STO G07 LNAV\n    2026 06 01 12 00 00 GPUT\n",
      "> ION G07 LNAV\n    2026 06 01 12 00 00 1.0D-08 1.0D-08 1.0D-08\n     1.0D-08\n",
    ]
    let all = record[0] + others[0] + "> EPH G07 LNAV\n" + record[1] + others[1] + others[2]
    let file = try RINEXNavigation(reading: Array(all.utf8))
    #expect(file.version == 4 && file.skipped.isEmpty)
    #expect(file.ephemerides == [.gpsEphemeris(orbit)])
  }

  @Test(
    "gives the messages of which convbin made a file, to the integers of the wire",
    .compares(with: .captures, .convbin), arguments: captures, ["2.11", "3.04"])
  func readsTheirs(capture: DatedCapture, version: String) throws {
    let files = try Convbin.navigation(capture.bytes(), near: capture.reference, version: version)
    let isMoved = capture.differs.contains(.movedEphemeris)
    let sent = Set(
      try capture.messages().compactMap {
        $0.asRINEXHasIt(near: capture.reference)?.asConvbinHasIt(isMoved: isMoved)
      })
    for text in files {
      let file = try RINEXNavigation(reading: text)
      #expect(file.skipped.isEmpty, "\(file.skipped)")
      for message in file.ephemerides {
        let same = message.asRINEXHasIt(near: capture.reference)?.asConvbinHasIt(isMoved: isMoved)
        #expect(same.map(sent.contains) == true, "\(message)")
      }
    }
  }

  /// The first record of the example of an SBAS file in RINEX 3.00 to 3.05.
  private static let sbasRecord = """
    S20 2003 10 18 00 01 04-1.005828380585D-07 6.366462912410D-12 5.184420000000D+05
         2.482832392000D+04-3.593750000000D-04-1.375000000000D-07 0.000000000000D+00
        -3.408920872000D+04-1.480625000000D-03-5.000000000000D-08 4.000000000000D+00
        -1.650560000000D+01 8.360000000000D-04 6.250000000000D-08 2.300000000000D+01

    """

  private static func sbasFile(_ record: String = sbasRecord) throws -> RINEXNavigation {
    let header =
      "     3.04           N: GNSS NAV DATA    S: SBAS             RINEX VERSION / TYPE\n"
    let end = String(repeating: " ", count: 60) + "END OF HEADER\n"
    return try RINEXNavigation(reading: Array((header + end + record).utf8))
  }

  @Test("SBAS's record of the standard's example is read to the integers of the wire")
  func readsSBAS() throws {
    let file = try Self.sbasFile()
    #expect(file.skipped.isEmpty)
    // Saturday, 18 October 2003, 00:01:04.
    #expect(file.times == [GPSTime(week: 1240, secondsOfWeek: 518464)])
    var orbit = SBASEphemeris(satelliteID: 0)
    (orbit.referenceTime, orbit.accuracyIndex, orbit.iodn) = (64, 2, 23)
    (orbit.af0, orbit.af1) = (-216 * 0x1p-31, 7 * 0x1p-40)
    orbit.position = ECEFPosition(x: 24_828_323.92, y: -34_089_208.72, z: -16_505.6)
    (orbit.velocityX, orbit.velocityY, orbit.velocityZ) = (-0.359375, -1.480625, 0.836)
    orbit.accelerationX = -0.0001375
    (orbit.accelerationY, orbit.accelerationZ) = (-0.00005, 0.0000625)
    #expect(file.ephemerides == [.sbasEphemeris(orbit)])
  }

  @Test(
    "an SBAS ephemeris is read as it was written in each version",
    arguments: [RINEXFormat.v2_11, .v3_03, .v3_05, .v4_00, .v4_02])
  func readsWrittenSBAS(version: RINEXFormat) throws {
    let given = try Self.sbasFile()
    var writer = RINEXNavigationWriter(near: given.times[0], version: version, of: .sbas)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    for message in given.ephemerides { writer.append(message, to: &text) }
    let file = try RINEXNavigation(reading: text)
    #expect(file.ephemerides == given.ephemerides && file.times == given.times)
    #expect(file.skipped.isEmpty)
  }

  @Test(
    "of SBAS a time between steps, a number below PRN 120's, a place in the ground and a large IODN are refused",
    arguments: [
      ("00 01 04", "00 01 05", .implausible("t0"), 3),
      ("S20", "S19", .implausible("the satellite's number"), 3),
      ("D+04", "D+03", .implausible("the position"), 4),
      ("2.300000000000D+01", "2.560000000000D+02", .implausible("IODN"), 6),
    ] as [(String, String, RINEXReadingError.Reason, Int)])
  func refusesSBAS(part: String, other: String, reason: RINEXReadingError.Reason, line: Int)
    throws
  {
    let file = try Self.sbasFile(Self.sbasRecord.replacing(part, with: other))
    #expect(file.ephemerides.isEmpty)
    #expect(file.skipped == [RINEXReadingError(reason, line: line)])
  }

  @Test(
    "reads the file that a receiver's maker made of its data", .compares(with: .captures))
  func readsSeptentrio() throws {
    let path = try SharedCaptures.file("rtk/mosaic-static/base.nav.gz").path
    let gzip = try #require(OutsideProgram("gzip"))
    let text = try gzip.run(["-dc", path], in: SharedCaptures.packageRoot).output
    let file = try RINEXNavigation(reading: Array(text.utf8))
    #expect(file.version == 3.04)
    #expect(file.leapSeconds == 18)
    #expect(
      file.ionosphere
        == BroadcastIonosphere(
          alpha: [1.8626e-08, 2.2352e-08, -1.1921e-07, -5.9605e-08],
          beta: [1.2902e+05, 1.6384e+05, -1.9661e+05, -2.6214e+05]))
    #expect(file.ephemerides.count == 134)
    let capture = DatedCapture("../rtk/mosaic-static/base.rtcm3", "2024-06-24T08:20:00Z")
    let read = Set(
      file.ephemerides.compactMap { $0.asRINEXHasIt(near: capture.reference)?.asBothHaveIt })
    let sent = Set(
      try capture.messages().compactMap {
        $0.asRINEXHasIt(near: capture.reference)?.asBothHaveIt
      })
    #expect(sent.count == 57)
    #expect(sent.subtracting(read).isEmpty)
  }
}
