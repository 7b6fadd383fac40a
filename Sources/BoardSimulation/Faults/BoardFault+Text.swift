public import TextOutput

extension BoardFault {
  /// Parses a fault in the command line's syntax: `nack part=sps30 from=60 to=70`.
  ///
  /// Words are separated by spaces; the first one is the fault's name. The others are `part=`, `from=`
  /// (default 0), `to=` or `for=`, `probability=` and the kind's own parameters. Times are seconds of board
  /// time.
  ///
  /// - Throws: ``FaultError`` for an invalid fault.
  public init(parsing text: String) throws(FaultError) {
    self.init(try FaultText(parsing: text))
  }

  /// Creates the fault of a text.
  package init(_ text: FaultText<Kind>) {
    self.init(
      text.kind, of: text.affected, from: text.start, to: text.end, probability: text.probability,
      text.parameters)
    length = text.length
  }
}

/// An error in the description of a fault.
public typealias FaultError = FaultTextError<BoardFault.Kind>

extension BoardFault.Kind: FaultKind {
  /// The prefix of names in texts, which the faults of a board lack.
  public static var prefix: String { "" }

  /// The key of the affected part in texts.
  public static var affectedKey: String? { "part" }

  /// Returns whether the part with a name can have the fault.
  public func canAffect(_ name: String) -> Bool { parts.contains(name) }

  /// Returns a sentence with the parts that can have the fault, for a name of none of them.
  public func refusal(of name: String) -> String {
    "'\(name)' cannot have '\(rawValue)'; it is for \(parts.joined(separator: ", "))"
  }
}

extension BoardFault.Parameter: FaultParameter {
  /// Whether the parameter must be a whole number.
  public var isWhole: Bool { self != .rate && self != .seconds }
}
