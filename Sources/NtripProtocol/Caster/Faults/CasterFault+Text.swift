#if !hasFeature(Embedded)
  import TextOutput

  extension CasterFault {
    /// Parses a fault from its command-line text, such as `stall mount=BASE from=60 for=30`.
    ///
    /// Words are separated by spaces. The first word names the fault, with or without the prefix
    /// `caster.`. The following words may be `mount=`, `from=` (default 0), `to=` or `for=`,
    /// `probability=`, and the parameters of the fault's kind. Times are in seconds since the
    /// caster began.
    ///
    /// - Throws: ``CasterFaultError`` when the text is not a fault.
    public init(parsing text: String) throws(CasterFaultError) {
      var words = text.split(separator: " ")[...]
      guard let first = words.popFirst() else { throw .empty }
      let name = first.hasPrefix(Self.prefix) ? first.dropFirst(Self.prefix.count) : first
      guard let kind = Kind(rawValue: String(name)) else { throw .unknown(String(first)) }
      self.init(kind)
      var length: Duration?
      for word in words {
        let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard halves.count == 2 else { throw .unknownWord(String(word), kind) }
        let (key, value) = (String(halves[0]), String(halves[1]))
        if key == "for" { length = try Self.time(value, key) } else { try set(key, value) }
      }
      if let length {
        guard end == nil else { throw .twoEnds }
        end = start + length
      }
      if let end, end < start { throw .endsBeforeStart }
    }

    /// The prefix that distinguishes a caster's faults from other faults.
    public static let prefix = "caster."

    private mutating func set(_ key: String, _ value: String) throws(CasterFaultError) {
      switch key {
      case "mount":
        guard !value.isEmpty else { throw .noMountpoint }
        mountpoint = value
      case "from": start = try Self.time(value, key)
      case "to": end = try Self.time(value, key)
      case "probability": probability = try Self.number(value, key, in: 0...1)
      default:
        guard let parameter = kind.parameters.first(where: { $0.name.rawValue == key }) else {
          throw .unknownWord("\(key)=\(value)", kind)
        }
        let number = try Self.number(value, key, in: parameter.range)
        guard !parameter.name.isWhole || number == number.rounded() else {
          throw .outOfRange(key, value, parameter.range)
        }
        parameters[parameter.name] = number
      }
    }

    private static func time(_ text: String, _ key: String) throws(CasterFaultError) -> Duration {
      .seconds(try number(text, key, in: 0...1e9))
    }

    private static func number(
      _ text: String, _ key: String, in range: ClosedRange<Double>
    ) throws(CasterFaultError) -> Double {
      guard let number = Double(text), range.contains(number) else {
        throw .outOfRange(key, text, range)
      }
      return number
    }
  }

  extension CasterFault.Parameter {
    /// Whether the parameter must be a whole number.
    fileprivate var isWhole: Bool {
      switch self {
      case .code, .fields, .bytes: true
      case .seconds, .hertz, .rate: false
      }
    }
  }

  /// An error in the text of a caster's fault.
  public enum CasterFaultError: Error, Hashable, Sendable {
    /// The text has no words.
    case empty
    /// No kind of fault has this name.
    case unknown(String)
    /// The kind of fault does not accept this word.
    case unknownWord(String, CasterFault.Kind)
    /// The value of `mount=` is empty.
    case noMountpoint
    /// The value of this key is not a number in the permitted range.
    case outOfRange(String, String, ClosedRange<Double>)
    /// Both `to=` and `for=` are given.
    case twoEnds
    /// The fault's end is before its start.
    case endsBeforeStart
  }

  extension CasterFaultError: CustomStringConvertible {
    /// The mistake and its remedy.
    public var description: String {
      switch self {
      case .empty: "there is no fault; name one of \(Self.names.joined(separator: ", "))"
      case .unknown(let name): "there is no fault '\(name)'" + Self.alternatives(to: name)
      case .unknownWord(let word, let kind):
        "'\(word)' is no part of '\(kind.rawValue)'; it takes \(kind.words)"
      case .noMountpoint: "'mount' must name a mountpoint; leave it out for all"
      case .outOfRange(let key, let text, let range):
        "'\(key)' must be \(Self.number(range.lowerBound)) to \(Self.number(range.upperBound)), "
          + "not '\(text)'"
      case .twoEnds: "'to' and 'for' say the same; give one of them"
      case .endsBeforeStart: "'to' must not be before 'from'"
      }
    }

    private static func alternatives(to name: String) -> String {
      let isPrefixed = name.hasPrefix(CasterFault.prefix)
      let known = isPrefixed ? names.map { CasterFault.prefix + $0 } : names
      let suggestion = suggestion(for: name, in: known)
      return suggestion.isEmpty ? "; there are \(names.joined(separator: ", "))" : suggestion
    }

    private static let names = CasterFault.Kind.allCases.map(\.rawValue)

    private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
  }

  extension CasterFault.Kind {
    /// The words that a fault of this kind accepts, separated by blanks.
    fileprivate var words: String {
      (["mount", "from", "to", "for", "probability"] + parameters.map(\.name.rawValue))
        .map { $0 + "=" }.joined(separator: " ")
    }
  }
#endif
