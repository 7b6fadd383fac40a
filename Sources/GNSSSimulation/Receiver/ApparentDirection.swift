internal import GNSSBasics
internal import Mathematics
internal import SatelliteOrbits

/// The direction in which an antenna sees a satellite at a given time, computed from the satellite's arc.
///
/// The direction is right to a millimetre at the satellite, which is exact enough for visibility and signal
/// strength. It is many times faster to compute than a `LineOfSight`, which has ranges and their rates.
struct ApparentDirection: Sendable {
  /// The unit vector from the antenna to the satellite, in the frame of a `LineOfSight`.
  let vector: SIMD3<Double>
  /// The sine of the elevation above the antenna's horizon.
  let sineOfElevation: Double

  /// Traces a signal back from the antenna, as `LineOfSight` does.
  init(
    along arc: OrbitArc, to antenna: Antenna, receivedAt time: GPSTime, minus delay: Double = 0,
    earthTurns: Bool = true
  ) {
    var travelTime = LineOfSight.typicalTravelTime
    var sight = SIMD3<Double>.zero
    var distance = 0.0
    // The second iteration leaves an error of 36 ns, in which a satellite moves 0.14 mm.
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
  /// Returns the earliest time at which a satellite below a mask can rise above it.
  ///
  /// The sine of an elevation changes by at most 2e-4 a second: 4 km/s, 20,000 km away.
  func earliestRise(above sineOfMask: Double, from time: GPSTime) -> GPSTime {
    time.advanced(byNanoseconds: Int64((sineOfMask - sineOfElevation) / 2e-4 * 1e9))
  }
}

extension SkyDirection {
  /// Creates the direction of a satellite from an antenna.
  init(_ apparent: ApparentDirection, from antenna: Antenna) {
    self.init(apparent.vector, sineOfElevation: apparent.sineOfElevation, from: antenna)
  }
}
