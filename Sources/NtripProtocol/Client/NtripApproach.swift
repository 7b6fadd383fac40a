/// The form of a request, according to what earlier connections have shown.
public struct NtripApproach: Hashable, Sendable {
  /// The protocol version of the request.
  public var version: NtripVersion
  /// Whether version 1 may be tried when the caster does not accept this version.
  public var mayTakeVersionOne: Bool
  /// The value of the `Authorization` header; `nil` for Basic if the URL has credentials.
  public var authorization: String?
  /// Whether the caster is known to require a position.
  public var wantsPosition = false
  /// The redirection target; `nil` for the original URL.
  public var target: NtripURL?
  /// The mountpoint's row of the sourcetable; `nil` when unknown.
  public var record: StreamRecord?

  /// Creates the approach for a first connection.
  public init(_ choice: NtripVersionChoice = .automatic) {
    switch choice {
    case .automatic: (version, mayTakeVersionOne) = (.two, true)
    case .only(let version): (self.version, mayTakeVersionOne) = (version, false)
    }
  }
}

/// A lesson from a connection: a change of the approach, to be tried at once on a new connection.
public enum NtripLesson: Hashable, Sendable {
  /// The caster does not accept version 2: it closed without an answer, or answered 400, 501 or 505.
  case versionOne
  /// The caster requires Digest authentication.
  case digest(DigestChallenge)
  /// The caster redirects to this URL on the same host, so that the login may be sent there.
  case target(NtripURL)
}

/// The rule for sending a known position to a caster.
public enum NtripPositionRule: Hashable, Sendable {
  /// Send the position with each request, and then at the interval.
  case always
  /// Send the position only once the caster requires it.
  ///
  /// A caster requires a position when its sourcetable says so or its stream is silent. This rule
  /// is for a receiver, which always has a position: most casters need none, and the rule does not
  /// reveal it to them.
  case whenWanted
}
