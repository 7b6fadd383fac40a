/// A member of a status or a report, and all there is to say of it, said once.
///
/// ```swift
/// Described("satellites", count: 21, "Satellites used", metric: .gauge("gnss_satellites"))
/// ```
public struct Described: Hashable, Sendable {
  /// Its name, in snake case.
  public var name: String
  /// Its value.
  public var value: DescribedValue
  /// The meaning: a sentence without its full stop, empty where the name says it.
  public var meaning: String
  /// The unit in words, such as `metres`; empty for none.
  public var unit: String
  /// Whether there may be no value.
  public var isNullable: Bool
  /// The range of the value; an end that is `Int.min` or `Int.max` is no limit.
  public var limits: ClosedRange<Int>?
  /// The metric that tells it; of an object or a table, the one that tells each of its members.
  public var metric: Metric?
  /// The label by which metrics inside tell its members apart, with their names as values.
  public var memberLabel: String?

  /// Describes a value.
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
  /// Describes an object.
  public init(
    _ name: String, _ members: [Described], schema: String? = nil, memberLabel: String? = nil
  ) {
    self.init(name, .object(members, schema: schema), memberLabel: memberLabel)
  }

  /// Describes a text that may be missing.
  public init(_ name: String, text: String?, _ meaning: String = "") {
    self.init(name, .text(text), meaning, isNullable: true)
  }

  /// Describes a text.
  public init(_ name: String, text: String, _ meaning: String = "") {
    self.init(name, .text(text), meaning)
  }

  /// Describes a whole number that may be missing.
  public init(
    _ name: String, count: (some BinaryInteger)?, _ meaning: String = "",
    limits: ClosedRange<Int>? = nil, metric: Metric? = nil
  ) {
    self.init(
      name, .count(count.map { Int(clamping: $0) }), meaning, isNullable: true, limits: limits,
      metric: metric)
  }

  /// Describes a whole number.
  public init(
    _ name: String, count: some BinaryInteger, _ meaning: String = "", metric: Metric? = nil
  ) {
    self.init(name, .count(Int(clamping: count)), meaning, metric: metric)
  }

  /// Describes a number that may be missing.
  public init(
    _ name: String, number: Double?, decimals: Int, _ meaning: String = "", unit: String = "",
    limits: ClosedRange<Int>? = nil, metric: Metric? = nil
  ) {
    self.init(
      name, .number(number, decimals: decimals), meaning, unit: unit, isNullable: true,
      limits: limits, metric: metric)
  }

  /// Describes a number.
  public init(
    _ name: String, number: Double, decimals: Int, _ meaning: String = "", unit: String = "",
    metric: Metric? = nil
  ) {
    self.init(name, .number(number, decimals: decimals), meaning, unit: unit, metric: metric)
  }
}

extension [Described] {
  /// Returns the descriptions with some names, in their own order.
  public func only(_ names: String...) -> [Described] { filter { names.contains($0.name) } }
}
