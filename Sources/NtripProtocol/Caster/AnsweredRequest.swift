/// A request to a caster with its outcome, for a log; it never contains a password.
package struct AnsweredRequest: Hashable, Sendable {
  /// The outcome of a request.
  package enum Outcome: Hashable, Sendable {
    /// The stream was granted to a reader.
    case stream
    /// A source was admitted.
    case source
    /// The sourcetable was sent.
    case sourcetable
    /// The request was refused.
    case refused(CasterRefusal)
    /// The connection was closed without an answer, by a fault.
    case closed
    /// The connection was left without an answer, by a fault.
    case unanswered
  }

  /// The client's address; empty when unknown.
  package var address = ""
  /// The request's method; `nil` for bytes that are no request.
  package var method: CasterRequest.Method?
  /// The requested mountpoint; empty for the sourcetable.
  package var mountpoint = ""
  /// The user name; empty without one.
  package var user = ""
  /// The client's program; empty when unknown.
  package var agent = ""
  /// The protocol version of the request.
  package var version = NtripVersion.one
  /// The outcome; with a fault, the outcome that the fault changed.
  package var outcome: Outcome
  /// The fault that changed the answer; `nil` for none.
  package var fault: CasterFault.Kind?

  /// Creates the entry of a request of which only the outcome is known.
  package init(outcome: Outcome) { self.outcome = outcome }

  /// The maximum length of a text from a client, characters.
  package static var longestText: Int { 200 }
}

extension AnsweredRequest.Outcome {
  init(_ answer: CasterAnswer) {
    switch answer {
    case .stream: self = .stream
    case .welcome: self = .source
    case .sourcetable: self = .sourcetable
    case .refusal(let refusal): self = .refused(refusal)
    }
  }

  /// The outcome in one word.
  package var word: String {
    switch self {
    case .stream: "stream"
    case .source: "source"
    case .sourcetable: "sourcetable"
    case .refused: "refused"
    case .closed: "closed"
    case .unanswered: "unanswered"
    }
  }

  /// All words, in the order of the cases.
  package static var words: [String] {
    ["stream", "source", "sourcetable", "refused", "closed", "unanswered"]
  }
}

extension CasterRequest.Method {
  /// The method's name in a request line; `other` for one that casters do not support.
  package var name: String {
    switch self {
    case .get: "GET"
    case .source: "SOURCE"
    case .post: "POST"
    case .other: "other"
    }
  }
}

extension CasterRequest {
  /// Whether the word that stands for a mountpoint is likely the password of a source that sent no mountpoint.
  fileprivate var mayNamePassword: Bool { method == .source && credentials == nil }
}

extension Caster {
  /// Tells the observer of answers about a request.
  func tell(
    _ request: CasterRequest?, of id: ConnectionID, _ outcome: AnsweredRequest.Outcome,
    by fault: CasterFault?
  ) {
    guard let onAnswer, let client = client(id) else { return }
    var answered = AnsweredRequest(outcome: outcome)
    (answered.address, answered.method) = (client.address, request?.method)
    (answered.user, answered.agent) = (client.user, client.agent)
    (answered.version, answered.fault) = (client.version, fault?.kind)
    if request?.mayNamePassword != true {
      answered.mountpoint = String((request?.mountpoint ?? "").prefix(AnsweredRequest.longestText))
    } else if case .refused = outcome {
      answered.outcome = .refused(.noSources(mountpoint: ""))
    }
    onAnswer(answered)
  }
}
