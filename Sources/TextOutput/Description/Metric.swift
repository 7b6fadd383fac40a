/// A metric in Prometheus' text format.
///
/// Several values may share a metric, told apart by labels.
public struct Metric: Hashable, Sendable {
  /// The type of a metric.
  public enum Kind: Hashable, Sendable {
    /// A value that goes up and down.
    case gauge
    /// A value that only grows.
    case counter

    /// The word for it in the format.
    var name: String { self == .gauge ? "gauge" : "counter" }
  }

  /// A name and a value that tell a sample from others of its metric.
  public struct Label: Hashable, Sendable {
    /// The name, in snake case.
    public var name: String
    /// The value; no quote, backslash or line feed.
    public var value: String

    /// Creates a label.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The metric's type.
  public var kind: Kind
  /// The name, without what all metrics of a program begin with.
  public var name: String
  /// The sentence that explains it, without its full stop; that of the value when `nil`.
  public var help: String?
  /// The label of this value, where others share the metric.
  public var label: Label?
  /// The word that counts as 1, where any other is 0.
  public var word: String?
  /// The metric behind which it is written; behind all that came before when `nil`.
  public var predecessor: String?

  private init(
    _ kind: Kind, _ name: String, _ help: String?, label: Label?, word: String?, after: String?
  ) {
    self.kind = kind
    self.name = name
    self.help = help
    self.label = label
    self.word = word
    predecessor = after
  }

  /// A number that goes up and down; of words, whether it is one of them.
  public static func gauge(
    _ name: String, _ help: String? = nil, label: Label? = nil, is word: String? = nil,
    after: String? = nil
  ) -> Self {
    Self(.gauge, name, help, label: label, word: word, after: after)
  }

  /// A number that only grows.
  public static func counter(
    _ name: String, _ help: String? = nil, label: Label? = nil, after: String? = nil
  ) -> Self {
    Self(.counter, name, help, label: label, word: nil, after: after)
  }
}
