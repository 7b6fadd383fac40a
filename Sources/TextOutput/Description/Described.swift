/// A member of a status or a report: its value, meaning, unit, limits and metric, described in one place.
///
/// ```swift
/// Described("satellites", count: 21, "Satellites used", metric: .gauge("gnss_satellites"))
/// ```
public struct Described: Hashable, Sendable {
  /// The member's name, in snake case.
  public var name: String
  /// The member's value.
  public var value: DescribedValue
  /// The meaning: a sentence without its full stop; empty if the name says it.
  public var meaning: String
  /// The unit in words, such as `metres`; empty for none.
  public var unit: String
  /// Whether the value may be missing.
  public var isNullable: Bool
  /// The range of the value; `Int.min` or `Int.max` stands for an end without a limit.
  public var limits: ClosedRange<Int>?
  /// The value's metric; for an object or a table, the metric of each of its members.
  public var metric: Metric?
  /// The metric label that tells the members inside apart; its values are their names.
  public var memberLabel: String?

  /// Creates a description of a value.
  public init(
    _ name: String, _ value: DescribedValue, _ meaning: String = "", unit: String = "",
    isNullable: Bool = false, limits: ClosedRange<Int>? = nil, metric: Metric? = nil,
    memberLabel: String? = nil
  ) {
    self.name = name
    self.value = value
    self.meaning = meaning
    self.unit = unit
    self.isNullable = isNullable
    self.limits = limits
    self.metric = metric
    self.memberLabel = memberLabel
  }
}

extension Described {
  /// Creates a description of an object.
  public init(
    _ name: String, _ members: [Described], schema: String? = nil, memberLabel: String? = nil
  ) {
    self.init(name, .object(members, schema: schema), memberLabel: memberLabel)
  }

  /// Creates a description of a text that may be missing.
  public init(_ name: String, text: String?, _ meaning: String = "") {
    self.init(name, .text(text), meaning, isNullable: true)
  }

  /// Creates a description of a text.
  public init(_ name: String, text: String, _ meaning: String = "") {
    self.init(name, .text(text), meaning)
  }

  /// Creates a description of a whole number that may be missing.
  public init(
    _ name: String, count: (some BinaryInteger)?, _ meaning: String = "",
    limits: ClosedRange<Int>? = nil, metric: Metric? = nil
  ) {
    self.init(
      name, .count(count.map { Int(clamping: $0) }), meaning, isNullable: true, limits: limits,
      metric: metric)
  }

  /// Creates a description of a whole number.
  public init(
    _ name: String, count: some BinaryInteger, _ meaning: String = "", metric: Metric? = nil
  ) {
    self.init(name, .count(Int(clamping: count)), meaning, metric: metric)
  }

  /// Creates a description of a number that may be missing.
  public init(
    _ name: String, number: Double?, decimals: Int, _ meaning: String = "", unit: String = "",
    limits: ClosedRange<Int>? = nil, metric: Metric? = nil
  ) {
    self.init(
      name, .number(number, decimals: decimals), meaning, unit: unit, isNullable: true,
      limits: limits, metric: metric)
  }

  /// Creates a description of a number.
  public init(
    _ name: String, number: Double, decimals: Int, _ meaning: String = "", unit: String = "",
    metric: Metric? = nil
  ) {
    self.init(name, .number(number, decimals: decimals), meaning, unit: unit, metric: metric)
  }
}

extension [Described] {
  /// Returns the descriptions with the given names, in their existing order.
  public func only(_ names: String...) -> [Described] { filter { names.contains($0.name) } }
}
