internal import GNSSBasics
internal import Mathematics

/// In which direction an antenna sees a satellite at a given time, by the arc that it flies.
///
/// Right to a millimetre at the satellite: as good as exact for what is in sight and how strong it is, and many times
/// quicker than a `LineOfSight`, which tells ranges and their rates.
struct ApparentDirection: Sendable {
  /// From the antenna to the satellite, a unit vector in the frame of a `LineOfSight`.
  let vector: SIMD3<Double>
  /// Sine of the elevation above the antenna's horizon.
  let sineOfElevation: Double

  /// Follows a signal back from the antenna, as a `LineOfSight` does.
  init(
    along arc: OrbitArc, to antenna: Antenna, receivedAt time: GPSTime, minus delay: Double = 0,
    earthTurns: Bool = true
  ) {
    var travelTime = LineOfSight.typicalTravelTime
    var sight = SIMD3<Double>.zero
    var distance = 0.0
    // The second round leaves 36 ns, in which a satellite goes 0.14 mm.
    for _ in 0..<2 {
      let position = arc.position(at: time, minus: delay + travelTime)
      sight = (earthTurns ? position.turnedSlightly(by: travelTime) : position) - antenna.position
      distance = sight.length
      travelTime = distance / GPSConstants.speedOfLight
    }
    vector = sight / distance
    sineOfElevation = vector.dot(antenna.up)
  }
}

extension ApparentDirection {
  /// The earliest that a satellite can rise which is below a mask at an instant.
  ///
  /// The sine of no satellite's elevation changes faster than by 2e-4 a second: 4 km/s, 20,000 km away.
  func earliestRise(above sineOfMask: Double, from time: GPSTime) -> GPSTime {
    time.advanced(byNanoseconds: Int64((sineOfMask - sineOfElevation) / 2e-4 * 1e9))
  }
}
