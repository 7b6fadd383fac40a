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
    var set: BroadcastSet?
    /// Until when it cannot have risen.
    var hiddenUntil: GPSTime?
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
      guard let set = satellites[index].set else { continue }
      let sight = LineOfSight(from: set.orbit, to: antenna, receivedAt: time)
      guard sight.sineOfElevation >= sineOfMask else {
        satellites[index].hiddenUntil = sight.earliestRise(above: sineOfMask, from: time)
        continue
      }
      entries.append(
        Entry(satellite: set.satellite, direction: SkyDirection(sight, from: antenna)))
    }
    return entries
  }
}
