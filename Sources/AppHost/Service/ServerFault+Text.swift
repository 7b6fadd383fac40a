public import TextOutput

extension ServerFault {
  /// Parses a fault in the command line's syntax: `arpa.late from=60 to=70 delay=8`.
  ///
  /// Words are separated by spaces; the first one is the fault's name. The others are `from=` (default 0),
  /// `to=` or `for=`, `probability=` and, of a late answer, `delay=`. Times are seconds since the service
  /// began.
  ///
  /// - Throws: ``ServerFaultError`` for an invalid fault.
  public init(parsing text: String) throws(ServerFaultError) {
    let content = try FaultText<Name>(parsing: text)
    self.init(
      content.kind.kind, of: content.kind.place, from: content.start, to: content.end,
      probability: content.probability)
    if let delay = content.parameters[.delay] { self.delay = .seconds(delay) }
  }

  /// Returns whether a text begins with the name of a place that a server's fault affects.
  public static func isNamed(in text: String) -> Bool {
    Place.allCases.contains { text.hasPrefix($0.rawValue + ".") }
  }
}

/// An error in the text of a server's fault.
public typealias ServerFaultError = FaultTextError<ServerFault.Name>

extension ServerFault {
  /// The name of a fault: the affected answers, a point, and the kind, as in `arpa.late`.
  public struct Name: FaultKind {
    /// The answers that the fault affects.
    public var place: Place
    /// The kind of fault.
    public var kind: Kind

    /// Creates a name.
    public init(_ kind: Kind, of place: Place) { (self.place, self.kind) = (place, kind) }

    /// Creates the name of a text; `nil` for a text that is not a name.
    public init?(rawValue: String) {
      guard let name = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
      self = name
    }

    /// The name in texts.
    public var rawValue: String { "\(place.rawValue).\(kind.rawValue)" }

    /// The names of all faults, place by place.
    public static let allCases = Place.allCases.flatMap { place in
      Kind.allCases.map { Name($0, of: place) }
    }

    /// The prefix of names in texts, which the faults of a server lack.
    public static var prefix: String { "" }

    /// The key of the affected thing, which the faults of a server lack.
    public static var affectedKey: String? { nil }

    /// Returns whether the fault can affect the thing with a name, which the faults of a server cannot.
    public func canAffect(_ name: String) -> Bool { false }

    /// Returns a sentence that refuses the name of a thing.
    public func refusal(of name: String) -> String { "'\(rawValue)' affects all answers" }

    /// The parameters of the kind, each with its default and its permitted range.
    public var parameters: [(name: Parameter, standard: Double, range: ClosedRange<Double>)] {
      kind == .late ? [(.delay, 6, 0...3600)] : []
    }

    /// The meaning, as a phrase for people.
    public var meaning: String {
      let answers =
        switch place {
        case .server: "the server's answers"
        case .openData: "the open data's answers"
        case .weather: "the weather's answers"
        }
      return switch kind {
      case .late: "\(answers) come late; the apps wait 5 s"
      case .tooMany: "\(answers) are 429 Too Many Requests, with Retry-After"
      case .html: "\(answers) are a page for people, as a proxy sends one"
      case .empty: "\(answers) are empty, with status 200"
      }
    }
  }

  /// A parameter of a kind of fault.
  public enum Parameter: String, FaultParameter {
    /// The delay of an answer in seconds.
    case delay

    /// Whether the parameter must be a whole number.
    public var isWhole: Bool { false }

    /// The meaning, as a phrase for people.
    public var meaning: String { "the delay of an answer, s" }
  }
}
