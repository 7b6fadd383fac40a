/// A metric in the Prometheus text format.
///
/// Several values may share a metric; labels tell them apart.
public struct Metric: Hashable, Sendable {
  /// The type of a metric.
  public enum Kind: Hashable, Sendable {
    /// A value that may rise and fall.
    case gauge
    /// A value that only rises.
    case counter

    /// The type's name in the format.
    var name: String { self == .gauge ? "gauge" : "counter" }
  }

  /// A name and a value that tell a sample from other samples of its metric.
  public struct Label: Hashable, Sendable {
    /// The label's name, in snake case.
    public var name: String
    /// The label's value, without quotes, backslashes and line feeds.
    public var value: String

    /// Creates a label.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The metric's type.
  public var kind: Kind
  /// The name, without the prefix of all the program's metrics.
  public var name: String
  /// The metric's help sentence, without its full stop; `nil` for the value's meaning.
  public var help: String?
  /// The label of this value, if other values share the metric.
  public var label: Label?
  /// The word that counts as 1; any other word counts as 0.
  public var word: String?
  /// The name of the metric after which this one is written; `nil` for the end of the text.
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

  /// Creates a gauge, a number that may rise and fall; with `word`, whether the value is that word.
  public static func gauge(
    _ name: String, _ help: String? = nil, label: Label? = nil, is word: String? = nil,
    after: String? = nil
  ) -> Self {
    Self(.gauge, name, help, label: label, word: word, after: after)
  }

  /// Creates a counter, a number that only rises.
  public static func counter(
    _ name: String, _ help: String? = nil, label: Label? = nil, after: String? = nil
  ) -> Self {
    Self(.counter, name, help, label: label, word: nil, after: after)
  }
}
