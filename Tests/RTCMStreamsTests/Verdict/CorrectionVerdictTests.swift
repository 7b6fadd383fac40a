import RTCMParser
import RTCMStreams
import TestSupport
import Testing

@Suite("The verdict on corrections in state space")
struct CorrectionVerdictTests {
  /// A stream of messages without satellites, each for 5 s and of the provider's only solution.
  private struct Corrections {
    private(set) var bytes: [UInt8] = []

    mutating func append(
      _ type: SSRType?, at second: Int, updateInterval: UInt8 = 2, provider: UInt16 = 258
    ) throws {
      let header = SSRHeader(
        epochSeconds: UInt32(second), updateInterval: updateInterval, providerID: provider,
        solutionID: 1)
      bytes += try SSRMessage(type: try #require(type), header: header).frame()
    }

    var statistics: StreamStatistics { SyntheticStream.statistics(bytes) }
    var verdict: StreamVerdict { StreamVerdict(of: statistics) }

    /// Returns half a minute of corrections: clocks every 5 s, orbits and biases every 10 s.
    static func whole(
      _ constellations: Constellation..., format: SSRFormat = .rtcm,
      kinds: Set<SSRType.Kind> = [.orbit, .clock, .codeBias, .phaseBias], clocks: Int = 5,
      missing: Set<Int> = []
    ) throws -> Corrections {
      var stream = Corrections()
      for second in 0..<30 where !missing.contains(second) {
        for constellation in constellations {
          for kind in SSRType.Kind.allCases where kinds.contains(kind) {
            guard second % (kind == .clock || kind == .highRateClock ? clocks : 10) == 0 else {
              continue
            }
            try stream.append(SSRType(constellation, kind, format), at: 43_200 + second)
          }
        }
      }
      return stream
    }
  }

  private static func check(_ name: String, of stream: Corrections) -> StreamVerdict.Check? {
    stream.verdict.checks.first { $0.name == name }
  }

  @Test(
    "what a rover needs passes every check, in RTCM's format and in IGS's",
    arguments: [SSRFormat.rtcm, .igs])
  func good(format: SSRFormat) throws {
    let stream = try Corrections.whole(.gps, .galileo, format: format)
    let verdict = stream.verdict
    #expect(verdict.result == .pass)
    #expect(
      verdict.checks.map { $0.name }
        == [
          "corrections", "clock_rate", "correction_gaps", "biases", "solution", "crc",
          "stray_bytes",
        ])
    let findings = verdict.checks.map { $0.finding }
    #expect(findings.contains("orbits and clocks of GPS and Galileo"))
    #expect(findings.contains("clocks every 5 s, as announced"))
    #expect(findings.contains("code biases of all, phase biases of GPS and Galileo"))
    #expect(findings.contains("provider 258, solution 1"))
    let statistics = stream.statistics
    #expect(statistics.epochs == 6)
    #expect(statistics.seconds == 30)
    #expect(
      statistics.of(format == .rtcm ? 1057 : 4076)?.intervalMilliseconds
        == (format == .rtcm ? 10_000 : 5000))
  }

  @Test("a base that sends corrections as well is judged as both")
  func both() throws {
    var base = try SyntheticStream.base(seconds: 0..<90).bytes
    base += try Corrections.whole(.gps).bytes
    let statistics = SyntheticStream.statistics(base)
    let names = StreamVerdict(of: statistics).checks.map { $0.name }
    #expect(names.contains("station_position") && names.contains("corrections"))
    #expect(statistics.seconds == 90)
    #expect(statistics.of(1058)?.intervalMilliseconds == 5000)
  }

  @Test("orbits without clocks are of no use, of one system they are doubtful")
  func incomplete() throws {
    let orbits = try Corrections.whole(.gps, .glonass, kinds: [.orbit])
    let fail = try #require(Self.check("corrections", of: orbits))
    #expect(fail.result == .fail)
    #expect(
      fail.finding == "no system's orbits and clocks: only orbits of GPS and orbits of GLONASS")
    #expect(Self.check("clock_rate", of: orbits) == nil)

    var one = try Corrections.whole(.gps)
    for second in [0, 10] { try one.append(SSRType(.beidou, .codeBias), at: 43_200 + second) }
    let warn = try #require(Self.check("corrections", of: one))
    #expect(warn.result == .warn)
    #expect(warn.finding == "orbits and clocks of GPS, not of BeiDou")
  }

  @Test("orbit and clock in one message are both, and so are clocks of high rate alone")
  func otherKinds() throws {
    for kinds: Set<SSRType.Kind> in [[.orbitAndClock], [.orbit, .highRateClock]] {
      let stream = try Corrections.whole(.glonass, kinds: kinds)
      #expect(Self.check("corrections", of: stream)?.result == .pass)
      #expect(Self.check("biases", of: stream)?.finding == "no code biases of GLONASS")
      #expect(
        Self.check("clock_rate", of: stream)?.finding.contains("clocks every")
          == kinds.contains(.highRateClock))
    }
  }

  @Test("clocks that come later than announced are doubtful, after a minute they are stale")
  func lateClocks() throws {
    let late = try #require(Self.check("clock_rate", of: try Corrections.whole(.gps, clocks: 15)))
    #expect(late.result == .warn)
    #expect(late.finding == "1058 every 15 s, announced for 5 s")

    var rare = Corrections()
    for minute in 0..<3 {
      try rare.append(SSRType(.gps, .orbit), at: 61 * minute, updateInterval: 5)
      try rare.append(SSRType(.gps, .clock), at: 61 * minute, updateInterval: 5)
    }
    let stale = try #require(Self.check("clock_rate", of: rare))
    #expect(stale.result == .fail)

    let once = try Corrections.whole(.gps, clocks: 31)
    #expect(
      Self.check("clock_rate", of: once)?.finding.hasPrefix("one epoch of clocks only") == true)
  }

  @Test("an epoch of clocks that is missing is told; two of six are too many")
  func gaps() throws {
    let one = try #require(Self.check("correction_gaps", of: try .whole(.gps, missing: [15])))
    #expect(one.result == .fail)
    #expect(one.finding == "1 of 6 epochs of 1058 are missing, the longest pause is 10 s")
    var long = Corrections()
    for epoch in 0..<20 where epoch != 10 {
      try long.append(SSRType(.gps, .clock), at: 604_700 + 5 * epoch)
    }
    // Across the end of the week.
    let few = try #require(Self.check("correction_gaps", of: long))
    #expect(few.result == .warn)
    #expect(few.finding == "1 of 20 epochs of 1058 are missing, the longest pause is 10 s")
  }

  @Test("corrections of two providers do not belong together")
  func solutions() throws {
    var stream = try Corrections.whole(.gps, kinds: [.orbit, .clock])
    try stream.append(SSRType(.gps, .codeBias), at: 43_230, provider: 3)
    let check = try #require(Self.check("solution", of: stream))
    #expect(check.result == .fail)
    #expect(
      check.finding
        == "several: provider 258, solution 1 in 1057 and 1058; provider 3, solution 1 in 1059")
  }

  @Test(
    "captures have the epochs and the pace that their own headers tell",
    .compares(with: .captures),
    arguments: [
      ("swift__separate_clk_orbit.rtcm", 1000, StreamVerdict.Result.warn),
      ("mrtklib__madocalib_2025091A.204.rtcm3", 5000, .warn),
      ("qzsl6__20220326-231200mdc.rtcm", 2000, .pass),
    ])
  func captures(name: String, clocks: Int, result: StreamVerdict.Result) throws {
    let statistics = SyntheticStream.statistics(try SharedCaptures.bytes(of: name))
    #expect(statistics.epochIntervalMilliseconds == clocks)
    #expect(statistics.timeJumps == 0)
    #expect(StreamVerdict(of: statistics).result == result)
  }
}
