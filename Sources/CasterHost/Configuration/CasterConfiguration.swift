public import GNSSBasics
public import NtripCaster
public import NtripProtocol
public import RTCMStreams

/// The configuration of a caster: its mountpoints, users, ports and limits.
public struct CasterConfiguration: Sendable {
  /// A mountpoint and where its stream comes from.
  public struct Mount: Hashable, Sendable {
    /// The origin of a stream.
    public enum Origin: Hashable, Sendable {
      /// A file, and how it is played.
      case capture(path: String, Playing)
      /// A base station at a place, made as time goes on.
      case synthesised(GeodeticPosition)
      /// Another caster's mountpoint, fetched always, or when somebody reads it.
      case relay(NtripURL, isOnDemand: Bool)
      /// A source that pushes.
      case source
      /// Whichever other mountpoint is nearest to the reader.
      case nearest
    }

    /// The way a capture is played.
    public struct Playing: Hashable, Sendable {
      /// The date of the first epoch.
      public enum Date: Hashable, Sendable {
        /// When it is played.
        case now
        /// This one.
        case at(UnixTime)
      }

      /// The factor by which playing is faster than the recording.
      public var speed = 1.0
      /// Whether it is played again and again.
      public var isLooping = true
      /// The time in the capture at which the first pass begins.
      public var offset = Duration.zero
      /// The treatment of pauses.
      public var gaps = PlayingOptions.Gaps.kept
      /// As of which date; `nil` leaves that of the capture.
      public var date: Date?

      /// Creates what is usual: from the beginning, as it was recorded, again and again.
      public init() {}
    }

    /// The mountpoint's name, as clients ask for it.
    public var name: String
    /// The stream's origin.
    public var origin: Origin
    /// The country that the sourcetable tells, ISO 3166 alpha-3; empty for none.
    public var country: String

    /// Creates a mountpoint.
    public init(_ name: String, _ origin: Origin, country: String = "") {
      (self.name, self.origin, self.country) = (name, origin, country)
    }
  }

  /// The address to listen on.
  public var host = "127.0.0.1"
  /// The port; 0 takes a free one.
  public var port: UInt16 = 2101
  /// The port and identity of encrypted connections; `nil` for none.
  public var encryption: CasterEncryption?
  /// The port on 127.0.0.1 that tells how the caster is; `nil` for none, 0 for a free one.
  public var adminPort: UInt16?
  /// The users and their rights; `nil` lets everybody read, and nobody push.
  public var users: CasterUsers?
  /// The limits of clients.
  public var limits = CasterLimits()
  /// The mountpoints, in the order of the sourcetable.
  public var mounts: [Mount] = []
  /// The faults that are injected.
  public var faults: [CasterFault] = []
  /// The seed of random faults.
  public var seed: UInt64 = 0

  /// Creates a configuration without mountpoints.
  public init() {}
}
