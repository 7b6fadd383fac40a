import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX observation file")
struct RINEXObservationTests {
  private func text(of capture: DatedCapture) throws -> [UInt8] {
    observationFile(of: try capture.messages(), near: capture.reference).text
  }

  @Test(
    "has convbin's observations, to the last digit",
    .compares(with: .captures, .convbin),
    arguments: [
      DatedCapture(
        "asv__fw206mrtk_rtcm.rtcm3", "2021-06-01T07:33:00Z", differs: [.extraEpoch],
        because: "some epochs lack their last message: convbin waits in vain"),
      DatedCapture(
        "cssr__ROMAMSG.bin", "2021-05-28T20:00:00Z",
        differs: [.extraEpoch, .extraSatellite, .otherSlip],
        because: "convbin loses frames among other bytes"),
      DatedCapture("derived__1012_first_truncated.rtcm3", "2018-01-09T10:40:00Z"),
      DatedCapture(
        "derived__GMSD7_bitflips.rtcm3", "2012-10-14T00:00:00Z",
        differs: [
          .extraEpoch, .missingEpoch, .extraSatellite, .extraValue, .missingValue, .otherValue,
          .otherSlip,
        ],
        because: "BeiDou is dated in GPS time, which convbin takes for 14 s later"),
      DatedCapture(
        "derived__rover023_drops.rtcm3", "2019-01-20T20:00:00Z",
        differs: [.extraEpoch, .extraSatellite, .otherSlip],
        because: "convbin loses frames after damaged ones"),
      DatedCapture(
        "derived__trimble_garbage.rtcm3", "2017-12-29T20:11:00Z",
        differs: [.extraEpoch, .extraSatellite],
        because: "convbin loses frames after damaged ones"),
      DatedCapture("fixposition__test_data_rtcm3.bin", "2021-06-02T17:47:00Z"),
      DatedCapture("goblimey__testdata.rtcm", "2021-06-04T00:00:00Z"),
      DatedCapture("gortcm__frames_shared.rtcm3", "2019-01-25T03:00:00Z"),
      DatedCapture("gpsd__rtcm3-2.log", "2011-03-01T05:56:00Z"),
      DatedCapture("gpsd__rtcm3.bndm.log", "2020-01-25T02:15:00Z"),
      DatedCapture(
        "gpsd__ublox-f9p-rtcm.log", "2020-01-21T23:40:00Z",
        differs: [.extraSatellite, .extraValue, .otherValue],
        because: "two stations at the same times"),
      DatedCapture(
        "gpsd__ublox-zed-f9t-rtcm3.log", "2021-06-03T08:13:00Z", differs: [.extraSatellite],
        because: "convbin loses frames among other bytes"),
      DatedCapture("jcmb__RTCM3.bin", "2013-11-13T13:30:00Z"),
      DatedCapture(
        "jdesbonnet__pairA_base-20181004-1236.ubx", "2018-10-04T12:36:00Z",
        differs: [.extraEpoch, .extraSatellite, .otherSlip],
        because: "convbin loses frames among other bytes"),
      DatedCapture(
        "jdesbonnet__pairB_base-20181004-1452.ubx", "2018-10-04T14:52:00Z",
        differs: [.extraEpoch, .extraSatellite, .otherSlip],
        because: "convbin loses frames among other bytes"),
      DatedCapture("ky__RTK134_202102051543.rtcm3", "2021-02-05T15:43:00Z"),
      DatedCapture(
        "ky__msm5_msg1075.rtcm3", "2021-05-28T15:44:00Z", differs: [.extraEpoch],
        because: "no message says that it is the last: convbin waits in vain"),
      DatedCapture(
        "ky__msm5_msg1085.rtcm3", "2021-05-28T15:44:00Z", differs: [.extraEpoch],
        because: "no message says that it is the last: convbin waits in vain"),
      DatedCapture(
        "ky__msm5_msg1095.rtcm3", "2021-05-28T15:44:00Z", differs: [.extraEpoch],
        because: "no message says that it is the last: convbin waits in vain"),
      DatedCapture("ky__msm5_msg1125.rtcm3", "2021-05-28T15:44:00Z"),
      DatedCapture("ky__msm7_msg1077.rtcm3", "2021-06-03T14:57:00Z"),
      DatedCapture("ky__msm7_msg1087.rtcm3", "2021-06-03T14:57:00Z"),
      DatedCapture("ky__msm7_msg1097.rtcm3", "2021-06-03T14:57:00Z"),
      DatedCapture("ky__msm7_msg1127.rtcm3", "2021-06-03T14:57:00Z"),
      DatedCapture("ky__msm7_msg1137.rtcm3", "2021-06-03T14:57:00Z"),
      DatedCapture("ky__reference-3msg.rtcm3", "2021-06-03T21:02:00Z"),
      DatedCapture("ky__reference-3msg-1brokenCRC.rtcm3", "2021-06-03T21:02:00Z"),
      DatedCapture("ky__reference-3msg-noizeAfter.rtcm3", "2021-06-03T21:02:00Z"),
      DatedCapture("ky__reference-3msg-noizeBefore.rtcm3", "2021-06-03T21:02:00Z"),
      DatedCapture("ntripstreams__AgPartner_2.rtcm3", "2026-07-05T16:00:00Z"),
      DatedCapture("ntripstreams__aamakinen.rtcm3", "2021-05-30T16:38:00Z"),
      DatedCapture("pygnssutils__ntrip_encode_chunked.bin", "2024-08-18T21:14:00Z"),
      DatedCapture("pygnssutils__ntrip_encode_none.bin", "2024-08-18T21:14:00Z"),
      DatedCapture("pygnssutils__pygpsdata-rtcm3.log", "2021-06-01T08:42:00Z"),
      DatedCapture("pyrtcm__pygpsdata-MIXED-RTCM3BADCRC.log", "2021-06-01T00:00:00Z"),
      DatedCapture("pyrtcm__pygpsdata-NTRIP-USCL00CHL0.log", "2024-03-13T16:35:00Z"),
      DatedCapture("pyrtcm__pygpsdata-RTCM3.log", "2021-06-03T11:10:00Z"),
      DatedCapture("pyrtcm__pygpsdata-RTCMMSM3.log", "2021-06-01T00:00:00Z"),
      DatedCapture("qzsl6__20190529hiroshima.rtcm", "2019-05-29T04:00:00Z"),
      DatedCapture(
        "qzsl6__20220326-231200mdc.alst", "2022-03-26T23:12:00Z",
        differs: [.extraEpoch, .extraSatellite],
        because: "convbin loses frames among other bytes"),
      DatedCapture(
        "rtklib__GMSD7_20121014.rtcm3", "2012-10-14T00:00:00Z",
        differs: [
          .extraEpoch, .missingEpoch, .extraSatellite, .extraValue, .missingValue, .otherValue,
          .otherSlip,
        ],
        because: "BeiDou is dated in GPS time, which convbin takes for 14 s later"),
      DatedCapture("rtklib__testglo.rtcm3", "2009-12-18T23:30:00Z"),
      DatedCapture("swift__1012_first.rtcm", "2018-01-09T10:40:00Z"),
      DatedCapture(
        "swift__20190120_1956_rover.023", "2019-01-20T20:00:00Z", differs: [.otherSlip],
        because: "convbin forgets a slip at a half cycle without a phase"),
      DatedCapture("swift__RTCM3.bin", "2017-07-05T05:05:00Z"),
      DatedCapture("swift__geo++_HEM.rtcm", "2018-01-10T17:46:00Z"),
      DatedCapture("swift__geo++_JPS.rtcm", "2018-01-10T23:43:00Z"),
      DatedCapture("swift__geo++_LEI.rtcm", "2018-01-10T17:49:00Z"),
      DatedCapture("swift__geo++_NOV.rtcm", "2018-01-10T23:07:00Z"),
      DatedCapture("swift__geo++_SOK.rtcm", "2018-01-10T23:16:00Z"),
      DatedCapture("swift__geo++_TRM.rtcm", "2018-01-10T17:55:00Z"),
      DatedCapture("swift__glo_day_rollover.rtcm", "2017-07-28T21:42:00Z"),
      DatedCapture("swift__javad.rtcm", "2021-06-01T19:35:00Z"),
      DatedCapture("swift__jenoba-jrr32m.rtcm3", "2021-06-03T08:40:00Z"),
      DatedCapture("swift__leica.rtcm", "2018-01-02T18:47:00Z"),
      DatedCapture(
        "swift__missing-gps.rtcm", "2021-06-02T08:29:00Z", differs: [.extraEpoch, .missingEpoch],
        because: "SBAS is dated by the day, to which convbin moves"),
      DatedCapture(
        "swift__mixed-msm-legacy.rtcm", "2021-06-03T09:03:00Z", differs: [.extraValue],
        because: "convbin has one signal a band where messages of two kinds meet"),
      DatedCapture("swift__msm.rtcm", "2021-06-02T14:53:00Z"),
      DatedCapture(
        "swift__msm7.rtcm", "2021-06-04T09:35:00Z", differs: [.extraSatellite, .otherSlip],
        because: "convbin loses the second frame"),
      DatedCapture("swift__piksi-5Hz.rtcm3", "2021-06-01T08:43:00Z"),
      DatedCapture("swift__trimble.rtcm", "2017-12-29T20:11:00Z"),
      DatedCapture(
        "swift__week-rollover-STR17.rtcm3", "2018-07-14T23:50:00Z",
        differs: [.extraEpoch, .missingEpoch, .otherSlip],
        because:
          "convbin goes on a week with each of BeiDou's last 14 s; convbin forgets a slip at a half cycle without a phase"
      ),
      DatedCapture("swift__week-rollover-STR24.rtcm3", "2018-07-14T23:50:00Z"),
    ])
  func agreesWithConvbin(capture: DatedCapture) throws {
    let theirs = try Convbin.convert(try capture.bytes(), near: capture.reference).observations
    let comparison = ObservationComparison(RINEXFile(try text(of: capture)), with: theirs)
    for (difference, places) in comparison.differences {
      #expect(
        capture.differs.contains(difference),
        "\(difference.rawValue): \(places.count), first \(places.first)")
    }
    #expect(comparison.equalValues > 0 || theirs.epochs.isEmpty || !capture.differs.isEmpty)
  }
}
