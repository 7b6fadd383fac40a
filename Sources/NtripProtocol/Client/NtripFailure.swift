public import GNSSBasics

/// A stream or a sourcetable that could not be had, or that ended, with the cause and its remedy.
///
/// No credentials are in it, and none in its description.
public struct NtripFailure: Error, Hashable, Sendable {
  /// The cause of a failure; switch over this.
  public enum Cause: Hashable, Sendable {
    // The caster refused.

    /// The caster has no such mountpoint. It offers this many others, `nil` when it did not say; the nearest
    /// of them, in name or in place.
    case noSuchMountpoint(offered: Int?, nearest: [String] = [])
    /// The caster lists the mountpoint, and answered with its sourcetable all the same.
    case mountpointNotServed
    /// The user name or password is wrong, or not valid for this mountpoint.
    case wrongCredentials
    /// The caster refuses by this status, 401 or 403, and does not blame the password: its words say why, or nobody
    /// but its operator knows.
    case denied(status: Int)
    /// The caster wants a user name and password, and the URL has none.
    case credentialsNeeded
    /// The caster wants to be logged in to in a way that the client does not have.
    case unsupportedAuthentication
    /// The caster has banned the address.
    case banned
    /// Somebody else uses the mountpoint.
    case busy
    /// The caster cannot serve now: a status in 500...599, and after what time to come back.
    case unavailable(status: Int, retryAfter: Duration?)
    /// Version 1's `ERROR - …`, in the caster's words.
    case refused(String)
    /// The caster sends those who ask elsewhere, by a status in 300...399: to another host, or round in circles.
    case moved(status: Int, to: String)
    /// Any other status, with the caster's words.
    case unexpectedStatus(Int, String)
    /// The answer for a sourcetable has no record of a mountpoint, a caster or a network; its first line.
    case notATable(String)
    /// Something answers, but no caster; what it said.
    case notACaster(String)

    // The connection failed.

    /// There is no connection.
    case transport(NtripTransportError)
    /// The caster closed without an answer.
    case closedWithoutAnswer
    /// The caster closed after it had begun to stream.
    case closed
    /// The caster closed after it had granted the stream, and before anything of it came.
    case closedWithoutData(positionSent: Bool)
    /// Nothing came of the stream, and the caster's sourcetable says that it waits for a position.
    case positionNeeded
    /// The caster closed inside a chunk or before a sourcetable's end.
    case cutOff
    /// There was no whole answer in time.
    case noAnswer(after: Duration)
    /// The stream was granted, but no byte of it came in time.
    case noData(after: Duration, positionSent: Bool)
    /// The stream had not one frame, in time or before it ended; the number of its bytes, and their format by
    /// how they begin, `nil` for an unknown one.
    case noFrames(bytes: Int64, of: ForeignStream? = nil)
    /// The stream, or a sourcetable, stopped coming.
    case stalled(after: Duration)
    /// The answer breaks the protocol's rules; which one.
    case malformed(String)

    // Nobody waits any more.

    /// The task that waited for it was cancelled.
    case cancelled
  }

  /// The cause of the failure.
  public var cause: Cause
  /// Host and port of the caster.
  public var caster: String
  /// The mountpoint asked for; empty for the sourcetable.
  public var mountpoint: String
  /// The caster's words beyond its status line, made fit to print; empty when there were none.
  public var words: String

  /// Creates a failure.
  public init(_ cause: Cause, caster: String, mountpoint: String, words: String = "") {
    self.cause = cause
    self.caster = caster
    self.mountpoint = mountpoint
    self.words = words
  }
}

/// A failure after which a caster is to be left alone.
public struct NtripRefusal: Hashable, Sendable {
  /// The failure that the caster told.
  public var failure: NtripFailure
  /// Until when, by the link's time; `nil` for ever.
  public var end: Duration?

  /// Creates a refusal.
  public init(_ failure: NtripFailure, until end: Duration?) {
    self.failure = failure
    self.end = end
  }
}

extension NtripFailure.Cause {
  /// The urgency of another attempt.
  public enum Urgency: Hashable, Sendable {
    /// The cause passes by itself: soon, then less and less often.
    case soon
    /// Somebody has to change something first: late.
    case late
    /// Trying again makes it worse.
    case never
  }

  /// The urgency of another attempt.
  ///
  /// Casters ban clients that knock again quickly after a refusal, so all refusals that only a person
  /// can lift are retried late.
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
