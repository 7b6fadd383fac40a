/// The approach of a conversation, by the knowledge from those before it.
public struct NtripApproach: Hashable, Sendable {
  /// The version to ask in.
  public var version: NtripVersion
  /// Whether a caster that does not take this version may take version 1.
  public var mayTakeVersionOne: Bool
  /// The value of the `Authorization` header; `nil` for Basic, where the URL has credentials.
  public var authorization: String?
  /// Whether the caster is known to wait for a position.
  public var wantsPosition = false
  /// The place that the caster has sent the client to; `nil` for the first one.
  public var target: NtripURL?
  /// The sourcetable's row of the mountpoint; `nil` when that is not known.
  public var record: StreamRecord?

  /// Creates the approach of a client that knows nothing yet.
  public init(_ choice: NtripVersionChoice = .automatic) {
    switch choice {
    case .automatic: (version, mayTakeVersionOne) = (.two, true)
    case .only(let version): (self.version, mayTakeVersionOne) = (version, false)
    }
  }
}

/// The lesson of a conversation: a change of the approach, to be tried at once on a fresh connection.
public enum NtripLesson: Hashable, Sendable {
  /// The caster does not take version 2: it closed without a word, or answered 400, 501 or 505.
  case versionOne
  /// The caster wants to be logged in to by Digest.
  case digest(DigestChallenge)
  /// The caster has what is asked for here: on the same host, so that the login may be told there too.
  case target(NtripURL)
}

/// When a caster is told a position that is known.
public enum NtripPositionRule: Hashable, Sendable {
  /// With each request, and then at the interval.
  case always
  /// Only once the caster wants it: its sourcetable says so, or its stream is silent.
  ///
  /// For a receiver, which has a position whether or not anybody asks: most casters need none, and a
  /// place is nobody's business without need.
  case whenWanted
}
