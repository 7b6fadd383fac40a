public import GNSSBasics
package import MQTTClient
public import MQTTMessages
public import NtripCaster
public import NtripProtocol
public import RTCMStreams

/// The configuration of a caster: its mountpoints, users, ports and limits.
public struct CasterConfiguration: Sendable {
  /// A mountpoint with the origin of its stream.
  public struct Mount: Hashable, Sendable {
    /// The origin of a stream.
    public enum Origin: Hashable, Sendable {
      /// A capture file, with its playback settings.
      case capture(path: String, Playing)
      /// A simulated base station at a position, which follows real time.
      case synthesised(GeodeticPosition)
      /// Another caster's mountpoint, relayed always, or only while it has readers.
      case relay(NtripURL, isOnDemand: Bool)
      /// A topic of an MQTT broker, the root of its URL; taken always, or only while it has readers.
      case topic(BrokerURL, isOnDemand: Bool)
      /// A source that pushes its stream to the caster.
      case source
      /// The other mountpoint nearest to the reader.
      case nearest
    }

    /// The playback settings of a capture.
    public struct Playing: Hashable, Sendable {
      /// The date of the first epoch.
      public enum Date: Hashable, Sendable {
        /// The time of playback.
        case now
        /// A given date.
        case at(UnixTime)
      }

      /// The speed of playback relative to the recording.
      public var speed = 1.0
      /// Whether playback repeats the capture.
      public var isLooping = true
      /// The time in the capture at which the first pass begins.
      public var offset = Duration.zero
      /// The treatment of pauses in the capture.
      public var gaps = PlayingOptions.Gaps.kept
      /// The date of the first epoch; `nil` keeps the date of the capture.
      public var date: Date?

      /// Creates the default settings: from the beginning, as recorded, repeated.
      public init() {}
    }

    /// The mountpoint's name in requests.
    public var name: String
    /// The stream's origin.
    public var origin: Origin
    /// The country in the sourcetable, ISO 3166 alpha-3; empty for none.
    public var country: String
    /// Whether the stream needs a reader's position, which a relay sends to the other caster.
    public var needsPosition = false

    /// Creates a mountpoint from its name, origin and country.
    public init(_ name: String, _ origin: Origin, country: String = "") {
      (self.name, self.origin, self.country) = (name, origin, country)
    }
  }

  /// The address on which the caster listens.
  public var host = "127.0.0.1"
  /// The port; 0 takes a free port.
  public var port: UInt16 = 2101
  /// The port and identity of encrypted connections; `nil` for none.
  public var encryption: CasterEncryption?
  /// The port of the admin interface on 127.0.0.1; `nil` for none, 0 for a free port.
  public var adminPort: UInt16?
  /// The users and their rights; with `nil` anyone may read, and nobody may push.
  public var users: CasterUsers?
  /// The limits of clients.
  public var limits = CasterLimits()
  /// The mountpoints, in sourcetable order.
  public var mounts: [Mount] = []
  /// The caster's place in a cluster; `nil` for a caster by itself.
  package var cluster: ClusterOptions?
  /// The streams that are published to topics.
  package var publications: [StreamPublication] = []
  /// The way in which connections to MQTT brokers are made.
  package var brokerAccess = BrokerAccess()
  /// The faults to inject.
  public var faults: [CasterFault] = []
  /// The seed of the faults' random numbers.
  public var seed: UInt64 = 0

  /// Creates a configuration without mountpoints.
  public init() {}
}
