import RTCMStreams
import TestSupport
import Testing

@Suite("Where the limits of a verdict on a stream are")
struct VerdictLimitTests {
  private func check(_ name: String, of stream: SyntheticStream) -> StreamVerdict.Check? {
    StreamVerdictTests.check(name, of: stream.statistics)
  }

  @Test(
    "a stream without a position is short up to a minute", arguments: [(59, true), (60, false)])
  func shortStream(seconds: Int, isShort: Bool) throws {
    var stream = SyntheticStream()
    for second in 0..<seconds { try stream.append(1077, epoch: 1000 * second) }
    #expect(check("station_position", of: stream)?.result == (isShort ? .warn : .fail))
  }

  @Test("a position may pause for a minute", arguments: [(60, true), (61, false)])
  func positionPause(seconds: Int, isFine: Bool) throws {
    var stream = SyntheticStream()
    for second in 0...seconds {
      try stream.append(1077, epoch: 1000 * second)
      if second % seconds == 0 { try stream.append(1005) }
    }
    let found = try #require(check("station_position", of: stream))
    #expect(found.result == (isFine ? .pass : .warn))
    #expect(found.finding.hasPrefix("1005 every \(seconds) s"))
  }

  @Test("a type that pauses is told where no epoch is missing as a whole", arguments: [60, 61])
  func oneTypePauses(pause: Int) throws {
    var stream = SyntheticStream()
    for second in 0..<200 {
      try stream.append(1077, epoch: 1000 * second)
      if !(50..<49 + pause).contains(second) { try stream.append(1097, epoch: 1000 * second) }
    }
    let found = try #require(check("observation_gaps", of: stream))
    #expect(found.result == (pause > 60 ? .fail : .warn))
    #expect(
      found.finding == "no epoch is missing as a whole, but \(pause - 1) of 1097, "
        + "longest pause \(pause) s")
  }

  @Test("of types that pause the one that misses most is told, of equals the first")
  func worstOfTypes() throws {
    for (seconds, worst) in [([0, 3, 3], 1087), ([0, 3, 4], 1097), ([4, 3, 3], 1077)] {
      var stream = SyntheticStream()
      for second in 0..<30 {
        let isMissing = seconds.map { (10..<10 + $0).contains(second) }
        if !isMissing[0] { try stream.append(1077, epoch: 1000 * second) }
        if !isMissing[1] { try stream.append(1087, day: 0, time: 10_782_000 + 1000 * second) }
        if !isMissing[2] { try stream.append(1097, epoch: 1000 * second) }
        try stream.append(1127, epoch: 1000 * second - 14_000 + 604_800_000)
      }
      let found = try #require(check("observation_gaps", of: stream))
      #expect(found.finding.contains("of \(worst), "), "\(found.finding)")
    }
  }

  @Test("missing epochs are told with their number and the longest pause")
  func gapFinding() throws {
    var stream = SyntheticStream()
    for second in 0..<100 where !(50..<53).contains(second) {
      try stream.append(1077, epoch: 1000 * second)
    }
    #expect(
      check("observation_gaps", of: stream)?.finding
        == "3 of 100 epochs are missing, the longest pause is 4 s")
  }

  @Test("forms are named, those that are too poor first")
  func forms() throws {
    func finding(_ types: [UInt16]) throws -> String? {
      var stream = SyntheticStream()
      for type in types { try stream.append(type, epoch: 1000) }
      return check("observation_kinds", of: stream)?.finding
    }
    #expect(
      try finding([1073, 1083, 1093])
        == "GPS MSM3, GLONASS MSM3 and Galileo MSM3: not enough for RTK")
    #expect(
      try finding([1074, 1077, 1117, 1127, 1107, 1137])
        == "the same observations more than once: GPS MSM4 and MSM7")
    #expect(
      try finding([1074, 1104, 1114, 1124, 1134])
        == "GPS MSM4, SBAS MSM4, QZSS MSM4, BeiDou MSM4, NavIC MSM4")
  }

  @Test("of several stations four are named, and how many more there are", arguments: [4, 5, 6])
  func stations(count: UInt16) throws {
    var stream = try SyntheticStream.base(seconds: 0..<2)
    for station in 1..<count {
      stream.stationID = station
      try stream.append(1033)
    }
    let finding = try #require(check("station_id", of: stream)?.finding)
    #expect(finding.hasPrefix("several stations: 1 in 1033; 2 in 1033; 3 in 1033; "))
    #expect(finding.hasSuffix(count == 4 ? "7 in 1006 and 1077" : "4 in 1033; \(count - 4) more"))
  }

  @Test(
    "one wrong CRC in twenty frames is doubtful, more fail", arguments: [(19, false), (18, true)])
  func wrongCRC(good: Int, isBad: Bool) throws {
    var stream = SyntheticStream()
    for second in 0...good { try stream.append(1077, epoch: 1000 * second) }
    var bytes = stream.bytes
    bytes[20] ^= 1
    let statistics = SyntheticStream.statistics(bytes)
    let found = try #require(StreamVerdictTests.check("crc", of: statistics))
    #expect(found.result == (isBad ? .fail : .warn))
    #expect(found.finding == "1 frames have a wrong CRC, " + (isBad ? "5.26 %" : "5 %"))
  }

  @Test(
    "stray bytes are fine while they are fewer than a frame and one in a thousand",
    arguments: [(9, 1, true), (10, 1, false), (1028, 200, true), (1029, 200, false)])
  func strayBytes(count: Int, thousands: Int, isFine: Bool) throws {
    var stream = SyntheticStream()
    var second = 0
    while stream.bytes.count + count < 10_000 * thousands - 1029 {
      try stream.append(1077, epoch: 1000 * second, payload: 1023)
      second += 1
    }
    let rest = 10_000 * thousands - stream.bytes.count - count
    if rest >= 14 + 6 { try stream.append(1077, epoch: 1000 * second, payload: rest - 6) }
    let bytes = [UInt8](repeating: 0x20, count: count) + stream.bytes
    #expect(bytes.count == 10_000 * thousands)
    let found = StreamVerdictTests.check("stray_bytes", of: SyntheticStream.statistics(bytes))
    #expect(found?.result == (isFine ? .pass : .warn))
  }
}
