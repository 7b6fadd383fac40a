internal import GNSSBasics
internal import RTCMParser
internal import SatelliteOrbits

/// The rover's mean velocity between two epochs, by the changes of its phases.
///
/// The mean is more precise than the velocity by Doppler shifts, and half an interval late while the rover gathers
/// speed.
enum PhaseVelocity {
  /// The time between two epochs up to which their phases are compared, seconds.
  private static var longest: Double { 2 }
  /// The difference from the velocity by Doppler shifts up to which the rover does not gather speed, m/s.
  private static var greatestDifference: Double { 0.15 }

  /// Returns the better one of the velocities by phases and by Doppler shifts.
  static func better(
    _ phases: SIMD3<Double>?, than doppler: SIMD3<Double>?
  ) -> SIMD3<Double>? {
    guard let phases, let doppler else { return phases ?? doppler }
    return (phases - doppler).length < greatestDifference ? phases : doppler
  }

  /// Finds the mean velocity since the epoch before.
  ///
  /// - Parameters:
  ///   - epoch: The epoch.
  ///   - before: The epoch before.
  ///   - place: The rover's place at the epoch.
  ///   - mask: The sine of the least elevation.
  /// - Returns: The velocity in the Earth-fixed frame, m/s; `nil` with fewer than five satellites that were
  ///   tracked without a slip.
  static func velocity(
    of epoch: EpochSignals, since before: EpochSignals, at place: ReceiverPlace, mask: Double
  ) -> SIMD3<Double>? {
    let elapsed = epoch.time.seconds(since: before.time)
    guard elapsed > 0, elapsed <= longest else { return nil }
    var (rows, last) = ([RangeRow](), before.satellites[...])
    for satellite in epoch.satellites {
      last = last.drop { $0.satellite < satellite.satellite }
      guard let other = last.first, other.satellite == satellite.satellite else { continue }
      let sight = place.sight(of: satellite, through: nil, at: epoch.time)
      guard sight.sineOfElevation >= mask,
        let change = change(of: satellite, since: other, elapsed: elapsed)
      else { continue }
      let sightBefore = place.sight(of: other, through: nil, at: before.time)
      let modelled =
        sight.phase(clock: satellite.clock, frequency: .infinity)
        - sightBefore.phase(clock: other.clock, frequency: .infinity)
      let variance =
        2
        * SignalNoise().phaseVariance(
          sineOfElevation: sight.sineOfElevation, cnr: nil)
      rows.append(
        RangeRow(
          direction: -sight.direction, residual: change - modelled, weight: 1 / variance, clock: 0))
    }
    let fit = RangeFit(rows, limit: (deviations: 4, metres: { _ in 0.03 }))
    guard let fit, fit.misfit.freedom >= 1, fit.deviation < 3 else { return nil }
    return fit.move / elapsed
  }

  /// Returns the change of a phaserange of a satellite, metres; `nil` without a signal that was tracked.
  private static func change(
    of satellite: SatelliteSignals, since before: SatelliteSignals, elapsed: Double
  ) -> Double? {
    for signal in satellite.signals {
      guard let phase = signal.phaserange, !signal.hasHalfCycleAmbiguity,
        signal.minimumLockTimeMilliseconds.map({ !LockTime.isShorter($0, than: elapsed) }) ?? true,
        let other = before.signals.first(where: { $0.code == signal.code }),
        let phaseBefore = other.phaserange, !other.hasHalfCycleAmbiguity
      else { continue }
      return phase - phaseBefore
    }
    return nil
  }
}
