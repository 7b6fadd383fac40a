public import TextOutput

extension BoardFault {
  /// Parses a fault in the command line's syntax: `nack part=sps30 from=60 to=70`.
  ///
  /// Words are separated by spaces; the first one is the fault's name. The others are `part=`, `from=`
  /// (default 0), `to=` or `for=`, `probability=` and the kind's own parameters. Times are seconds of board
  /// time.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - isOutside: Returns whether a part from outside has a name; by default there is none.
  /// - Throws: ``FaultError`` for an invalid fault.
  public init(
    parsing text: String, outside isOutside: @escaping (String) -> Bool = { _ in false }
  ) throws(FaultError) {
    self.init(try FaultText(parsing: text, besides: isOutside))
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

  /// Whether parts from outside can have the fault.
  public var canAffectOthers: Bool { isForEveryPart }

  /// Returns a sentence with the parts that can have the fault, for a name of none of them.
  public func refusal(of name: String) -> String {
    "'\(name)' cannot have '\(rawValue)'; it is for \(parts.joined(separator: ", "))"
  }
}

extension BoardFault.Parameter: FaultParameter {
  /// Whether the parameter must be a whole number.
  public var isWhole: Bool { self != .rate && self != .seconds }
}
