internal import Mathematics
internal import TextOutput

extension BoardFault {
  /// Reads a fault as the command line has it: `nack part=sps30 from=60 to=70`.
  ///
  /// Words are separated by spaces, the first one names the fault; then `part=`, `from=` (0 when it is
  /// not given), `to=` or `for=`, `probability=` and what the kind can be told besides. Times are
  /// seconds of board time.
  ///
  /// - Throws: ``FaultError`` for what is no fault.
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

  /// Reads a fault from its name and from words with their values, as the command line, files and the
  /// control port have them.
  ///
  /// - Throws: ``FaultError`` for what is no fault; a word without a value is none.
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

  /// Sets one of its words: the part, a time, the probability, or a parameter of its kind.
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

/// A text that is no fault.
public enum FaultError: Error, Hashable, Sendable {
  /// There is no word in it.
  case empty
  /// There is no fault of that name.
  case unknown(String)
  /// This part cannot have it.
  case notOfPart(BoardFault.Kind, String)
  /// A word that this fault does not know.
  case unknownWord(String, BoardFault.Kind)
  /// A number that is none, or not in the range.
  case outOfRange(String, String, ClosedRange<Double>)
  /// Both `to` and `for` are given.
  case twoEnds
  /// The fault ends before it starts.
  case endsBeforeStart
}

extension FaultError: CustomStringConvertible {
  /// The mistake and its remedy.
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

  /// The names of all faults.
  public static let names = BoardFault.Kind.allCases.map(\.rawValue)

  private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}

extension BoardFault.Kind {
  /// The words that a fault of this kind takes.
  fileprivate var words: String {
    (["part", "from", "to", "for", "probability"] + parameters.map(\.name.rawValue))
      .map { $0 + "=" }.joined(separator: " ")
  }
}
