internal import GNSSBasics
internal import GNSSSimulation

/// The satellites that a receiver knows to be overhead at an epoch, and what it has of each.
struct SatellitesInView: Hashable, Sendable {
  /// One of them.
  struct Satellite: Hashable, Sendable {
    /// Which it is.
    var id: SatelliteID
    /// Where it stands; `nil` while the receiver cannot tell, for want of an orbit or of a place of its own.
    var direction: SkyDirection?
    /// The signals that are followed, the first band's first; none while it is searched.
    var signals: [Signal] = []
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

  /// By system and number.
  var satellites: [Satellite] = []

  /// Satellites that can be used.
  var usable: some Collection<Satellite> { satellites.lazy.filter(\.isUsable) }
  /// How many there are of them.
  var usableCount: Int { satellites.count { $0.isUsable } }

  /// Satellites of one system.
  func satellites(of constellation: Constellation) -> [Satellite] {
    satellites.filter { $0.id.constellation == constellation }
  }
}
