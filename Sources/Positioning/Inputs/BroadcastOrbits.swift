public import GNSSBasics
public import RTCMParser
internal import SatelliteOrbits

/// The orbits, clocks and group delays that satellites have broadcast, for a receiver that solves.
public struct BroadcastOrbits: Sendable {
  private var sets: [SatelliteID: [Broadcast]] = [:]

  /// Creates a store without orbits.
  public init() {}

  /// The satellites with at least one orbit.
  public var satellites: Set<SatelliteID> { Set(sets.keys) }

  /// Adds an ephemeris; other messages are ignored.
  ///
  /// Of an ephemeris with the reference time of an earlier one, the later message counts. Galileo's I/NAV is
  /// taken before F/NAV.
  ///
  /// - Parameters:
  ///   - message: Any message.
  ///   - reference: The approximate time at which it was received.
  public mutating func add(_ message: RTCMMessage, near reference: GPSTime) {
    guard let satellite = message.orbitingSatellite,
      let orbit = SatelliteOrbit(message, near: reference)
    else { return }
    let defect = OrbitDefect(in: message)
    if let defect, defect != .unhealthy { return }
    let set = Broadcast(
      orbit: orbit, isHealthy: defect == nil, delays: GroupDelays(message), type: message.type)
    guard var known = sets[satellite] else {
      sets[satellite] = [set]
      return
    }
    if let same = known.firstIndex(where: {
      $0.orbit.referenceTime == orbit.referenceTime
    }) {
      if set.type >= known[same].type { known[same] = set }
    } else {
      known.append(set)
      known.sort { $0.orbit.referenceTime < $1.orbit.referenceTime }
    }
    sets[satellite] = known
  }

  /// Returns the set of a satellite whose reference time is nearest to an instant.
  ///
  /// - Returns: The set, or why there is none.
  func set(of satellite: SatelliteID, at time: GPSTime) -> Result<Broadcast, OrbitLack> {
    guard let known = sets[satellite] else { return .failure(.unknown) }
    var best = (known[0], Double.infinity)
    for set in known {
      let age = time.seconds(since: set.orbit.referenceTime).magnitude
      // Both messages of Galileo have the same orbit; I/NAV's clock is that of E1.
      if age < best.1 || age == best.1 && set.type > best.0.type { best = (set, age) }
    }
    guard best.1 <= SatelliteOrbit.reach(of: satellite.constellation) else {
      return .failure(.stale)
    }
    return best.0.isHealthy ? .success(best.0) : .failure(.unhealthy)
  }
}

extension BroadcastOrbits {
  /// Returns the directions of all satellites with a usable orbit at an instant, also below the horizon.
  ///
  /// Satellites that say that they are not to be used are left out. The Earth's turn while a signal travels, a
  /// third of a thousandth of a degree, is not counted.
  ///
  /// - Parameters:
  ///   - time: The instant.
  ///   - position: The place of the antenna.
  /// - Returns: The directions by satellite.
  package func directions(
    at time: GPSTime, from position: ECEFPosition
  ) -> [SatelliteID: SkyDirection] {
    let plane = TangentPlane(at: GeodeticPosition(position))
    let antenna = SIMD3(position)
    var directions: [SatelliteID: SkyDirection] = [:]
    for satellite in sets.keys {
      guard case .success(let broadcast) = set(of: satellite, at: time) else { continue }
      let state = broadcast.orbit.state(at: time, minus: Self.travelTime)
      let direction = SkyDirection(of: state.position - antenna, from: plane)
      if direction.elevation.isFinite { directions[satellite] = direction }
    }
    return directions
  }

  /// The mean time that a signal travels, seconds.
  private static var travelTime: Double { 0.075 }
}

/// A broadcast orbit with what a receiver needs beside it.
///
/// A set is large and never changes, so that it is shared and not copied.
final class Broadcast: Sendable {
  let orbit: SatelliteOrbit
  let isHealthy: Bool
  let delays: GroupDelays
  /// The type (DF002) of its message.
  let type: UInt16

  init(orbit: SatelliteOrbit, isHealthy: Bool, delays: GroupDelays, type: UInt16) {
    (self.orbit, self.isHealthy, self.delays, self.type) = (orbit, isHealthy, delays, type)
  }
}

/// The reason for which a satellite has no orbit.
enum OrbitLack: Error, Hashable, Sendable {
  /// A satellite without any ephemeris.
  case unknown
  /// An ephemeris that is too old, or too far in the future.
  case stale
  /// A satellite that says that it is not to be used.
  case unhealthy
}
