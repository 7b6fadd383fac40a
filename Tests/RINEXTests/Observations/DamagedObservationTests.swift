import Mathematics
import RINEX
import RTCMParser
import TestSupport
import Testing

@Suite("RINEX observation file that was cut or damaged")
struct DamagedObservationTests {
  private static let version3: [UInt8] = {
    var file = ObservationText(
      "3.04",
      [("G    3 C1C L1C S1C", "SYS / # / OBS TYPES"), ("R    2 C1C L1C", "SYS / # / OBS TYPES")])
    for second in 0..<4 {
      file.add(
        epoch: second, clock: second == 1 ? "  .000000123" : "",
        [
          ObservationText.record("G01", "2000000\(second).123", "105000000.250,17", "45.000"),
          ObservationText.record("R07", "21000000.123", "112000000.250, 6"),
        ])
    }
    return file.bytes
  }()

  private static let version2: [UInt8] = {
    var file = ObservationText(
      "2.11", [("     6    C1    L1    D1    S1    P2    L2", "# / TYPES OF OBSERV")])
    for second in 0..<4 {
      file.add(" 26  6  1 12  0  \(second).0000000  0  2G01R07")
      for _ in 0..<2 {
        let fields = ["20000000.123", "105000000.250,17", "-1234.500", "45.000", "20000003.500"]
        file.add(
          fields.map { ObservationText.field($0) }.joined(), ObservationText.field("80000000.000"))
      }
    }
    return file.bytes
  }()

  private static let compact = Array(
    """
    3.0                 COMPACT RINEX FORMAT                    CRINEX VERS   / TYPE
    by hand                                                     CRINEX PROG / DATE
         3.04           OBSERVATION DATA    M                   RINEX VERSION / TYPE
    G    2 C1C L1C                                              SYS / # / OBS TYPES
                                                                END OF HEADER
    > 2026 06 01 12 00  0.0000000  0  1      G01
    3&123456789
    3&20000000123 3&105000000250 &&17
                        1
    -5
    1000 100250   3
                        2

    3&20000002123 5

    """.utf8)

  enum Form: CaseIterable {
    case version2, version3, compact

    var bytes: [UInt8] {
      switch self {
      case .version2: DamagedObservationTests.version2
      case .version3: DamagedObservationTests.version3
      case .compact: DamagedObservationTests.compact
      }
    }
  }

  /// Returns the epochs before a place of a file: all whose last line ends before it.
  private static func epochs(of bytes: [UInt8], upTo end: Int) -> [ObservationEpoch] {
    var reader = RINEXObservationReader()
    var epochs: [ObservationEpoch] = []
    reader.consume(bytes.span.extracting(0..<end)) { event in
      if case .epoch(let epoch, _) = event { epochs.append(epoch) }
    }
    return epochs
  }

  @Test(
    "at any byte has the epochs before it, and of the last what was whole", arguments: Form.allCases
  )
  func cut(form: Form) throws {
    let bytes = form.bytes
    let whole = try RINEXObservations(reading: bytes)
    try #require(whole.errorCount == 0 && whole.epochs.count >= 3)
    var most = 0
    for count in 0..<bytes.count {
      let part = Array(bytes.prefix(count))
      let lines = part.count { $0 == UInt8(ascii: "\n") } + 1
      do throws(RINEXReadingError) {
        let file = try RINEXObservations(reading: part)
        #expect(file.epochs.count >= most && file.errorCount <= 2, "cut at \(count)")
        #expect(file.firstErrors.allSatisfy { (1...lines).contains($0.line) })
        most = max(most, Self.epochs(of: bytes, upTo: count).count)
        for (epoch, original) in zip(file.epochs, whole.epochs) {
          Self.check(epoch, isPartOf: original, "cut at \(count)")
        }
      } catch {
        #expect((1...lines).contains(error.line) && most == 0, "cut at \(count): \(error)")
      }
    }
    #expect(most >= whole.epochs.count - 1)
  }

  /// Checks that an epoch has no value that another epoch lacks or has differently.
  private static func check(
    _ epoch: ObservationEpoch, isPartOf whole: ObservationEpoch, _ place: Comment
  ) {
    #expect(epoch.time == whole.time, place)
    for observation in epoch.observations {
      let original = whole.observations.first {
        $0.satellite == observation.satellite && $0.code == observation.code
      }
      #expect(original != nil, place)
      guard let original else { continue }
      let pairs = [
        (observation.pseudorange, original.pseudorange), (observation.phase, original.phase),
        (observation.doppler, original.doppler),
      ]
      #expect(pairs.allSatisfy { $0.0 == nil || $0.0 == $0.1 }, place)
    }
  }

  @Test("with any byte replaced keeps the epochs before that byte's line", arguments: Form.allCases)
  func replaced(form: Form) throws {
    let bytes = form.bytes
    var random = Xoshiro256(seed: 7, part: "damage")
    let candidates = Array("\n >&0123456789.-G".utf8) + [0, 0xFF]
    for place in bytes.indices {
      var damaged = bytes
      let isRandom = random.strikes(with: 0.5)
      damaged[place] =
        isRandom
        ? UInt8(truncatingIfNeeded: random.next())
        : candidates[Int(random.next() % UInt64(candidates.count))]
      let before = Self.epochs(of: bytes, upTo: place)
      guard !before.isEmpty else {
        _ = try? RINEXObservations(reading: damaged)
        continue
      }
      let file = try RINEXObservations(reading: damaged)
      #expect(Array(file.epochs.prefix(before.count)) == before, "byte \(place)")
      let lines = damaged.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(file.firstErrors.allSatisfy { (1...lines).contains($0.line) }, "byte \(place)")
    }
  }
}
