internal import GNSSBasics
internal import Locks

/// The orbits of a sky's satellites, computed once for all receivers that look up to it at about the same
/// time.
///
/// Whoever looks at another time has it worked out again, and keeps what was told: nobody waits for anybody's sums.
final class FlownOrbits: Sendable {
  /// The satellites, in the order of the sky.
  let satellites: [SatelliteID]
  private let sources: [SimulatedSatellite]
  /// Of each satellite what was asked for lately, the newest first.
  private let latest: Lock<[[Flight]]>

  /// A set that a satellite broadcasts and flies for a while.
  private struct Flight {
    let set: BroadcastSet
    /// By the last bits of their numbers: of two minutes, which boards that start together go through one after the
    /// other.
    var arcs: InlineArray<4, OrbitArc?> = InlineArray(repeating: nil)
  }

  /// The number of orbit arcs cached per satellite.
  private static let mostFlights = 2

  init(of satellites: [SimulatedSatellite]) {
    sources = satellites
    self.satellites = satellites.map(\.id)
    latest = Lock(Array(repeating: [], count: satellites.count))
  }

  /// Returns the set that a satellite broadcasts and flies at an instant.
  ///
  /// - Parameters:
  ///   - index: Its place in ``satellites``.
  ///   - time: The instant.
  /// - Returns: `nil` where nothing is known of it then.
  func set(of index: Int, at time: GPSTime) -> BroadcastSet? {
    func known(_ flights: [Flight]) -> BroadcastSet? {
      flights.first { $0.set.validity.contains(time) }?.set
    }
    if let known = latest.withLock({ known($0[index]) }) { return known }
    guard let set = sources[index].set(at: time) else { return nil }
    return latest.withLock { latest in
      // Somebody else may have been quicker.
      if let known = known(latest[index]) { return known }
      latest[index].insert(Flight(set: set), at: 0)
      if latest[index].count > Self.mostFlights { latest[index].removeLast() }
      return set
    }
  }

  /// The part of the orbit that a satellite is on at an instant.
  ///
  /// - Parameters:
  ///   - set: What it flies: of ``set(of:at:)``, or of another sky that one has come from.
  ///   - index: Its place in ``satellites``.
  ///   - time: The instant.
  /// - Returns: The arc, a new one where that of `set` is not kept.
  func arc(of set: BroadcastSet, of index: Int, at time: GPSTime) -> OrbitArc {
    let place = Int(OrbitArc.number(at: time) & 3)
    func flight(in flights: [Flight]) -> Int? { flights.firstIndex { $0.set === set } }
    let known = latest.withLock { latest in
      flight(in: latest[index]).flatMap { latest[index][$0].arcs[place] }
    }
    if let known, known.contains(time) { return known }
    let arc = OrbitArc(of: set.orbit, around: time)
    latest.withLock { latest in
      if let flight = flight(in: latest[index]) { latest[index][flight].arcs[place] = arc }
    }
    return arc
  }
}
