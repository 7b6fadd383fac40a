internal import Mathematics
internal import TextOutput

extension BoardFault {
  /// Parses a fault in the command line's syntax: `nack part=sps30 from=60 to=70`.
  ///
  /// Words are separated by spaces; the first one is the fault's name. The others are `part=`, `from=`
  /// (default 0), `to=` or `for=`, `probability=` and the kind's own parameters. Times are seconds of board
  /// time.
  ///
  /// - Throws: ``FaultError`` for an invalid fault.
  public init(parsing text: String) throws(FaultError) {
    var words = text.split(separator: " ")[...]
    guard let first = words.popFirst() else { throw .empty }
    try self.init(
      String(first),
      words.map { word in
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(halves[0]), halves.count == 2 ? String(halves[1]) : nil)
      })
  }

  /// Creates a fault from its name and from keys with values, as given on the command line, in files and on
  /// the control port.
  ///
  /// - Throws: ``FaultError`` for an invalid fault, including a key without a value.
  package init(_ name: String, _ words: [(key: String, value: String?)]) throws(FaultError) {
    guard let kind = Kind(rawValue: name) else { throw .unknown(name) }
    self.init(kind)
    var length: Duration?
    for (key, value) in words {
      guard let value else { throw .unknownWord(key, kind) }
      if key == "for" {
        length = try Self.time(value, key)
      } else {
        try set(key, value)
      }
    }
    if let length {
      guard end == nil else { throw .twoEnds }
      self.length = length
      end = start + length
    }
    if let end, end < start { throw .endsBeforeStart }
  }

  /// Sets one value of the fault: the part, a time, the probability, or a parameter of its kind.
  package mutating func set(_ key: String, _ value: String) throws(FaultError) {
    switch key {
    case "part":
      guard kind.parts.contains(value) else { throw .notOfPart(kind, value) }
      part = value
    case "from": start = try Self.time(value, key)
    case "to": end = try Self.time(value, key)
    case "probability":
      guard let number = Double(value), (0...1).contains(number) else {
        throw .outOfRange(key, value, 0...1)
      }
      probability = number
    default: try setParameter(key, value)
    }
  }

  private mutating func setParameter(_ key: String, _ value: String) throws(FaultError) {
    guard let parameter = kind.parameters.first(where: { $0.name.rawValue == key }) else {
      throw .unknownWord("\(key)=\(value)", kind)
    }
    let isWhole = parameter.name != .rate && parameter.name != .seconds
    guard let number = Double(value), parameter.range.contains(number),
      !isWhole || number == number.rounded()
    else { throw .outOfRange(key, value, parameter.range) }
    parameters[parameter.name] = number
  }

  private static func time(_ text: String, _ key: String) throws(FaultError) -> Duration {
    guard let seconds = Double(text), (0...1e9).contains(seconds) else {
      throw .outOfRange(key, text, 0...1e9)
    }
    return .seconds(seconds)
  }
}

/// An error in the description of a fault.
public enum FaultError: Error, Hashable, Sendable {
  /// The text contains no words.
  case empty
  /// No fault has this name.
  case unknown(String)
  /// The named part cannot have this kind of fault.
  case notOfPart(BoardFault.Kind, String)
  /// A key that this kind of fault does not take, or a key without a value.
  case unknownWord(String, BoardFault.Kind)
  /// A value that is not a number or is outside the range.
  case outOfRange(String, String, ClosedRange<Double>)
  /// Both `to` and `for` are given.
  case twoEnds
  /// The fault ends before it starts.
  case endsBeforeStart
}

extension FaultError: CustomStringConvertible {
  /// The mistake and its remedy, as a sentence.
  public var description: String {
    switch self {
    case .empty: "there is no fault; name one of \(Self.names.joined(separator: ", "))"
    case .unknown(let name):
      "there is no fault '\(name)'" + Self.alternatives(to: name)
    case .notOfPart(let kind, let part):
      "'\(part)' cannot have '\(kind.rawValue)'; it is for \(kind.parts.joined(separator: ", "))"
    case .unknownWord(let word, let kind):
      "'\(word)' is no part of '\(kind.rawValue)'; it takes \(kind.words)"
    case .outOfRange(let key, let text, let range):
      "'\(key)' must be \(Self.number(range.lowerBound)) to \(Self.number(range.upperBound)), "
        + "not '\(text)'"
    case .twoEnds: "'to' and 'for' say the same; give one of them"
    case .endsBeforeStart: "'to' must not be before 'from'"
    }
  }

  private static func alternatives(to name: String) -> String {
    let suggestion = suggestion(for: name, in: names)
    return suggestion.isEmpty ? "; there are \(names.joined(separator: ", "))" : suggestion
  }

  /// The names of all kinds of faults.
  public static let names = BoardFault.Kind.allCases.map(\.rawValue)

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension BoardFault.Kind {
  /// The keys that a fault of this kind takes, as text.
  fileprivate var words: String {
    (["part", "from", "to", "for", "probability"] + parameters.map(\.name.rawValue))
      .map { $0 + "=" }.joined(separator: " ")
  }
}
