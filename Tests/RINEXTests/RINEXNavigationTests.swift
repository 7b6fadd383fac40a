import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX navigation file")
struct RINEXNavigationTests {
  private func file(of capture: DatedCapture) throws -> RINEXFile {
    var writer = RINEXNavigationWriter(near: capture.reference)
    var text: [UInt8] = []
    writer.appendHeader(to: &text)
    for message in try capture.messages() { writer.append(message, to: &text) }
    return RINEXFile(text)
  }

  @Test(
    "has convbin's records, to the last digit",
    .compares(with: .captures, .convbin),
    arguments: [
      DatedCapture("swift__eph_wn.rtcm", "2018-11-03T22:00:00Z"),
      DatedCapture("swift__eph.rtcm", "2018-08-03T15:00:00Z"),
      DatedCapture(
        "swift__week-rollover-STR17.rtcm3", "2018-07-14T23:50:00Z", differs: [.movedEphemeris],
        because: "convbin goes on a week with each of BeiDou's last 14 s"),
      DatedCapture(
        "swift__week-rollover-STR24.rtcm3", "2018-07-14T23:50:00Z", differs: [.movedEphemeris],
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
      DatedCapture("ntripstreams__AgPartner_2.rtcm3", "2026-07-05T16:00:00Z"),
      DatedCapture("pygnssutils__ntrip_encode_none.bin", "2024-08-18T21:14:00Z"),
      DatedCapture("qzsl6__20190529hiroshima.rtcm", "2019-05-29T04:00:00Z"),
      DatedCapture("qzsl6__20220326-231200mdc.alst", "2022-03-26T23:12:00Z"),
      DatedCapture(
        "gortcm__frames_shared.rtcm3", "2019-01-25T03:00:00Z", differs: [.movedEphemeris],
        because: "the frames are of several days"),
      DatedCapture("pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log", "2024-03-13T16:35:00Z"),
    ])
  func agreesWithConvbin(capture: DatedCapture) throws {
    let bytes = try capture.bytes()
    let theirs = try Convbin.convert(bytes, near: capture.reference).navigation.navigation
    let ours = try file(of: capture).navigation
    for record in theirs {
      let isFound = ours.contains {
        $0.agrees(with: record, exceptDates: capture.differs.contains(.movedEphemeris))
      }
      #expect(isFound, "\(record)")
    }
  }
}

extension RINEXFile.Navigation {
  /// Whether convbin's record has the same content, to its twelve digits.
  fileprivate func agrees(with other: Self, exceptDates: Bool) -> Bool {
    guard satellite == other.satellite, exceptDates || time == other.time else { return false }
    return (0..<max(values.count, other.values.count)).allSatisfy { index in
      if exceptDates && index == (satellite.hasPrefix("R") ? 2 : 21) { return true }
      // RTCM has no time of transmission; convbin writes the stream's time.
      if index == 27 { return true }
      let (value, others) = (self[index], other[index])
      if index == 28 && satellite.hasPrefix("G") && value > 4 { return others == 0 }
      return value == others || abs(value - others) <= 6e-12 * abs(value)
    }
  }

  /// The value at an index; 0 where the record is blank.
  private subscript(index: Int) -> Double { index < values.count ? values[index] : 0 }
}
