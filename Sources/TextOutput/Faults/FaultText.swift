#if !hasFeature(Embedded)
  /// The content of a fault's text, such as `nack part=sps30 from=60 to=70`.
  ///
  /// Words are separated by spaces. The first word names the kind, with or without the kinds' prefix. The
  /// others are the affected thing, `from=` (default 0), `to=` or `for=`, `probability=` and the kind's own
  /// parameters. Times are in seconds.
  package struct FaultText<Kind: FaultKind> {
    /// The kind of fault.
    package let kind: Kind
    /// The name of the affected thing; `nil` without one.
    package private(set) var affected: String?
    /// The time at which the fault begins.
    package private(set) var start = Duration.zero
    /// The time at which the fault ends; `nil` for no end.
    package private(set) var end: Duration?
    /// The length, if given instead of the end.
    package private(set) var length: Duration?
    /// The probability that the fault strikes at each occasion, `0...1`.
    package private(set) var probability = 1.0
    /// The parameters of the kind that have a value.
    package private(set) var parameters: [Kind.Parameter: Double] = [:]

    /// Returns whether something that the kinds' tables lack has a name.
    private let isOther: (String) -> Bool

    /// Creates the content of a text that only names a kind.
    package init(_ kind: Kind, besides isOther: @escaping (String) -> Bool = { _ in false }) {
      (self.kind, self.isOther) = (kind, isOther)
    }

    /// Parses a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - isOther: Returns whether something that the kinds' tables lack has a name.
    /// - Throws: ``FaultTextError`` for a text that is not a fault.
    package init(
      parsing text: String, besides isOther: @escaping (String) -> Bool = { _ in false }
    ) throws(FaultTextError<Kind>) {
      var words = text.split(separator: " ")[...]
      guard let name = words.popFirst() else { throw .empty }
      try self.init(
        String(name),
        words.map { word in
          let halves = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
          return (String(halves[0]), halves.count == 2 ? String(halves[1]) : nil)
        }, besides: isOther)
    }

    /// Reads a fault from its name and from keys with values.
    ///
    /// - Throws: ``FaultTextError`` for an invalid fault, including a key without a value.
    package init(
      _ name: String, _ words: [(key: String, value: String?)],
      besides isOther: @escaping (String) -> Bool = { _ in false }
    ) throws(FaultTextError<Kind>) {
      let bare = name.hasPrefix(Kind.prefix) ? String(name.dropFirst(Kind.prefix.count)) : name
      guard let kind = Kind(rawValue: bare) else { throw .unknown(name) }
      self.init(kind, besides: isOther)
      for (key, value) in words {
        guard let value else { throw .unknownWord(key, kind) }
        try set(key, value)
      }
      try close()
    }

    /// Sets one value: the affected thing, a time, the probability, or a parameter of the kind.
    ///
    /// - Throws: ``FaultTextError`` for another key, and for a value outside the key's range.
    package mutating func set(_ key: String, _ value: String) throws(FaultTextError<Kind>) {
      switch key {
      case Kind.affectedKey:
        guard kind.canAffect(value) || kind.canAffectOthers && isOther(value) else {
          throw .cannotAffect(value, kind)
        }
        affected = value
      case "from": start = try Self.time(value, key)
      case "to": end = try Self.time(value, key)
      case "for": length = try Self.time(value, key)
      case "probability": probability = try Self.number(value, key, in: 0...1)
      default: try setParameter(key, value)
      }
    }

    private mutating func setParameter(
      _ key: String, _ value: String
    ) throws(FaultTextError<Kind>) {
      guard let parameter = kind.parameters.first(where: { $0.name.rawValue == key }) else {
        throw .unknownWord("\(key)=\(value)", kind)
      }
      let number = try Self.number(value, key, in: parameter.range)
      guard !parameter.name.isWhole || number == number.rounded() else {
        throw .outOfRange(key, value, parameter.range)
      }
      parameters[parameter.name] = number
    }

    /// Derives the end from the length, and compares it with the start.
    private mutating func close() throws(FaultTextError<Kind>) {
      if let length {
        guard end == nil else { throw .twoEnds }
        end = start + length
      }
      if let end, end < start { throw .endsBeforeStart }
    }

    private static func time(
      _ text: String, _ key: String
    ) throws(FaultTextError<Kind>) -> Duration {
      .seconds(try number(text, key, in: 0...1e9))
    }

    private static func number(
      _ text: String, _ key: String, in range: ClosedRange<Double>
    ) throws(FaultTextError<Kind>) -> Double {
      guard let number = Double(text), range.contains(number) else {
        throw .outOfRange(key, text, range)
      }
      return number
    }
  }
#endif
