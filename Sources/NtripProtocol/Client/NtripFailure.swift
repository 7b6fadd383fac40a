public import GNSSBasics

/// A failure to obtain or keep a stream or a sourcetable, with its cause and remedy.
///
/// Neither the failure nor its description contains credentials.
public struct NtripFailure: Error, Hashable, Sendable {
  /// The cause of a failure, for use in a `switch`.
  public enum Cause: Hashable, Sendable {
    // Refusals by the caster.

    /// The caster has no such mountpoint.
    ///
    /// `offered` is the number of other mountpoints, `nil` if the caster gave none. `nearest` lists
    /// the closest of them by name or by place.
    case noSuchMountpoint(offered: Int?, nearest: [String] = [])
    /// The caster lists the mountpoint, but answered with its sourcetable instead of the stream.
    case mountpointNotServed
    /// The user name or password is wrong, or not valid for this mountpoint.
    case wrongCredentials
    /// The caster refused with status 401 or 403 without blaming the password.
    ///
    /// The reason is in the caster's words, or known only to its operator.
    case denied(status: Int)
    /// The caster requires a user name and password, and the URL has none.
    case credentialsNeeded
    /// The caster requires an authentication scheme that the client does not support.
    case unsupportedAuthentication
    /// The caster has banned the client's address.
    case banned
    /// The mountpoint is in use by another client.
    case busy
    /// The caster cannot serve now: the status, and the retry delay that the caster asks for.
    ///
    /// The status is 429, 500, 502...504 or 506...599.
    case unavailable(status: Int, retryAfter: Duration?)
    /// A version 1 refusal, `ERROR - …`, with the caster's words.
    case refused(String)
    /// The caster redirects with a status in 300...399 to another host, or in a loop.
    case moved(status: Int, to: String)
    /// Any other status, with the caster's words.
    case unexpectedStatus(Int, String)
    /// A sourcetable without a record of a mountpoint, a caster or a network; its first line.
    case notATable(String)
    /// The server is not a caster; its answer.
    case notACaster(String)

    // Failures of the connection.

    /// The connection could not be established, or broke.
    case transport(NtripTransportError)
    /// The caster closed the connection without an answer.
    case closedWithoutAnswer
    /// The caster closed the connection while streaming.
    case closed
    /// The caster closed the connection after granting the stream, before any stream byte.
    case closedWithoutData(positionSent: Bool)
    /// The stream sent nothing, and its row of the sourcetable requires a position.
    case positionNeeded
    /// The caster closed the connection inside a chunk or before a sourcetable's end.
    case cutOff
    /// No complete answer came in time.
    case noAnswer(after: Duration)
    /// The stream was granted, but no stream byte came in time.
    case noData(after: Duration, positionSent: Bool)
    /// The stream had no frame, in time or before its end.
    ///
    /// `bytes` is the number of stream bytes; `of` is their detected format, `nil` if unknown.
    case noFrames(bytes: Int64, of: ForeignStream? = nil)
    /// The stream or sourcetable stalled: no bytes came for this long.
    case stalled(after: Duration)
    /// The answer violates the protocol; the violated rule.
    case malformed(String)

    // Cancellation by the client.

    /// The task that waited for the result was cancelled.
    case cancelled
  }

  /// The cause of the failure.
  public var cause: Cause
  /// The caster's host and port.
  public var caster: String
  /// The requested mountpoint; empty for the sourcetable.
  public var mountpoint: String
  /// The caster's words beyond its status line, made safe to print; empty if there were none.
  public var words: String

  /// Creates a failure from its cause and the request that failed.
  public init(_ cause: Cause, caster: String, mountpoint: String, words: String = "") {
    self.cause = cause
    self.caster = caster
    self.mountpoint = mountpoint
    self.words = words
  }
}

/// A refusal: a failure after which the caster is not contacted for a time.
public struct NtripRefusal: Hashable, Sendable {
  /// The failure that caused the refusal.
  public var failure: NtripFailure
  /// The end of the refusal, in the link's time; `nil` for a refusal without end.
  public var end: Duration?

  /// Creates a refusal from the failure that caused it.
  public init(_ failure: NtripFailure, until end: Duration?) {
    self.failure = failure
    self.end = end
  }
}

extension NtripFailure.Cause {
  /// The urgency of a retry.
  public enum Urgency: Hashable, Sendable {
    /// A temporary cause: retry soon, with growing delays.
    case soon
    /// A cause that a person has to resolve: retry late.
    case late
    /// A cause that retries make worse: no retry.
    case never
  }

  /// The urgency of a retry after this cause.
  ///
  /// Casters ban clients that retry quickly after a refusal. All refusals that only a person can
  /// resolve are therefore retried late.
  public var urgency: Urgency {
    switch self {
    case .banned, .cancelled: .never
    case .noSuchMountpoint, .mountpointNotServed, .wrongCredentials, .denied, .credentialsNeeded,
      .unsupportedAuthentication, .refused, .moved, .unexpectedStatus, .notATable, .notACaster,
      .noFrames,
      .positionNeeded:
      .late
    case .busy, .unavailable, .transport, .closedWithoutAnswer, .closed,
      .closedWithoutData, .cutOff, .noAnswer, .noData, .stalled, .malformed:
      .soon
    }
  }
}
