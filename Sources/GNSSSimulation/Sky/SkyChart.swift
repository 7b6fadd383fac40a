package import GNSSBasics
internal import Mathematics

/// Where the satellites of a sky stand over a place, without their signals.
package struct SkyChart: Sendable {
  /// A satellite in its direction.
  package struct Entry: Hashable, Sendable {
    package let satellite: SatelliteID
    package let direction: SkyDirection
  }

  private struct Row: Sendable {
    let satellite: SimulatedSatellite
    /// What it flies.
    var set: BroadcastSet? { didSet { arc = nil } }
    /// On which way it is.
    var arc: OrbitArc?
    /// Until when it cannot have risen.
    var hiddenUntil: GPSTime?

    /// Its arc at an instant, by what it flies.
    mutating func arc(at time: GPSTime) -> OrbitArc? {
      if let arc, arc.contains(time) { return arc }
      arc = set.map { OrbitArc(of: $0.orbit, around: time) }
      return arc
    }
  }

  private var satellites: [Row]

  /// A chart of a sky.
  package init(of sky: Sky) { satellites = sky.satellites.map { Row(satellite: $0) } }

  /// The satellites above an elevation in degrees, by their IDs.
  ///
  /// From one call to the next the place may move as far as anybody drives, and the elevation stays.
  package mutating func entries(
    above elevation: Double, over place: GeodeticPosition, at time: GPSTime
  ) -> [Entry] {
    let antenna = Antenna(place)
    let sineOfMask = Math.sine(elevation.degreesInRadians)
    var entries: [Entry] = []
    for index in satellites.indices {
      if let until = satellites[index].hiddenUntil, time < until { continue }
      if satellites[index].set?.validity.contains(time) != true {
        satellites[index].set = satellites[index].satellite.set(at: time)
      }
      guard let arc = satellites[index].arc(at: time) else { continue }
      let apparent = ApparentDirection(along: arc, to: antenna, receivedAt: time)
      guard apparent.sineOfElevation >= sineOfMask else {
        satellites[index].hiddenUntil = apparent.earliestRise(above: sineOfMask, from: time)
        continue
      }
      entries.append(
        Entry(
          satellite: satellites[index].satellite.id,
          direction: SkyDirection(apparent, from: antenna)))
    }
    return entries
  }
}
