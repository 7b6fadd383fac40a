import RTCMStreams
import RTCMText
import TestSupport
import Testing

@Suite("The verdict on a stream")
struct StreamVerdictTests {
  static func check(_ name: String, of statistics: StreamStatistics) -> StreamVerdict.Check? {
    StreamVerdict(of: statistics).checks.first { $0.name == name }
  }

  @Test("a base as it should be passes every check")
  func good() throws {
    let verdict = StreamVerdict(of: try SyntheticStream.base(seconds: 0..<90).statistics)
    #expect(verdict.result == .pass)
    #expect(verdict.failure == nil)
    #expect(verdict.checks.allSatisfy { $0.remedy == nil })
    #expect(verdict.text.contains("pass  station position   1006 every 10 s\n"))
  }

  @Test(
    "a stream without a position fails; a short one is only doubtful",
    arguments: [(90, StreamVerdict.Result.fail), (30, .warn)])
  func withoutPosition(seconds: Int, result: StreamVerdict.Result) throws {
    var stream = SyntheticStream()
    for second in 0..<seconds { try stream.append(1077, epoch: 1000 * second) }
    let check = try #require(Self.check("station_position", of: stream.statistics))
    #expect(check.result == result)
    #expect(check.remedy?.contains("1005 or 1006") == true)
  }

  @Test("a position that comes once in minutes is doubtful")
  func rarePosition() throws {
    var stream = try SyntheticStream.base(seconds: 0..<1)
    for second in 1..<200 { try stream.append(1077, epoch: 100_000_000 + 1000 * second) }
    let check = try #require(Self.check("station_position", of: stream.statistics))
    #expect(check.result == .warn)
    #expect(check.finding == "1006 once, but the stream goes without for 199 s")
  }

  @Test("a station ID that changes on the way fails, and so does one that differs by type")
  func stationID() throws {
    var changing = try SyntheticStream.base(seconds: 0..<20)
    changing.stationID = 8
    try changing.append(1077, epoch: 100_020_000)
    let first = try #require(Self.check("station_id", of: changing.statistics))
    #expect(first.result == .fail)
    #expect(first.finding == "several stations: 7 in 1006 and 1077; 8 in 1077")
    #expect(changing.statistics.of(1077)?.stationChanges == 1)

    var differing = try SyntheticStream.base(seconds: 0..<20)
    differing.stationID = 0
    try differing.append(1033)
    let second = try #require(Self.check("station_id", of: differing.statistics))
    #expect(second.result == .fail)
    #expect(second.finding == "several stations: 0 in 1033; 7 in 1006 and 1077")
  }

  @Test(
    "two seconds between epochs are enough, half a minute is doubtful, more fails",
    arguments: [
      (2000, StreamVerdict.Result.pass), (2001, .warn), (30_000, .warn), (30_001, .fail),
    ])
  func rate(interval: Int, result: StreamVerdict.Result) throws {
    var stream = SyntheticStream()
    for epoch in 0..<10 { try stream.append(1077, epoch: interval * epoch) }
    #expect(Self.check("observation_rate", of: stream.statistics)?.result == result)
  }

  @Test(
    "one epoch of ten may be missing, one of nine not, and none may be missing for over a minute",
    arguments: [
      ([0, 1, 2, 3, 4, 5, 7, 8, 9], StreamVerdict.Result.warn), ([0, 1, 2, 3, 4, 6, 7, 8], .fail),
      (Array(0..<600) + [659], .warn), (Array(0..<600) + [660], .fail),
    ])
  func shareOfGaps(seconds: [Int], result: StreamVerdict.Result) throws {
    var stream = SyntheticStream()
    for second in seconds { try stream.append(1077, epoch: 1000 * second) }
    #expect(Self.check("observation_gaps", of: stream.statistics)?.result == result)
  }

  @Test("few missing epochs are doubtful, many fail, and a long pause fails")
  func gaps() throws {
    func result(missing: Range<Int>, of count: Int) throws -> StreamVerdict.Result? {
      var stream = SyntheticStream()
      for second in 0..<count where !missing.contains(second) {
        try stream.append(1077, epoch: 1000 * second)
      }
      return Self.check("observation_gaps", of: stream.statistics)?.result
    }
    #expect(try result(missing: 0..<0, of: 100) == .pass)
    #expect(try result(missing: 50..<53, of: 100) == .warn)
    #expect(try result(missing: 50..<65, of: 100) == .fail)
    #expect(try result(missing: 50..<110, of: 2000) == .fail)
  }

  @Test("an epoch every 30 s is doubtful, every minute too rare")
  func rate() throws {
    for (interval, result) in [(200, StreamVerdict.Result.pass), (30_000, .warn), (60_000, .fail)] {
      var stream = SyntheticStream()
      for epoch in 0..<5 { try stream.append(1077, epoch: interval * epoch) }
      #expect(Self.check("observation_rate", of: stream.statistics)?.result == result)
    }
    let empty = SyntheticStream().statistics
    #expect(Self.check("observation_rate", of: empty)?.result == .fail)
  }

  @Test("GLONASS asks for 1230 or 1033", arguments: [nil, 1230, 1033] as [UInt16?])
  func glonass(type: UInt16?) throws {
    var stream = try SyntheticStream.base(seconds: 0..<2)
    #expect(Self.check("glonass_biases", of: stream.statistics) == nil)
    try stream.append(1087, day: 1, time: 0)
    if let type { try stream.append(type) }
    let check = try #require(Self.check("glonass_biases", of: stream.statistics))
    #expect(check.result == (type == nil ? .warn : .pass))
  }

  @Test("forms of observations: MSM1 to MSM3 are not enough, two of the same are a waste")
  func kinds() throws {
    func result(_ types: [UInt16]) throws -> StreamVerdict.Result? {
      var stream = SyntheticStream()
      for type in types { try stream.append(type, epoch: 1000) }
      return Self.check("observation_kinds", of: stream.statistics)?.result
    }
    #expect(try result([1073, 1093]) == .fail)
    #expect(try result([1077, 1093]) == .warn)
    #expect(try result([1074, 1077]) == .warn)
    #expect(try result([1004, 1074]) == .warn)
    #expect(try result([1074, 1097, 1124]) == .pass)
    #expect(try result([1004]) == .pass)
  }

  @Test("stray bytes are told, a frame cut off at the end is none of them")
  func strayBytes() throws {
    let bytes = try SyntheticStream.base(seconds: 0..<20).bytes
    let cut = SyntheticStream.statistics(Array(bytes.dropLast(3)))
    #expect(Self.check("stray_bytes", of: cut)?.result == .pass)
    let mixed = SyntheticStream.statistics(Array("$GPGGA,".utf8) + bytes)
    #expect(Self.check("stray_bytes", of: mixed)?.result == .warn)
  }

  @Test("frames with reserved header bits are named as such, other bytes are not")
  func reservedHeaders() throws {
    var frame = try SyntheticStream.base(seconds: 0..<1).bytes
    frame[1] |= 0x80
    let reserved = try #require(Self.check("stray_bytes", of: SyntheticStream.statistics(frame)))
    #expect(reserved.result == .warn)
    #expect(reserved.finding.contains("preambles with reserved header bits set"))
    #expect(reserved.remedy?.contains("six bits behind 0xD3") == true)
    // One of 260 random bytes looks like a preamble with reserved bits.
    let noise = (0..<5200).map { UInt8(truncatingIfNeeded: $0 * 167 + $0 >> 3) }
    let others = try #require(Self.check("stray_bytes", of: SyntheticStream.statistics(noise)))
    #expect(others.remedy?.contains("NMEA") == true, "\(others)")
  }

  @Test("wrong CRCs are doubtful up to one in twenty")
  func wrongCRC() throws {
    func result(damaging count: Int) throws -> StreamVerdict.Result? {
      var stream = try SyntheticStream.base(seconds: 0..<90).bytes
      for index in 0..<count { stream[26 + 26 * index + 20] ^= 1 }
      return Self.check("crc", of: SyntheticStream.statistics(stream))?.result
    }
    #expect(try result(damaging: 0) == .pass)
    #expect(try result(damaging: 2) == .warn)
    #expect(try result(damaging: 20) == .fail)
  }

  @Test(
    "captures get the verdict that their counts and station IDs call for",
    .compares(with: .captures),
    arguments: [
      ("swift__week-rollover-STR17.rtcm3", [:]),
      ("swift__trimble.rtcm", ["stray_bytes": StreamVerdict.Result.warn]),
      ("rtklib__GMSD7_20121014.rtcm3", ["station_position": .fail]),
      (
        "derived__trimble_garbage.rtcm3",
        ["observation_gaps": .warn, "crc": .fail, "stray_bytes": .warn]
      ),
      (
        "derived__GMSD7_bitflips.rtcm3",
        [
          "observation_gaps": .warn, "station_position": .fail, "crc": .fail, "stray_bytes": .warn,
        ]
      ),
      ("pygnssutils__pygpsdata-rtcm3.log", ["stray_bytes": .warn]),
      (
        "pyrtcm__pygpsdata-RTCM3.log",
        [
          "observation_rate": .warn, "station_id": .fail, "clock_rate": .warn, "stray_bytes": .warn,
        ]
      ),
      (
        "pyrtcm__pygpsdata-RTCMMSM3.log",
        [
          "observation_rate": .warn, "station_position": .warn, "observation_kinds": .fail,
          "glonass_biases": .warn,
        ]
      ),
      ("ntripstreams__AgPartner_2.rtcm3", ["observation_kinds": .warn]),
    ] as [(String, [String: StreamVerdict.Result])])
  func captures(name: String, expected: [String: StreamVerdict.Result]) throws {
    let verdict = StreamVerdict(of: SyntheticStream.statistics(try SharedCaptures.bytes(of: name)))
    let others = verdict.checks.filter { $0.result != .pass }.map { ($0.name, $0.result) }
    #expect(Dictionary(uniqueKeysWithValues: others) == expected)
    #expect(verdict.checks.allSatisfy { ($0.remedy == nil) == ($0.result == .pass) })
  }
}
