import RTCMStreams
import TestSupport
import Testing

@Suite("Epochs of captures", .compares(with: .captures))
struct CapturedEpochTests {
  /// A capture, a reference time near it, and the number of its epochs.
  struct Capture: CustomTestStringConvertible, Sendable {
    let name: String
    let week: Int
    let secondsOfWeek: Int
    let epochs: Int
    /// The number of epochs without their last message.
    let incomplete: Int
    var testDescription: String { name }

    init(_ name: String, _ week: Int, _ secondsOfWeek: Int, epochs: Int, incomplete: Int = 0) {
      self.name = name
      self.week = week
      self.secondsOfWeek = secondsOfWeek
      self.epochs = epochs
      self.incomplete = incomplete
    }
  }

  static let captures = [
    // Captures across a week rollover: one with 18 leap seconds, one with 16 and BeiDou in GPS time.
    Capture("swift__week-rollover-STR17.rtcm3", 2009, 604_000, epochs: 1126),
    Capture("rtklib__GMSD7_20121014.rtcm3", 1709, 604_000, epochs: 257),
    // Captures of messages from before MSM, with 15, 15, 16, 18 and 18 leap seconds. In the first capture,
    // the first GLONASS message stands alone. In the fourth, a Moscow day begins. In the last, GLONASS
    // precedes GPS.
    Capture("gpsd__rtcm3-2.log", 1626, 194_000, epochs: 84),
    Capture("rtklib__testglo.rtcm3", 1562, 500_000, epochs: 186),
    Capture("jcmb__RTCM3.bin", 1767, 300_000, epochs: 17),
    Capture("swift__glo_day_rollover.rtcm", 1959, 500_000, epochs: 7),
    Capture("swift__1012_first.rtcm", 2000, 210_000, epochs: 148),
    // Captures with SBAS by time of day; with a wrong GLONASS day; with BeiDou first; with MSM, 1004 and
    // 1012.
    Capture("swift__missing-gps.rtcm", 2000, 302_400, epochs: 50),
    Capture("swift__piksi-5Hz.rtcm3", 2000, 302_400, epochs: 38),
    Capture("pygnssutils__ntrip_encode_none.bin", 2327, 302_400, epochs: 33),
    Capture("swift__mixed-msm-legacy.rtcm", 2000, 302_400, epochs: 34),
    // Captures with several messages per system; 41 epochs of the first lack their last message.
    Capture("asv__fw206mrtk_rtcm.rtcm3", 2138, 302_400, epochs: 700, incomplete: 41),
    Capture("cssr__ROMAMSG.bin", 2138, 302_400, epochs: 2700, incomplete: 1),
  ]

  @Test("every time is one epoch, one after the other", arguments: captures)
  func areWhole(capture: Capture) throws {
    var assembler = EpochAssembler(
      near: GPSTime(week: capture.week, secondsOfWeek: capture.secondsOfWeek))
    var epochs: [ObservationEpoch] = []
    for frame in frames(of: try SharedCaptures.bytes(of: capture.name)) {
      assembler.add(try decoded(frame.payload)) { epochs.append($0) }
    }
    assembler.finish { epochs.append($0) }
    #expect(zip(epochs, epochs.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(epochs.count == capture.epochs)
    #expect(epochs.count { !$0.isComplete } == capture.incomplete)
  }
}
