import Foundation
import RINEX
import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@Suite("What a RINEX file leaves out")
struct OmissionTests {
  /// 2026-06-01, noon: the date of this project's capture, and a date for the others.
  private static let reference = GPSTime(week: 2421, secondsOfWeek: 129_600)

  private static func conversion(
    of stream: [UInt8], _ version: RINEXFormat = .v3_04, channels: [UInt8: Int] = [:]
  ) throws -> (RINEXConversion, text: String) {
    var conversion = RINEXConversion(near: reference, version: version, glonassChannels: channels)
    var text = RINEXConversion.Text()
    while conversion.pass != .done {
      conversion.consume(stream.span, into: &text)
      try conversion.endPass(into: &text)
    }
    return (conversion, String(decoding: text.observations, as: UTF8.self))
  }

  private static func told(_ omissions: [Omission]) -> [String] {
    omissions.map { "\($0.count) \($0.subject): \($0.reason.rawValue)" }
  }

  @Test(
    "each kind of loss is counted by what it is of, with its reason",
    arguments: [
      ("msm3_only", 0, ["4 1073: incomplete_range"]),
      ("1003_no_ambiguity", 0, ["2 1003: incomplete_range"]),
      ("glo_msm4_no_fcn", 1, ["2 R01: unknown_channel", "2 R02: unknown_channel"]),
      (
        "msm_reserved_sat_sig", 1,
        [
          "1 GPS signal 1: unnamed_signal", "3 G33: reserved_satellite",
          "3 G64: reserved_satellite",
        ]
      ),
      (
        "navic_l1_l5_s", 1,
        (2...4).map { "2 NavIC signal \($0): unnamed_signal" }
      ),
      ("qzss_l1cb_l5s", 1, ["2 QZSS signal 5: unnamed_signal"]),
    ] as [(String, Int, [String])])
  func kinds(name: String, epochs: Int, expected: [String]) throws {
    let stream = try SharedCaptures.bytes(of: "../repro/\(name).rtcm3")
    let (conversion, text) = try Self.conversion(of: stream)
    #expect(conversion.epochs == epochs)
    #expect(Self.told(conversion.omissions) == expected)
    #expect(!text.contains("G33") && !text.contains("G64"))
    #expect(conversion.omissions.allSatisfy { $0.firstTime != nil })
  }

  @Test("messages that cannot be decoded are counted by type")
  func undecodable() throws {
    let payload = Array(StandardExample.payload.dropLast(3))
    let cut = try RTCMFrame.encoding(payload: payload.span)
    let (conversion, _) = try Self.conversion(of: cut + cut + StandardExample.frame)
    #expect(Self.told(conversion.omissions) == ["2 1005: undecodable"])
    #expect(conversion.omissions.allSatisfy { $0.firstTime == nil })
  }

  @Test("a channel that is given makes phases of a GLONASS satellite, and of that alone")
  func givenChannels() throws {
    let stream = try SharedCaptures.bytes(of: "../repro/glo_msm4_no_fcn.rtcm3")
    let (conversion, text) = try Self.conversion(of: stream, channels: [1: 1])
    #expect(Self.told(conversion.omissions) == ["2 R02: unknown_channel"])
    #expect(conversion.contradictedChannels.isEmpty)
    // 21014750.4541 m of 1602 MHz + 0.5625 MHz, worked out by hand.
    #expect(text.contains("R01  21014750.454   112335876.438"))
    let bare = try #require(text.split(separator: "\n").first { $0.hasPrefix("R02") })
    #expect(bare.split(separator: " ").count == 5, "two ranges and two strengths")
  }

  @Test("a channel that the stream tells otherwise is the stream's, and is named")
  func contradictedChannels() throws {
    let capture = try MilanBase.capture
    let known = try Self.conversion(of: capture)
    let (conversion, text) = try Self.conversion(of: capture, channels: [6: 3, 7: 5])
    #expect(conversion.contradictedChannels == [6])
    #expect(text == known.text)
    #expect(conversion.omissions.isEmpty && known.0.omissions.isEmpty)
  }

  @Test("what a version lacks is told by signal, and as a whole of a system that it has nothing of")
  func versions() throws {
    let stream = try MilanBase.capture
    let (old, _) = try Self.conversion(of: stream, .v2_11)
    let systems = old.omissions.compactMap { omission -> Constellation? in
      if case .system(let system) = omission.subject { system } else { nil }
    }
    #expect(systems == [.beidou])
    #expect(old.omissions.allSatisfy { $0.reason == .notInVersion && $0.count > 0 })
  }
}
