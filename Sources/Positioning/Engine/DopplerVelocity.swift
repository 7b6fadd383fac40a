internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// The rover's velocity by the Doppler shifts of its signals.
enum DopplerVelocity {
  /// The standard deviation of a range rate at the zenith, m/s.
  private static var deviation: Double { 0.05 }

  /// Finds the velocity at an epoch.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - place: The rover's place, to some hundred metres.
  ///   - mask: The sine of the least elevation.
  /// - Returns: The velocity in the Earth-fixed frame, m/s; `nil` with Doppler shifts of fewer than four
  ///   satellites.
  static func velocity(
    of epoch: EpochSignals, at place: ReceiverPlace, mask: Double
  ) -> SIMD3<Double>? {
    let carried = place.position.carriedByEarth
    let rows: [RangeRow] = epoch.satellites.compactMap { satellite in
      // One rate a satellite: those of its bands are of the same oscillator.
      guard let rate = satellite.signals.lazy.compactMap(\.phaserangeRate).first else { return nil }
      let sight = place.sight(of: satellite, through: nil, at: epoch.time)
      guard sight.sineOfElevation >= mask else { return nil }
      let travelTime = sight.range / GPSConstants.speedOfLight
      let moving = (satellite.velocity + satellite.position.carriedByEarth)
        .turnedSlightly(by: travelTime)
      let still = sight.direction.dot(moving - carried) - satellite.clockRate
      let sine = max(sight.sineOfElevation, 0.1)
      return RangeRow(
        direction: -sight.direction, residual: rate - still,
        weight: sine * sine / (deviation * deviation), clock: 0)
    }
    guard rows.count >= 4 else { return nil }
    return RangeFit(rows, limit: (deviations: 4, metres: { _ in 0.3 }))?.move
  }
}
