/// The status of a link to a caster at one moment.
public struct NtripLinkStatus: Hashable, Sendable {
  /// The state of a link.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// The link is not wanted, or stopped.
    case off
    /// A connection is being established, or the caster has not answered yet.
    case connecting
    /// The caster has granted the stream, and the stream is read.
    case streaming
    /// The last attempt failed, and a retry follows soon.
    case waiting
    /// The caster refused; a retry follows late or, after a ban, never.
    case refused
  }

  /// The link's state.
  public var state: State
  /// The requested mountpoint; `nil` without one.
  public var mountpoint: String?
  /// The number of stream bytes received over all connections of the link.
  public var bytes: Int64
  /// The number of streams that began after the first one.
  public var reconnects: Int
  /// The cause of the last connection's end or failure, as a sentence with its remedy; `nil`
  /// without a failure.
  public var error: String?

  /// Creates a status; by default the status of a link that is off.
  public init(
    state: State = .off, mountpoint: String? = nil, bytes: Int64 = 0, reconnects: Int = 0,
    error: String? = nil
  ) {
    self.state = state
    self.mountpoint = mountpoint
    self.bytes = bytes
    self.reconnects = reconnects
    self.error = error
  }
}
