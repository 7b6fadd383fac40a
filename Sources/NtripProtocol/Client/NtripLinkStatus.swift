/// The status of a link to a caster at one moment.
public struct NtripLinkStatus: Hashable, Sendable {
  /// The state of a link.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// Not wanted, or stopped.
    case off
    /// A connection is being made, or the caster has not answered yet.
    case connecting
    /// The caster has accepted, and its stream is read.
    case streaming
    /// The last attempt failed, and another one follows soon.
    case waiting
    /// The caster said no; another attempt follows late or, after a ban, never.
    case refused
  }

  /// The link's state.
  public var state: State
  /// The mountpoint that is asked for; `nil` when the link has none.
  public var mountpoint: String?
  /// Bytes of the stream received since the link was made, over all its connections.
  public var bytes: Int64
  /// Streams that began after the first one.
  public var reconnects: Int
  /// The reason for the last connection's end or failure, as a sentence with its remedy; `nil` while all is
  /// well.
  public var error: String?

  /// Creates a status; by default that of a link that is off.
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
