internal import TextOutput
/// The verdict on a stream for a rover: checks that pass, warn or fail, with remedies.
///
/// A stream with state-space corrections and no observations is judged for precise positioning without a
/// base. Any other stream is judged as a base station's.
public struct StreamVerdict: Sendable {
  /// The result of a check.
  public enum Result: Int, Comparable, Sendable {
    case pass, warn, fail

    /// Compares two results; the better result is the lesser.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    /// The name of the result: `pass`, `warn` or `fail`.
    public var name: String {
      switch self {
      case .pass: "pass"
      case .warn: "warn"
      case .fail: "fail"
      }
    }
  }

  /// A check of a stream.
  public struct Check: Sendable {
    /// The check's name in snake case: `station_position`.
    public var name: String
    /// The check's result.
    public var result: Result
    /// A sentence that says what the check found.
    public var finding: String
    /// The remedy; `nil` when the check needs none.
    public var remedy: String?

    init(_ name: String, _ result: Result, _ finding: String, remedy: String? = nil) {
      self.name = name
      self.result = result
      self.finding = finding
      self.remedy = remedy
    }
  }

  /// The checks, in reading order.
  public let checks: [Check]

  /// The worst result of the checks.
  public var result: Result { checks.map { $0.result }.max() ?? .pass }

  /// Judges a stream that has ended.
  ///
  /// - Parameters:
  ///   - statistics: The statistics of the stream.
  ///   - link: The budget of the line that is to carry the stream, added as a check; `nil` for none.
  public init(of statistics: StreamStatistics, link: LinkBudget? = nil) {
    let corrections = CorrectionChecks(of: statistics)?.all ?? []
    let isOfBase = corrections.isEmpty || statistics.types.contains { $0.hasObservations }
    checks =
      (isOfBase ? StationChecks(of: statistics).all : []) + corrections
      + [Self.date(statistics), Self.times(statistics)].compactMap { $0 }
      + [Self.frameCheck(statistics), Self.strayBytes(statistics)]
      + (link.map { [$0.check] } ?? [])
  }

  /// Returns a warning when messages contradict each other about the date; `nil` when they agree.
  private static func date(_ statistics: StreamStatistics) -> Check? {
    let outliers = statistics.dateOutliers
    guard !outliers.isEmpty else { return nil }
    let date =
      statistics.beginning.map { "the stream begins at \($0.utcText), but " } ?? "no one date: "
    return Check(
      "date", .warn, date + outliers.phrase,
      remedy: "set the base's clock (1013, 1029) and leave out old ephemerides: "
        + "a receiver that uses one of these dates observations wrongly")
  }

  /// Returns a warning when messages contain impossible times; `nil` when all times are possible.
  private static func times(_ statistics: StreamStatistics) -> Check? {
    let found = statistics.impossibleTimes
    guard !found.isEmpty else { return nil }
    return Check(
      "times", .warn, "times that cannot be: " + PlainText.list(found.map { $0.description }),
      remedy: "let the base keep to the range of the field; a rover leaves such messages out")
  }

  private static func frameCheck(_ statistics: StreamStatistics) -> Check {
    let (bad, good) = (statistics.counts.badCRC, statistics.counts.frames)
    guard bad > 0 else { return Check("crc", .pass, "no frame has a wrong CRC") }
    let share = 100 * Double(bad) / Double(bad + good)
    return Check(
      "crc", share > 5 ? .fail : .warn,
      "\(bad) frames have a wrong CRC, \(PlainText.percent(share))",
      remedy: "look for lost bytes between base and rover: serial overruns, a line that is too slow"
    )
  }

  private static func strayBytes(_ statistics: StreamStatistics) -> Check {
    let counts = statistics.counts
    guard counts.otherBytes > 0 else {
      return Check("stray_bytes", .pass, "every byte belongs to a frame")
    }
    if counts.truncatedAtEnd > 0 && counts.otherBytes < LinkBudget.longestFrame {
      return Check("stray_bytes", .pass, "only the last frame is cut off")
    }
    let share = 100 * Double(counts.otherBytes) / Double(max(counts.bytes, 1))
    if counts.otherBytes < LinkBudget.longestFrame && share < 0.1 {
      return Check(
        "stray_bytes", .pass,
        "\(counts.otherBytes) bytes are not part of a frame, as when a capture begins inside one")
    }
    if counts.hasReservedHeaders {
      return Check(
        "stray_bytes", .warn,
        "\(counts.otherBytes) bytes are not part of a frame, and \(counts.reservedBits) of them are preambles "
          + "with reserved header bits set",
        remedy: "let the sender clear the six bits behind 0xD3, which RTCM 10403 keeps at zero")
    }
    return Check(
      "stray_bytes", .warn,
      "\(counts.otherBytes) bytes are not part of a frame, \(PlainText.percent(share))",
      remedy: "switch NMEA, UBX and other protocols off on the base's port, or filter for RTCM")
  }
}
