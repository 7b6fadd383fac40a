import RTCMStreams
import Foundation
import Mathematics
import RTCMParser
import RTCMTestKit
import RTCMText
import TestSupport
import Testing
import TextOutput

@Suite("Rates and gaps of a stream")
struct StreamRatesTests {
  /// The result of an independent reader of the epoch fields: frames, bytes, interval, missing epochs.
  struct Expectation: Sendable, CustomTestStringConvertible {
    let capture: String
    let type: UInt16
    let frames: Int
    let bytes: Int
    let missing: Int
    let longest: Int
    var testDescription: String { "\(capture) \(type)" }
  }

  static let expectations = [
    Expectation("swift__trimble.rtcm", 1074, 153, 33174, missing: 0, longest: 1),
    Expectation("swift__trimble.rtcm", 1084, 153, 15300, missing: 0, longest: 1),
    // Across the week rollover, where BeiDou's field would be negative.
    Expectation("swift__week-rollover-STR17.rtcm3", 1077, 1126, 565_783, missing: 0, longest: 1),
    Expectation("swift__week-rollover-STR17.rtcm3", 1087, 1126, 557_488, missing: 0, longest: 1),
    Expectation("swift__week-rollover-STR17.rtcm3", 1127, 1126, 475_701, missing: 0, longest: 1),
    Expectation("rtklib__GMSD7_20121014.rtcm3", 1117, 257, 23901, missing: 0, longest: 1),
    Expectation("pygnssutils__pygpsdata-rtcm3.log", 1097, 158, 23808, missing: 0, longest: 1),
    Expectation("swift__glo_day_rollover.rtcm", 1012, 7, 1120, missing: 0, longest: 1),
    // The undamaged captures have 153 and 257 epochs. Frames and missing epochs add up to that, except
    // where the first or the last epoch is lost.
    Expectation("derived__trimble_garbage.rtcm3", 1074, 132, 28617, missing: 21, longest: 3),
    Expectation("derived__trimble_garbage.rtcm3", 1084, 141, 14100, missing: 12, longest: 3),
    Expectation("derived__trimble_garbage.rtcm3", 1094, 144, 12384, missing: 9, longest: 2),
    Expectation("derived__trimble_garbage.rtcm3", 1124, 146, 6132, missing: 6, longest: 2),
    Expectation("derived__GMSD7_bitflips.rtcm3", 1077, 216, 79448, missing: 41, longest: 4),
    Expectation("derived__GMSD7_bitflips.rtcm3", 1087, 224, 53088, missing: 33, longest: 4),
    Expectation("derived__GMSD7_bitflips.rtcm3", 1127, 220, 67820, missing: 36, longest: 4),
  ]

  @Test(
    "types of captures have the frames, bytes and gaps that another reader finds",
    .compares(with: .captures), arguments: expectations)
  func captures(expected: Expectation) throws {
    let statistics = SyntheticStream.statistics(try SharedCaptures.bytes(of: expected.capture))
    let type = try #require(statistics.of(expected.type))
    #expect(type.frames == expected.frames)
    #expect(type.bytes == expected.bytes)
    #expect(type.intervalMilliseconds == 1000)
    #expect(type.missingEpochs == expected.missing)
    #expect(type.longestPauseMilliseconds == 1000 * expected.longest)
  }

  @Test(
    "length, mean and busiest second of captures are those that another reader finds",
    .compares(with: .captures),
    arguments: [
      ("swift__trimble.rtcm", 153, 70497, 502),
      ("rtklib__GMSD7_20121014.rtcm3", 257, 261_842, 1123),
      ("swift__week-rollover-STR17.rtcm3", 1126, 2_337_726, 2475),
    ])
  func seconds(capture: String, seconds: Int, bytes: Int, busiest: Int) throws {
    let statistics = SyntheticStream.statistics(try SharedCaptures.bytes(of: capture))
    #expect(statistics.seconds == Double(seconds))
    #expect(statistics.epochs == seconds)
    #expect(statistics.frameBytesPerSecond == Double(bytes) / Double(seconds))
    #expect(statistics.busiestSecondBytes == busiest)
  }

  @Test("missing epochs are counted, also over the end of a week", arguments: [0, 604_795_000])
  func gap(start: Int) throws {
    var stream = try SyntheticStream.base(seconds: 0..<10, from: start)
    for second in 13..<30 { try stream.append(1077, epoch: start + 1000 * second) }
    let type = try #require(stream.statistics.of(1077))
    #expect(type.missingEpochs == 3)
    #expect(type.longestPauseMilliseconds == 4000)
    #expect(stream.statistics.missingEpochs == 3)
    #expect(stream.statistics.epochs == 27)
    #expect(stream.statistics.table.contains("1 Hz  3 missing, longest 4 s"))
  }

  @Test("GLONASS goes through midnight, with the day and without", arguments: [[6, 0], [7, 7]])
  func midnight(days: [UInt64]) throws {
    var stream = SyntheticStream()
    for second in -5..<5 where second != 1 {
      let time = (86_400_000 + 1000 * second) % 86_400_000
      try stream.append(1087, day: second < 0 ? days[0] : days[1], time: time)
    }
    let type = try #require(stream.statistics.of(1087))
    #expect(type.epochs == 9)
    #expect(type.missingEpochs == 1)
    #expect(stream.statistics.timeJumps == 0)
  }

  @Test(
    "a rate is told in Hz down to one a second, then as an interval",
    arguments: [(100, "10 Hz"), (200, "5 Hz"), (400, "2.5 Hz"), (1000, "1 Hz"), (30_000, "30 s")])
  func rate(milliseconds: Int, text: String) throws {
    var stream = SyntheticStream()
    for epoch in 0..<20 { try stream.append(1074, epoch: milliseconds * epoch) }
    #expect(stream.statistics.of(1074)?.intervalMilliseconds == milliseconds)
    #expect(stream.statistics.table.contains("  \(text)  none"))
  }

  @Test("ephemerides come as often as that of one satellite, whatever the others do")
  func ephemerides() throws {
    var stream = SyntheticStream()
    for second in 0..<121 {
      stream.stationID = 7
      try stream.append(1077, epoch: 100_000_000 + 1000 * second)
      // 1019 has its satellite ID in place of a station ID: 6 bits; 1044 has 4.
      stream.stationID = UInt16(second % 30 + 1) << 6
      if second % 30 < 3 { try stream.append(1019) }
      stream.stationID = UInt16(second % 20 + 1) << 8
      if second % 20 < 2 { try stream.append(1044) }
    }
    let (gps, qzss) = (stream.statistics.of(1019), stream.statistics.of(1044))
    #expect(gps?.intervalMilliseconds == 30_000)
    #expect(gps?.longestPauseMilliseconds == 28_000)
    #expect(qzss?.intervalMilliseconds == 20_000)
    #expect(stream.statistics.table.contains("  30 s each\n"))
  }

  @Test("the interval of a satellite does not go from one session to the next")
  func ephemeridesOfSessions() throws {
    var stream = SyntheticStream()
    for start in [50_000, 0] {
      for second in [0, 3, 10] {
        try stream.append(1077, epoch: start + 1000 * second)
        if second != 3 { try stream.append(1019) }
      }
    }
    #expect(stream.statistics.timeJumps == 1)
    #expect(stream.statistics.of(1019)?.intervalMilliseconds == 10_000)
    #expect(stream.statistics.of(1019)?.longestPauseMilliseconds == 10_000)
  }

  @Test("messages of one epoch make one, and a type that ends early has gaps")
  func endsEarly() throws {
    var stream = SyntheticStream()
    for second in 0..<20 {
      try stream.append(1077, epoch: 1000 * second)
      try stream.append(1077, epoch: 1000 * second)
      if second < 10 { try stream.append(1097, epoch: 1000 * second) }
    }
    #expect(stream.statistics.epochs == 20)
    #expect(stream.statistics.of(1077)?.epochs == 20)
    #expect(stream.statistics.of(1077)?.missingEpochs == 0)
    #expect(stream.statistics.of(1097)?.missingEpochs == 10)
  }

  @Test("a capture joined to itself is twice as long, with the same rate and busiest second")
  func joined() throws {
    let once = try SyntheticStream.base(seconds: 0..<20)
    let twice = SyntheticStream.statistics(once.bytes + once.bytes)
    #expect(twice.timeJumps == 1)
    #expect(twice.seconds == 40)
    #expect(twice.missingEpochs == 0)
    #expect(twice.of(1077)?.missingEpochs == 0)
    #expect(twice.busiestSecondBytes == once.statistics.busiestSecondBytes)
  }

  @Test("the division into pieces makes no difference")
  func pieces() throws {
    let bytes = try SyntheticStream.base(seconds: 0..<30).bytes
    try StreamVerifier().verify(bytes) { pieces in Self.json(pieces) }
  }

  static func json(_ pieces: [[UInt8]]) -> String {
    let statistics = SyntheticStream.statistics(pieces: pieces)
    var json = JSONWriter()
    json.object { statistics.writeRates(to: &$0) }
    return json.text
  }

  @Test(
    "epochs at random neither trap nor fill the memory with intervals",
    arguments: [1, 2, 3] as [UInt64])
  func randomEpochs(seed: UInt64) throws {
    var random = Xoshiro256(seed: seed, part: "epochs")
    var stream = SyntheticStream()
    for _ in 0..<2000 {
      try stream.append(1077, epoch: Int.random(in: 0..<604_800_000, using: &random))
      try stream.append(
        1087, day: .random(in: 0..<8, using: &random),
        time: .random(in: 0..<86_400_000, using: &random))
    }
    #expect(stream.statistics.counts.frames == 4000)
    #expect(stream.statistics.timeJumps > 1000)
    #expect(!stream.statistics.table.isEmpty)
  }

  @Test("the members of the contract come first and unchanged, rates after them")
  func contract() throws {
    let statistics = try SyntheticStream.base(seconds: 0..<20).statistics
    var json = JSONWriter()
    json.object { json in
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
    }
    #expect(
      json.text.hasPrefix(
        #"{"frames":{"1006":2,"1077":20},"total_frames":22,"bad_crc":0,"#
          + #""truncated_at_eof_candidates":0,"reserved_header_bits":0,"too_short_at_eof":0,"no_preamble_bytes":0,"frame_bytes":572,"other_bytes":0,"bytes":572,"rates":{"#
      ))
    let document = try JSONDocument(json.text)
    #expect(document.number("rates.types.1006.interval_seconds") == 10)
    #expect(document.number("rates.types.1077.missing_epochs") == 0)
    #expect(document.number("rates.frame_bytes_per_second") == 28.6)
    #expect(document.number("rates.busiest_second_bytes") == 52)
  }
}

extension StreamRatesTests.Expectation {
  init(
    _ capture: String, _ type: UInt16, _ frames: Int, _ bytes: Int, missing: Int, longest: Int
  ) {
    self.init(
      capture: capture, type: type, frames: frames, bytes: bytes, missing: missing,
      longest: longest)
  }
}
