internal import GNSSBasics
internal import Locks

/// The orbits of a sky's satellites, computed once for all receivers that need about the same time.
///
/// A receiver at another time has its orbits computed again, and keeps the results itself. The lock is not
/// held during a computation, so no receiver waits for another receiver's computation.
final class FlownOrbits: Sendable {
  /// The satellites, in the order of the sky.
  let satellites: [SatelliteID]
  private let sources: [SimulatedSatellite]
  /// The cached broadcast sets of each satellite, the newest first.
  private let latest: Lock<[[Flight]]>

  /// A broadcast set of a satellite, with its cached arcs.
  private struct Flight {
    let set: BroadcastSet
    /// The arcs by the last two bits of their numbers.
    ///
    /// Four arcs are two minutes, which boards that start together pass through one after the other.
    var arcs: InlineArray<4, OrbitArc?> = InlineArray(repeating: nil)
  }

  /// The number of broadcast sets cached per satellite.
  private static let mostFlights = 2

  init(of satellites: [SimulatedSatellite]) {
    sources = satellites
    self.satellites = satellites.map(\.id)
    latest = Lock(Array(repeating: [], count: satellites.count))
  }

  /// Returns the set that a satellite broadcasts and follows at an instant.
  ///
  /// - Parameters:
  ///   - index: The satellite's index in ``satellites``.
  ///   - time: The instant.
  /// - Returns: The set; `nil` where the satellite has none at that time.
  func set(of index: Int, at time: GPSTime) -> BroadcastSet? {
    func known(_ flights: [Flight]) -> BroadcastSet? {
      flights.first { $0.set.validity.contains(time) }?.set
    }
    if let known = latest.withLock({ known($0[index]) }) { return known }
    guard let set = sources[index].set(at: time) else { return nil }
    return latest.withLock { latest in
      // Another thread may have added the set meanwhile.
      if let known = known(latest[index]) { return known }
      latest[index].insert(Flight(set: set), at: 0)
      if latest[index].count > Self.mostFlights { latest[index].removeLast() }
      return set
    }
  }

  /// Returns the arc of the orbit that a satellite is on at an instant.
  ///
  /// - Parameters:
  ///   - set: The set that the satellite follows: from ``set(of:at:)``, or from an earlier sky of the
  ///     receiver.
  ///   - index: The satellite's index in ``satellites``.
  ///   - time: The instant.
  /// - Returns: The arc; a new one, not cached, where `set` is not in the cache.
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
