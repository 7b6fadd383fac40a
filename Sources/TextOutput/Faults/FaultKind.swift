#if !hasFeature(Embedded)
  /// A kind of fault: a row of a table, with the name, the parameters and the affected things of a fault.
  ///
  /// The raw value is the kind's name in texts.
  public protocol FaultKind: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
    /// A parameter of a fault, besides its times and its probability.
    associatedtype Parameter: FaultParameter
    /// The default of a parameter.
    associatedtype Standard

    /// The prefix that a name may have in texts; empty for none.
    static var prefix: String { get }
    /// The key of the affected thing in texts, such as `part`; `nil` when the name of the kind says it all.
    static var affectedKey: String? { get }
    /// The parameters of the kind, each with its default and its permitted range.
    var parameters: [(name: Parameter, standard: Standard, range: ClosedRange<Double>)] { get }

    /// Returns whether a fault of the kind can affect the thing with a name.
    func canAffect(_ name: String) -> Bool
    /// Whether a fault of the kind can affect things that only a running program knows, such as further parts.
    var canAffectOthers: Bool { get }
    /// Returns a sentence that refuses a name which the kind cannot affect, with the remedy.
    func refusal(of name: String) -> String
  }

  /// A parameter of a kind of fault; the raw value is the key in texts.
  public protocol FaultParameter: RawRepresentable<String>, Hashable, Sendable {
    /// Whether the parameter must be a whole number.
    var isWhole: Bool { get }
  }

  extension FaultKind {
    /// `false`: by default a kind affects the things of its table.
    public var canAffectOthers: Bool { false }

    /// The keys that a fault of this kind takes, as text.
    var words: String {
      let times = ["from", "to", "for", "probability"]
      return ([Self.affectedKey].compactMap { $0 } + times + parameters.map(\.name.rawValue))
        .map { $0 + "=" }.joined(separator: " ")
    }
  }
#endif
