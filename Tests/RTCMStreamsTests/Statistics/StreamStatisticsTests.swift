import RTCMStreams
import TestSupport
import Testing

@Suite("Statistics of a stream")
struct StreamStatisticsTests {
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
    histogram.count(5600)
    histogram.count(7399)
    #expect(histogram.mostCommon == 1000)
    #expect(histogram.missing == 10)
    #expect(histogram.longest == 7399)
    for _ in 0..<10 { histogram.count(5600) }
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

  @Test("frames that are too short for a type are counted as well")
  func untyped() throws {
    let bytes = try RTCMFrame.encoding(payload: [0x3E].span) + StandardExample.frame
    let frames = SyntheticStream.statistics(bytes).frames
    #expect(frames.untyped == 1 && frames[1005] == 1 && frames.total == 2)
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
