/// A writer of metrics in the Prometheus text format, version 0.0.4.
///
/// All samples of a metric are written together, in whatever order they are added.
///
/// ```swift
/// var text = MetricsText(prefix: "boardsim_")
/// text.add(Described("satellites", count: 21, "Satellites used", metric: .gauge("gnss_satellites")))
/// print(text.text)
/// // # HELP boardsim_gnss_satellites Satellites used.
/// // # TYPE boardsim_gnss_satellites gauge
/// // boardsim_gnss_satellites 21
/// ```
public struct MetricsText {
  /// A metric with its samples, as lines of text.
  fileprivate struct Family {
    var name: String
    var lines: [UInt8]
  }

  private let prefix: String
  private var families: [Family] = []
  /// The index of the last sample's metric; the next sample mostly belongs there or to the next metric.
  private var last = 0

  /// Creates a text without metrics.
  ///
  /// - Parameter prefix: The prefix of all metric names.
  public init(prefix: String) { self.prefix = prefix }

  /// The text so far, in UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(families.reduce(0) { $0 + $1.lines.count })
    for family in families { bytes += family.lines }
    return bytes
  }

  /// The text so far.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds the metrics of a value and of all its members; a missing number has no sample.
  ///
  /// - Parameters:
  ///   - member: The value.
  ///   - labels: The labels of all its samples.
  public mutating func add(_ member: Described, labels: [Metric.Label] = []) {
    if let metric = member.metric { add(metric, of: member, labels: labels) }
    for inner in member.value.members {
      let own = member.memberLabel.map { [Metric.Label($0, inner.name)] } ?? []
      add(inner, labels: labels + own)
    }
  }

  private mutating func add(_ metric: Metric, of member: Described, labels: [Metric.Label]) {
    let help = metric.help ?? member.meaning
    guard case .table(let members, _) = member.value else {
      return add(metric, help: help, member.value, labels: labels)
    }
    _ = family(of: metric, help: help)
    for inner in members {
      add(
        metric, help: help, inner.value,
        labels: labels + [Metric.Label(member.memberLabel ?? "name", inner.name)])
    }
  }

  /// Adds a sample of a metric; a missing value adds none.
  public mutating func add(
    _ metric: Metric, help: String, _ value: DescribedValue, labels: [Metric.Label] = []
  ) {
    var number: [UInt8] = []
    guard value.append(to: &number, is: metric.word) else { return }
    let family = family(of: metric, help: help)
    families[family].lines += "\(prefix)\(metric.name)".utf8
    families[family].append(labels + (metric.label.map { [$0] } ?? []))
    families[family].lines += " ".utf8
    families[family].lines += number
    families[family].lines += "\n".utf8
  }

  /// Adds a metric's head, which is written even if the metric gets no sample.
  public mutating func add(_ metric: Metric, help: String) { _ = family(of: metric, help: help) }

  /// Returns the index of a metric, and adds the metric's head if it is new.
  private mutating func family(of metric: Metric, help: String) -> Int {
    for index in [last, last + 1] where index < families.count {
      if families[index].name == metric.name { last = index }
    }
    if !(last < families.count && families[last].name == metric.name) {
      last = families.firstIndex { $0.name == metric.name } ?? begin(metric, help: help)
    }
    return last
  }

  private mutating func begin(_ metric: Metric, help: String) -> Int {
    let name = prefix + metric.name
    let head = "# HELP \(name) \(help).\n# TYPE \(name) \(metric.kind.name)\n"
    let predecessor = families.firstIndex { $0.name == metric.predecessor }
    let index = predecessor.map { $0 + 1 } ?? families.count
    families.insert(Family(name: metric.name, lines: Array(head.utf8)), at: index)
    return index
  }
}

extension MetricsText.Family {
  fileprivate mutating func append(_ labels: [Metric.Label]) {
    guard !labels.isEmpty else { return }
    var separator = "{"
    for label in labels {
      lines += "\(separator)\(label.name)=\"\(label.value)\"".utf8
      separator = ","
    }
    lines += "}".utf8
  }
}

extension DescribedValue {
  /// Appends the number of a metric's sample; returns `false` if the value has none.
  fileprivate func append(to text: inout [UInt8], is word: String?) -> Bool {
    if let word { return text.append(decimal: self.text == word ? 1 : 0, decimals: 0) }
    let decimals = if case .number(_, let decimals) = self { decimals } else { 0 }
    guard let number else { return false }
    return text.append(decimal: number, decimals: decimals)
  }
}
