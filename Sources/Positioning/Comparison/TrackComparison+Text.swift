internal import TextOutput

extension TrackComparison {
  /// The comparison as lines and a table for readers.
  public var text: String {
    ([counts, fixes] + correlations + ["", "errors in metres"] + table).joined(separator: "\n")
  }

  private var counts: String {
    let missed = missedCount.map { ", \($0) points of the truth are at no epoch" } ?? ""
    let between = interpolatedCount == 0 ? "" : " (\(interpolatedCount) between two true positions)"
    return
      "\(epochCount) epochs, \(samples.count) compared\(between), \(unknownCount) have no true "
      + "position\(missed)"
  }

  private var fixes: String {
    guard let fixRate, let secondsToFix else { return "no epoch is fixed" }
    return "\(PlainText.number(fixRate, decimals: 2)) % fixed, the first after "
      + "\(PlainText.number(secondsToFix, decimals: 3)) s; \(wrongCount) wrong, over "
      + "\(PlainText.number(rules.wrongFix, decimals: 3)) m level"
  }

  private var correlations: [String] {
    guard let mainQuality else { return [] }
    let found = correlation(of: mainQuality)
    let isOne = found.level == found.up
    let times = isOne ? "\(found.level)" : "level \(found.level); up \(found.up)"
    return ["correlation time of \(mainQuality.name) errors: \(times)"]
  }

  private static let heads = [
    "quality", "epochs", "level rms", "95 %", "worst", "up rms", "95 %", "worst", "mean east",
    "north", "up",
  ]

  private var table: [String] {
    var rows = [Self.heads]
    for quality in qualities { rows.append(Self.row(quality.name, statistics(of: quality))) }
    if qualities.count > 1 { rows.append(Self.row("all", statistics)) }
    return PlainText.table(rows, leading: 1)
  }

  private static func row(_ name: String, _ statistics: ErrorStatistics?) -> [String] {
    guard let s = statistics else { return heads.map { _ in "" } }
    let numbers = [
      s.levelRMS, s.level95, s.levelWorst, s.upRMS, s.up95, s.upWorst, s.eastMean, s.northMean,
      s.upMean,
    ]
    return [name, "\(s.count)"] + numbers.map(metres)
  }

  private static func metres(_ value: Double) -> String {
    var text: [UInt8] = []
    guard text.append(decimal: value, decimals: 4) else { return "?" }
    return String(decoding: text, as: UTF8.self)
  }
}

extension ErrorCorrelation: CustomStringConvertible {
  /// The correlation time in words, such as `12.5 s`, or the reason why it cannot be told.
  public var description: String {
    switch self {
    case .time(let seconds): "\(PlainText.number(seconds, decimals: 2)) s"
    case .tooFew: "cannot be told of so few epochs"
    case .constant: "cannot be told of an error that does not change"
    case .beyond(let seconds):
      "cannot be told, beyond \(PlainText.number(seconds, decimals: 1)) s, a quarter of the time"
    }
  }
}
