public import TextOutput

extension TrackComparison {
  /// The comparison as a tree of values, which is its JSON and which expectations name.
  public var report: DescribedValue {
    .object(
      counts + fixes + Self.members(of: statistics(of: .fixed), isBrief: true) + [
        Described("correlation", correlation),
        Described("all", Self.members(of: statistics)),
        Described(
          "qualities",
          .table(
            qualities.map { Described($0.name, Self.members(of: statistics(of: $0))) },
            of: .object(Self.members(of: nil)))),
      ])
  }

  private var counts: [Described] {
    [
      Described("epochs", .count(epochCount), "Epochs of the solution"),
      Described("compared", .count(samples.count), "Epochs with a true position"),
      Described("interpolated", .count(interpolatedCount), "Epochs between two true positions"),
      Described("only_in_solution", .count(unknownCount), "Epochs without a true position"),
      Described(
        "only_in_truth", .count(missedCount), "True positions at which the solution has none",
        isNullable: true),
    ]
  }

  private var fixes: [Described] {
    [
      Described("fixed", .count(fixedCount), "Fixed epochs of the solution"),
      Described(
        "fix_rate", .number(fixRate, decimals: 2), "Share of fixed epochs", unit: "percent",
        isNullable: true),
      Described(
        "first_fix", .number(secondsToFix, decimals: 3), "Time to the first fixed epoch",
        unit: "seconds", isNullable: true),
      Described("wrong", .count(wrongCount), "Fixed epochs over the limit of the level error"),
      Described(
        "wrong_limit", .number(rules.wrongFix, decimals: 3), "Limit of wrong fixes",
        unit: "metres"),
    ]
  }

  private var correlation: DescribedValue {
    let found = mainQuality.map { correlation(of: $0) }
    return .object([
      Described("quality", .text(mainQuality?.name), "Quality of the epochs", isNullable: true),
      Described(
        "level", .number(found?.level.seconds, decimals: 2), "Correlation time of level errors",
        unit: "seconds", isNullable: true),
      Described(
        "up", .number(found?.up.seconds, decimals: 2), "Correlation time of height errors",
        unit: "seconds", isNullable: true),
    ])
  }

  /// Returns the members of some sums; all are null without any.
  private static func members(
    of statistics: ErrorStatistics?, isBrief: Bool = false
  ) -> [Described] {
    func metres(_ name: String, _ value: Double?, _ meaning: String) -> Described {
      Described(
        name, .number(value, decimals: 4), meaning, unit: "metres", isNullable: true)
    }
    let brief = [
      metres("rms_level", statistics?.levelRMS, "Root mean square of level errors"),
      metres("rms_up", statistics?.upRMS, "Root mean square of height errors"),
      metres("p95_level", statistics?.level95, "Level error that 95 % keep"),
      metres("p95_up", statistics?.up95, "Height error that 95 % keep"),
    ]
    guard !isBrief else { return brief }
    return [Described("count", .count(statistics?.count ?? 0), "Epochs")] + brief + [
      metres("worst_level", statistics?.levelWorst, "Greatest level error"),
      metres("worst_up", statistics?.upWorst, "Greatest height error"),
      metres("mean_east", statistics?.eastMean, "Mean error to the east"),
      metres("mean_north", statistics?.northMean, "Mean error to the north"),
      metres("mean_up", statistics?.upMean, "Mean error upwards"),
    ]
  }
}
