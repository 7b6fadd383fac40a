internal import GNSSBasics
internal import GNSSSimulation

/// The satellites that a receiver knows to be in view at an epoch, with their signals and orbits.
struct SatellitesInView: Hashable, Sendable {
  /// A satellite in view.
  struct Satellite: Hashable, Sendable {
    /// The satellite's identity.
    var id: SatelliteID
    /// The satellite's direction; `nil` without an ephemeris or an approximate receiver position.
    var direction: SkyDirection?
    /// The tracked signals, that of the first band first; empty during the search.
    var signals = FollowedSignals()
    /// The time since which the satellite is tracked; `nil` during the search.
    var followedSince: GPSTime?
    /// Whether the satellite's ephemeris has been read.
    var hasEphemeris = false
    /// Whether the position was computed with the satellite; `nil` where nothing is computed.
    var isUsed: Bool?

    /// Whether a signal of the satellite is tracked.
    var isFollowed: Bool { !signals.isEmpty }
    /// Whether the position uses the satellite; where nothing is computed, whether one can use it: known orbit, 10° of
    /// elevation and 27 dB-Hz or more.
    var isUsable: Bool {
      if let isUsed { return isUsed }
      guard hasEphemeris, let direction, let first = signals.first else { return false }
      return direction.elevation >= 10 && first.carrierToNoise >= 27
    }
  }

  /// A tracked signal.
  struct Signal: Hashable, Sendable {
    var code: RINEXSignalCode
    /// The carrier-to-noise ratio, dB-Hz.
    var carrierToNoise: Double
    /// Whether the phase has an unresolved half-cycle ambiguity.
    var hasHalfCycleAmbiguity = false

    /// The carrier-to-noise ratio in messages, whole dB-Hz.
    var shownCarrierToNoise: Int { Int(carrierToNoise.rounded()) }
  }

  /// The signals of a satellite, at most two as in a ZED-F9P, stored without heap allocation.
  struct FollowedSignals: Hashable, Sendable, RandomAccessCollection {
    private var one: Signal?, other: Signal?

    /// Creates an empty list.
    init() {}

    /// Creates a list of the first two signals.
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

  /// The satellites in the order of system and number.
  var satellites: [Satellite] = []

  /// The usable satellites.
  var usable: some Collection<Satellite> { satellites.lazy.filter(\.isUsable) }
  /// The number of usable satellites.
  var usableCount: Int { satellites.count { $0.isUsable } }

  /// Returns the satellites of one system.
  func satellites(of constellation: Constellation) -> [Satellite] {
    satellites.filter { $0.id.constellation == constellation }
  }
}
