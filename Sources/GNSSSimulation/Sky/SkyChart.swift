package import GNSSBasics
internal import Mathematics

/// A chart of the directions of a sky's satellites over a place, without their signals.
package struct SkyChart: Sendable {
  /// A satellite and its direction.
  package struct Entry: Hashable, Sendable {
    package let satellite: SatelliteID
    package let direction: SkyDirection
  }

  private let orbits: FlownOrbits
  /// The set that each satellite followed at the last request.
  private var sets: [BroadcastSet?]
  private var hidden: HiddenSatellites

  /// Creates the chart of a sky.
  package init(of sky: Sky) {
    orbits = sky.orbits
    sets = Array(repeating: nil, count: orbits.satellites.count)
    hidden = HiddenSatellites(count: orbits.satellites.count)
  }

  /// Returns the satellites above an elevation in degrees, sorted by ID.
  ///
  /// The place may change from one call to the next, but the elevation must stay the same.
  package mutating func entries(
    above elevation: Double, over place: GeodeticPosition, at time: GPSTime
  ) -> [Entry] {
    let antenna = Antenna(place)
    let sineOfMask = Math.sine(elevation.degreesInRadians)
    var entries: [Entry] = []
    hidden.look(from: antenna)
    for (index, satellite) in orbits.satellites.enumerated()
    where !hidden.hides(index, at: time) {
      if sets[index]?.validity.contains(time) != true {
        sets[index] = orbits.set(of: index, at: time)
      }
      guard let set = sets[index] else { continue }
      let arc = orbits.arc(of: set, of: index, at: time)
      let apparent = ApparentDirection(along: arc, to: antenna, receivedAt: time)
      guard apparent.sineOfElevation >= sineOfMask else {
        hidden.note(index, at: apparent, below: sineOfMask, at: time)
        continue
      }
      entries.append(
        Entry(satellite: satellite, direction: SkyDirection(apparent, from: antenna)))
    }
    return entries
  }
}
