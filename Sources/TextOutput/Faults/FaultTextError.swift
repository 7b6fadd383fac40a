#if !hasFeature(Embedded)
  /// An error in the text of a fault.
  public enum FaultTextError<Kind: FaultKind>: Error, Hashable, Sendable {
    /// The text has no words.
    case empty
    /// No kind of fault has this name.
    case unknown(String)
    /// A fault of this kind cannot affect the thing with this name.
    case cannotAffect(String, Kind)
    /// A key that this kind of fault does not take, or a key without a value.
    case unknownWord(String, Kind)
    /// The value of this key is not a number in the permitted range.
    case outOfRange(String, String, ClosedRange<Double>)
    /// Both `to=` and `for=` are given.
    case twoEnds
    /// The fault's end is before its start.
    case endsBeforeStart
  }

  extension FaultTextError: CustomStringConvertible {
    /// The mistake and its remedy, as a sentence.
    public var description: String {
      switch self {
      case .empty: "there is no fault; name one of \(Self.names.joined(separator: ", "))"
      case .unknown(let name): "there is no fault '\(name)'" + Self.alternatives(to: name)
      case .cannotAffect(let name, let kind): kind.refusal(of: name)
      case .unknownWord(let word, let kind):
        "'\(word)' is no part of '\(kind.rawValue)'; it takes \(kind.words)"
      case .outOfRange(let key, let text, let range):
        "'\(key)' must be \(Self.number(range.lowerBound)) to \(Self.number(range.upperBound)), "
          + "not '\(text)'"
      case .twoEnds: "'to' and 'for' say the same; give one of them"
      case .endsBeforeStart: "'to' must not be before 'from'"
      }
    }

    /// The names of all kinds of faults.
    public static var names: [String] { Kind.allCases.map(\.rawValue) }

    private static func alternatives(to name: String) -> String {
      let prefix = name.hasPrefix(Kind.prefix) ? Kind.prefix : ""
      let suggestion = suggestion(for: name, in: names.map { prefix + $0 })
      return suggestion.isEmpty ? "; there are \(names.joined(separator: ", "))" : suggestion
    }

    private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
  }
#endif
