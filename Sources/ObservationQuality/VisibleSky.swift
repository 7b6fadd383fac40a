internal import Positioning
internal import RTCMParser

/// The satellites above the mask over time, from their orbits: what a receiver could have observed.
struct VisibleSky: Sendable {
  /// The directions of satellites at the last look, also below the horizon.
  private(set) var directions: [SatelliteID: SkyDirection] = [:]
  /// The time for which each satellite was above the mask, nanoseconds.
  private(set) var visible: [SatelliteID: Int64] = [:]
  /// The satellites that were above the mask at the first look.
  private(set) var atFirst: Set<SatelliteID> = []
  private var looked: GPSTime?
  private let mask: Double

  /// The time between two looks, nanoseconds; satellites move by a twelfth of a degree.
  private static let pause: Int64 = 10_000_000_000
  /// The longest gap in which satellites are expected, nanoseconds.
  private static let longestGap: Int64 = 86_400_000_000_000

  /// Creates a sky before the first look.
  ///
  /// - Parameter mask: The least elevation, degrees.
  init(mask: Double) { self.mask = mask }

  /// Whether there was a look at the sky.
  var isKnown: Bool { looked != nil }

  /// Goes on to the next epoch.
  ///
  /// - Parameters:
  ///   - time: The epoch.
  ///   - last: The epoch before it; `nil` at the first one.
  ///   - place: The antenna's place.
  ///   - orbits: The orbits.
  mutating func advance(
    to time: GPSTime, from last: GPSTime?, at place: ECEFPosition, _ orbits: BroadcastOrbits
  ) {
    guard let last, isKnown, time.nanoseconds - last.nanoseconds <= Self.longestGap else {
      look(at: time, from: place, orbits)
      if atFirst.isEmpty { atFirst = Set(above) }
      return
    }
    var now = last
    while now < time {
      let step = min(time.nanoseconds - now.nanoseconds, Self.pause)
      now = now.advanced(byNanoseconds: step)
      if let looked, now.nanoseconds - looked.nanoseconds >= Self.pause {
        look(at: now, from: place, orbits)
      }
      for satellite in above { visible[satellite, default: 0] += step }
    }
  }

  private var above: [SatelliteID] {
    directions.lazy.filter { $0.value.elevation >= mask }.map(\.key)
  }

  private mutating func look(at time: GPSTime, from place: ECEFPosition, _ orbits: BroadcastOrbits)
  {
    looked = time
    directions = orbits.directions(at: time, from: place)
  }

  /// Returns the number of epochs at which a satellite was above the mask.
  ///
  /// - Parameters:
  ///   - satellite: The satellite.
  ///   - interval: The time between two epochs, seconds.
  /// - Returns: The number.
  func expected(_ satellite: SatelliteID, every interval: Double) -> Int {
    let time = Double(visible[satellite] ?? 0) / 1e9
    return Int((time / interval).rounded()) + (atFirst.contains(satellite) ? 1 : 0)
  }
}
