import RTCMStreams
import RTCMText
import TestSupport
import Testing
import TextOutput

@Suite("A stream on a line")
struct LinkBudgetTests {
  /// Returns a hundred seconds of 620 bytes, and 94 more every ten seconds: a mean of 629.4.
  static func stream() throws -> SyntheticStream {
    var stream = SyntheticStream()
    for second in 0..<100 {
      try stream.append(1077, epoch: 1000 * second, payload: 394)
      try stream.append(1087, day: 3, time: 1000 * second, payload: 194)
      try stream.append(1230, payload: 14)
      if second % 10 == 0 {
        try stream.append(1006, payload: 21)
        try stream.append(1019, payload: 61)
      }
    }
    return stream
  }

  @Test(
    "what fits, what is late, what does not fit, and what to leave out",
    arguments: [
      (714, .pass, [], 629.4, 714, true), (713, .warn, [1019], 622.7, 647, true),
      (640, .warn, [1019, 1087], 422.7, 447, true), (600, .fail, [1019, 1087], 422.7, 447, true),
      (440, .fail, [1019, 1087, 1230], 402.7, 427, true),
      (426, .fail, [1019, 1087, 1230], 402.7, 427, false),
    ] as [(Double, StreamVerdict.Result, [UInt16], Double, Int, Bool)])
  func budget(
    capacity: Double, result: StreamVerdict.Result, types: [UInt16], mean: Double, busiest: Int,
    isEnough: Bool
  ) throws {
    let budget = LinkBudget(of: try Self.stream().statistics, capacity: capacity)
    #expect(budget.result == result)
    #expect(budget.mean == 629.4)
    #expect(budget.busiestSecondBytes == 714)
    #expect(budget.savings.map(\.type) == types)
    #expect(abs((budget.meanLeft ?? 0) - mean) < 1e-9)
    #expect(budget.busiestSecondLeft == busiest)
    #expect(budget.isEnough == isEnough)
  }

  @Test("each saving says how much; the link is a check of the verdict and a member of the JSON")
  func told() throws {
    let statistics = try Self.stream().statistics
    let budget = LinkBudget(of: statistics, capacity: 600)
    let verdict = StreamVerdict(of: statistics, link: budget)
    let check = try #require(verdict.checks.last)
    #expect(check.name == "link")
    #expect(check.finding.hasPrefix("does not fit: 629.4 bytes a second, 714 in the busiest"))
    #expect(check.remedy?.contains("1019 (saves 6.7 a second: ") == true)
    #expect(check.remedy?.contains("1087 (saves 200 a second: ") == true)
    #expect(verdict.failure?.hasPrefix("link: does not fit") == true)
    var json = JSONWriter()
    json.object { budget.write(to: &$0) }
    let document = try JSONDocument(json.text)
    #expect(document.text("link.result") == "fail")
    #expect(document.number("link.mean_bytes_per_second_left") == 422.7)
  }

  @Test("numbers are told to a tenth")
  func tenths() throws {
    let bytes = [0x20, 0x20, 0x20] + (try Self.stream().bytes)
    let statistics = SyntheticStream.statistics(bytes)
    let load = "629.4 bytes a second, 715 in the busiest, on a line for"
    for (capacity, finding) in [
      (720.04, "fits: \(load) 720"),
      (640.04, "late: \(load) 640; the busiest second takes 1.1 s to send"),
      (612.34, "does not fit: \(load) 612.3"),
    ] {
      let verdict = StreamVerdict(
        of: statistics, link: LinkBudget(of: statistics, capacity: capacity))
      #expect(verdict.checks.last?.finding == finding)
    }
  }

  @Test("unused types and a second form go before ephemerides, GPS and the position stay")
  func order() throws {
    var stream = SyntheticStream()
    for second in 0..<10 {
      for type in [1074, 1077, 1097, 1107, 1127] as [UInt16] {
        try stream.append(type, epoch: 1000 * second, payload: type == 1077 ? 300 : 100)
      }
      for type in [1005, 1008, 1020, 1033, 4072] as [UInt16] { try stream.append(type) }
    }
    let budget = LinkBudget(of: stream.statistics, capacity: 1)
    #expect(budget.savings.map(\.type) == [4072, 1077, 1020, 1008, 1107, 1127, 1097])
    #expect(!budget.isEnough)
  }

  @Test("the biases of GLONASS go behind its observations, however long they are")
  func biases() throws {
    var stream = SyntheticStream()
    for second in 0..<10 {
      try stream.append(1077, epoch: 1000 * second)
      try stream.append(1087, day: 3, time: 1000 * second, payload: 20)
      try stream.append(1230, payload: 60)
    }
    let budget = LinkBudget(of: stream.statistics, capacity: 1)
    #expect(budget.savings.map(\.type) == [1087, 1230])
  }

  @Test("of two forms with as many bytes the first is kept, enough for RTK or not")
  func equalForms() throws {
    for types in [[1074, 1075], [1071, 1072]] as [[UInt16]] {
      var stream = SyntheticStream()
      for second in 0..<10 {
        for type in types { try stream.append(type, epoch: 1000 * second) }
      }
      let budget = LinkBudget(of: stream.statistics, capacity: 1)
      #expect(budget.savings.map(\.type) == [types[1]])
      #expect(budget.savings.first?.reason == "GPS is in \(types[0]) as well")
    }
  }

  @Test("bytes outside frames are on the line and go first")
  func otherBytes() throws {
    let bytes = try Self.stream().bytes + [UInt8](repeating: 0x20, count: 100_000)
    let budget = LinkBudget(of: SyntheticStream.statistics(bytes), capacity: 1000)
    #expect(budget.mean == 1629.4)
    #expect(budget.result == .fail)
    #expect(budget.savings.map(\.type) == [nil])
    #expect(budget.savings[0].bytesPerSecond == 1000)
    #expect(budget.savings[0].busiestSecondBytes == 1000)
    #expect(abs((budget.meanLeft ?? 0) - 629.4) < 1e-9)
    #expect(budget.isEnough)
  }

  @Test("a stream of one epoch cannot be judged")
  func oneEpoch() throws {
    let budget = LinkBudget(
      of: try SyntheticStream.base(seconds: 0..<1).statistics, capacity: 10)
    #expect(budget.mean == nil)
    #expect(budget.result == .warn)
    #expect(budget.savings.isEmpty)
  }

  @Test(
    "a capture's savings are its types' bytes over its length", .compares(with: .captures))
  func capture() throws {
    let bytes = try SharedCaptures.bytes(of: "swift__trimble.rtcm")
    let budget = LinkBudget(of: SyntheticStream.statistics(bytes), capacity: 400)
    #expect(budget.result == .fail)
    // The capture has 70 497 frame bytes and 122 others in 153 s; 1013 has 720, 1008 180, 1084 15 300, 1230
    // 270.
    #expect(abs((budget.mean ?? 0) - 70619.0 / 153) < 1e-9)
    #expect(budget.savings.first?.type == 1013)
    #expect(budget.savings.first?.bytesPerSecond == 720.0 / 153)
    #expect(budget.savings.dropFirst().first?.type == 1008)
    #expect(budget.savings.dropFirst(2).first?.type == 1084)
  }
}
