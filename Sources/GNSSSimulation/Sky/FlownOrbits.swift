internal import GNSSBasics
internal import Synchronization

/// What the satellites of a sky fly at the moment, worked out once for all who look up to it.
///
/// Who looks up at one time shares it; who looks at times far apart only has it worked out more often.
final class FlownOrbits: Sendable {
  /// Which satellites they are, in the order of the sky.
  let satellites: [SatelliteID]
  private let sources: [SimulatedSatellite]
  /// Of each satellite what was asked for lately.
  private let latest: Mutex<[Latest]>

  private struct Latest {
    var set: BroadcastSet?
    /// Of the orbit of `set`, by the last bits of their numbers: of two minutes, which boards that start together go
    /// through one after the other.
    var arcs: InlineArray<4, OrbitArc?> = InlineArray(repeating: nil)
  }

  init(of satellites: [SimulatedSatellite]) {
    sources = satellites
    self.satellites = satellites.map(\.id)
    latest = Mutex(Array(repeating: Latest(), count: satellites.count))
  }

  /// What a satellite broadcasts and flies at an instant.
  ///
  /// - Parameters:
  ///   - index: Its place in ``satellites``.
  ///   - time: The instant.
  /// - Returns: `nil` where nothing is known of it then.
  func set(of index: Int, at time: GPSTime) -> BroadcastSet? {
    latest.withLock { set(of: index, at: time, in: &$0) }
  }

  /// The part of the orbit that a satellite is on at an instant.
  ///
  /// - Parameters:
  ///   - index: Its place in ``satellites``.
  ///   - time: The instant.
  ///   - own: What it flies for a receiver that has come from under another sky; `nil` for what it flies here.
  /// - Returns: `nil` where nothing is known of it then.
  func arc(of index: Int, at time: GPSTime, flying own: BroadcastSet? = nil) -> OrbitArc? {
    latest.withLock { latest in
      let shared = set(of: index, at: time, in: &latest)
      if let own, own != shared { return OrbitArc(of: own.orbit, around: time) }
      guard let set = shared else { return nil }
      let place = Int(OrbitArc.number(at: time) & 3)
      if let arc = latest[index].arcs[place], arc.contains(time) { return arc }
      let arc = OrbitArc(of: set.orbit, around: time)
      latest[index].arcs[place] = arc
      return arc
    }
  }

  private func set(of index: Int, at time: GPSTime, in latest: inout [Latest]) -> BroadcastSet? {
    if let set = latest[index].set, set.validity.contains(time) { return set }
    let set = sources[index].set(at: time)
    latest[index] = Latest(set: set)
    return set
  }
}
