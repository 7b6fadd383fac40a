internal import GNSSBasics
internal import GNSSSimulation

/// The satellites that a receiver knows to be overhead at an epoch, and what it has of each.
struct SatellitesInView: Hashable, Sendable {
  /// A satellite in view.
  struct Satellite: Hashable, Sendable {
    /// The satellite's identity.
    var id: SatelliteID
    /// The satellite's direction; `nil` while the receiver cannot tell, for want of an orbit or of a place of
    /// its own.
    var direction: SkyDirection?
    /// The signals that are followed, the first band's first; none while it is searched.
    var signals = FollowedSignals()
    /// Since when it is followed.
    var followedSince: GPSTime?
    /// Whether its ephemeris has been read.
    var hasEphemeris = false

    /// Whether a signal of it is followed.
    var isFollowed: Bool { !signals.isEmpty }
    /// Whether it is high enough, its signal strong enough and its orbit known to be used in a position.
    var isUsable: Bool {
      guard hasEphemeris, let direction, let first = signals.first else { return false }
      return direction.elevation >= 10 && first.carrierToNoise >= 27
    }
  }

  /// A signal that is followed.
  struct Signal: Hashable, Sendable {
    var code: RINEXSignalCode
    /// dB-Hz.
    var carrierToNoise: Double
    /// Whether half a cycle of its phase is still open.
    var hasHalfCycleAmbiguity = false

    /// As messages have it, dB-Hz.
    var shownCarrierToNoise: Int { Int(carrierToNoise.rounded()) }
  }

  /// The signals of a satellite: a ZED-F9P follows two at most, which need no memory of their own.
  struct FollowedSignals: Hashable, Sendable, RandomAccessCollection {
    private var one: Signal?, other: Signal?

    /// None.
    init() {}

    /// Some; what is more than two is left out.
    init(_ signals: some Sequence<Signal>) { for signal in signals { append(signal) } }

    mutating func append(_ signal: Signal) {
      if one == nil { one = signal } else if other == nil { other = signal }
    }

    var startIndex: Int { 0 }
    var endIndex: Int { one == nil ? 0 : other == nil ? 1 : 2 }

    subscript(index: Int) -> Signal {
      guard let signal = index == 0 ? one : other else { preconditionFailure("no such signal") }
      return signal
    }
  }

  /// By system and number.
  var satellites: [Satellite] = []

  /// Satellites that can be used.
  var usable: some Collection<Satellite> { satellites.lazy.filter(\.isUsable) }
  /// The number of usable satellites.
  var usableCount: Int { satellites.count { $0.isUsable } }

  /// Satellites of one system.
  func satellites(of constellation: Constellation) -> [Satellite] {
    satellites.filter { $0.id.constellation == constellation }
  }
}
