import RTCMStreams
import TestSupport
import Testing
import TextOutput

@testable import RTCMText

@Suite("Statistics of a stream as a table and as JSON")
struct StatisticsTableTests {
  /// Twenty seconds with a gap of three, a position each ten, ephemerides in bursts, and one bad frame.
  private static func stream() throws -> SyntheticStream {
    var stream = SyntheticStream()
    for second in 0..<20 where !(5..<8).contains(second) {
      try stream.append(1077, epoch: 1000 * second, payload: 94)
      if second % 10 == 0 { try stream.append(1006) }
      if second % 10 < 2 { try stream.append(1019, payload: 61) }
    }
    return stream
  }

  private static func statistics() throws -> StreamStatistics {
    let untyped = try RTCMFrame.encoding(payload: [0x3E].span)
    var damaged = try RTCMFrame.encoding(payload: [0x3E, 0xD0, 0, 0, 0, 0, 0, 0].span)
    damaged[5] ^= 1
    let cut: [UInt8] = [0xD3, 0x00, 0x13, 0x3E, 0xD0, 0x00, 0x00]
    return SyntheticStream.statistics(try stream().bytes + untyped + damaged + [0x41] + cut)
  }

  @Test("text stands to the left, numbers to the right, and no line ends in blanks")
  func table() throws {
    let table = try Self.statistics().table
    #expect(
      table
        == """
        type  message                              frames  bytes    rate  gaps
        1006  Station position and antenna height       2     52    10 s
        1019  GPS ephemeris                             4    268  ~3.7 s
        1077  GPS MSM7                                 17   1700    1 Hz  3 missing, longest 4 s
        none  too short for a type                      1

        24 frames in 2049 bytes; 22 bytes are not part of a frame
        frames with a wrong CRC: 1; cut off at the end: 1
        17 epochs in 20 s; 101 bytes a second, 193 in the busiest
        """)
  }

  @Test("rates are told of the stream and of each type, in seconds")
  func json() throws {
    var json = JSONWriter()
    try json.object { json in
      let statistics = try Self.statistics()
      statistics.writeMembers(to: &json)
      statistics.writeRates(to: &json)
    }
    let expected = #"""
      {"frames":{"1006":2,"1019":4,"1077":17,"none":1},"total_frames":24,"bad_crc":1,
      "truncated_at_eof_candidates":1,"frame_bytes":2027,"other_bytes":22,"bytes":2049,
      "rates":{"seconds":20.000,"epochs":17,"epoch_interval_seconds":1.000,"missing_epochs":3,
      "longest_interval_seconds":4.000,"time_jumps":0,"frame_bytes_per_second":101.3,
      "busiest_second_bytes":193,"types":{
      "1006":{"frames":2,"bytes":52,"bytes_per_second":2.6,"busiest_second_bytes":26,"epochs":2,
      "interval_seconds":10.000,"mean_interval_seconds":10.000,"missing_epochs":null,
      "longest_pause_seconds":10.000,"station_ids":[7]},
      "1019":{"frames":4,"bytes":268,"bytes_per_second":13.4,"busiest_second_bytes":67,"epochs":4,
      "interval_seconds":1.000,"mean_interval_seconds":3.666,"missing_epochs":null,
      "longest_pause_seconds":9.000,"station_ids":[]},
      "1077":{"frames":17,"bytes":1700,"bytes_per_second":85.0,"busiest_second_bytes":100,
      "epochs":17,"interval_seconds":1.000,"mean_interval_seconds":1.187,"missing_epochs":3,
      "longest_pause_seconds":4.000,"station_ids":[7]}}}}
      """#
    #expect(json.text == expected.filter { $0 != "\n" })
  }

  @Test("a stream of one epoch has no rates, and an empty one no time")
  func withoutTime() throws {
    var stream = SyntheticStream()
    try stream.append(1077, epoch: 1000)
    #expect(stream.statistics.seconds == nil)
    #expect(stream.statistics.epochs == 1)
    #expect(stream.statistics.table.hasSuffix("cut off at the end: 0"))
    #expect(!stream.statistics.table.contains("none"))
    #expect(stream.statistics.of(1077)?.meanIntervalMilliseconds == nil)
    #expect(SyntheticStream().statistics.epochs == 0)
    #expect(SyntheticStream().statistics.timeJumps == 0)
  }

  @Test(
    "time may stand still and go on by an hour; what is more, or goes back, begins anew a second later",
    arguments: [
      (0, 0, 1000), (1, 0, 1001), (3_600_000, 0, 3_601_000), (3_600_001, 1, 2000), (-1, 1, 2000),
    ])
  func jumps(step: Int, jumps: Int, length: Int) throws {
    var stream = SyntheticStream()
    let start = 100_000_000
    for time in [start - 1000, start, start + step] { try stream.append(1077, epoch: time) }
    let statistics = stream.statistics
    #expect(statistics.timeJumps == jumps)
    let interval = try #require(statistics.epochIntervalMilliseconds)
    #expect(statistics.seconds == Double(length + interval) / 1000)
  }

  @Test("thirty-two intervals are told apart, what comes after is only summed up")
  func manyIntervals() {
    var histogram = IntervalHistogram()
    for _ in 0..<3 { histogram.count(1000) }
    for step in 1...31 { histogram.count(1000 + step) }
    #expect(histogram.missing == 0)
    histogram.count(5000)
    histogram.count(7000)
    #expect(histogram.mostCommon == 1000)
    #expect(histogram.missing == 10)
    #expect(histogram.longest == 7000)
    for _ in 0..<10 { histogram.count(5000) }
    #expect(histogram.mostCommon == 1000)
  }

  @Test(
    "an interval is so many missing ones as it is nearest to, and the shortest of the most common counts",
    arguments: [
      ([1000, 1000, 1499], 0), ([1000, 1000, 1500], 1), ([1000, 1000, 2499], 1),
      ([1000, 1000, 2500], 2), ([2000, 1000], 1), ([1000, 2000], 1), ([3000, 2000, 2000, 3000], 2),
      ([1000, 1000, 200], 0), ([], 0), ([500], 0),
    ])
  func missing(intervals: [Int], missing: Int) {
    var histogram = IntervalHistogram()
    for interval in intervals { histogram.count(interval) }
    #expect(histogram.missing == missing)
    #expect(histogram.longest == intervals.max() ?? 0)
  }

  @Test(
    "numbers are written as people write them",
    arguments: [
      (PlainText.number(1.50, decimals: 2), "1.5"), (PlainText.number(10, decimals: 1), "10"),
      (PlainText.number(100, decimals: 0), "100"), (PlainText.number(.nan, decimals: 1), "?"),
      (PlainText.percent(0.0099), "less than 0.01 %"), (PlainText.percent(0.01), "0.01 %"),
      (PlainText.percent(12.345), "12.35 %"), (PlainText.seconds(1500), "1.5 s"),
      (PlainText.seconds(1), "0.001 s"), (PlainText.rate(1000), "1 Hz"),
      (PlainText.rate(1001), "1.001 s"), (PlainText.rate(300), "3.33 Hz"),
      (PlainText.list([]), ""), (PlainText.list(["a"]), "a"),
      (PlainText.list(["a", "b"]), "a and b"),
      (PlainText.list(["a", "b", "c"]), "a, b and c"),
    ])
  func plain(text: String, expected: String) {
    #expect(text == expected)
  }

  @Test("what comes in bursts is told from what comes now and then: half as much again on average")
  func burstLimit() throws {
    func row(of times: [Int]) throws -> String {
      var stream = SyntheticStream()
      for second in 0..<40 {
        try stream.append(1077, epoch: 1000 * second)
        if times.contains(second) { try stream.append(1019) }
      }
      let rows = stream.statistics.table.split(separator: "\n")
      return rows.first { $0.hasPrefix("1019") }.map(String.init) ?? ""
    }
    // Steps of 2 with a mean of 3 and a little more.
    let (regular, burst) = (try row(of: [0, 2, 4, 9]), try row(of: [0, 2, 4, 10]))
    #expect(regular.hasSuffix("  2 s"))
    #expect(burst.hasSuffix("  ~3.3 s"))
  }

  @Test("at most eight stations are remembered, and each change is counted")
  func stations() throws {
    var stream = SyntheticStream()
    for station in [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 1] as [UInt16] {
      stream.stationID = station
      try stream.append(1006)
    }
    let type = try #require(stream.statistics.of(1006))
    #expect(type.stationIDs == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(type.stationChanges == 9)
  }

  @Test(
    "stations are those of the types that name one",
    arguments: [1005, 1006, 1007, 1008, 1033, 1230, 1002, 1012, 1137])
  func naming(type: UInt16) throws {
    var stream = SyntheticStream()
    stream.stationID = 4095
    try stream.append(type)
    #expect(stream.statistics.of(type)?.stationIDs == [4095])
    var short = SyntheticStream()
    try short.append(1019)
    #expect(short.statistics.of(1019)?.stationIDs == [])
  }

  @Test("a type is busiest in the second that held most of it, first, in between or last")
  func busiestSecond() throws {
    for busy in [0, 2, 4] {
      var stream = SyntheticStream()
      for second in 0..<5 {
        for _ in 0..<(second == busy ? 3 : 1) { try stream.append(1077, epoch: 1000 * second) }
      }
      #expect(stream.statistics.busiestSecondBytes == 3 * 26)
      #expect(stream.statistics.of(1077)?.busiestSecondBytes == 3 * 26)
    }
  }

  @Test("a type that is silent for one interval at the end is not missing, for more it is")
  func silenceAtEnd() throws {
    for (last, missing) in [(18, 0), (17, 2), (10, 9)] {
      var stream = SyntheticStream()
      for second in 0..<20 {
        try stream.append(1077, epoch: 1000 * second)
        if second <= last { try stream.append(1097, epoch: 1000 * second) }
      }
      #expect(stream.statistics.of(1097)?.missingEpochs == missing)
      #expect(stream.statistics.of(1097)?.longestPauseMilliseconds == 1000 * (19 - last))
    }
  }
}
