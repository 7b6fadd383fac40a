internal import Mathematics

extension SPS30Model {
  /// The relative RMS noise of a sample's concentrations, and of its typical size.
  private static let concentrationNoise = 0.01
  private static let sizeNoise = 0.003

  /// Takes the samples due by `now`, in order.
  public func advance(to now: Duration) {
    while case .measuring(var measuring) = state, measuring.nextSample <= now {
      let time = measuring.nextSample
      measuring.checks.check(failure, secondsSinceStart: (time - measuring.start).inSeconds)
      status = measuring.checks.status(after: status)
      let sample = sample(at: time, since: measuring.start, sight: measuring.checks.sight)
      if !defects.contains(.notReady) {
        measuring.latest = sample
        measuring.hasSample = true
        measuring.isDataReady = true
      }
      measuring.nextSample = time + Self.samplePeriod
      state = .measuring(measuring)
      measuredSeconds += 1
      if cleaningInterval > 0, measuredSeconds >= cleaningInterval { clean(from: time) }
    }
    self.now = max(self.now, now)
  }

  /// Cleans the fan with a blast of air, which suspends samples for ten seconds.
  func clean(from time: Duration) {
    guard case .measuring(var measuring) = state else { return }
    measuring.cleaningUntil = time + Self.cleaningTime
    measuring.nextSample = time + Self.cleaningTime + Self.samplePeriod
    state = .measuring(measuring)
    measuredSeconds = 0
  }

  private func sample(at time: Duration, since start: Duration, sight: Double) -> SPS30Measurement {
    let noise = (chance.bell(), chance.bell())
    if defects.contains(.saturated) { return .saturated }
    let state = world.state(at: time)
    let air = state.particulates
    let settled = Self.settledShare(in: air, after: (time - start).inSeconds)
    let strength = realism.isIdeal ? 0.0 : 1.0
    let drift = defects.drift?.factor(at: time) ?? 1
    return SPS30Measurement(
      of: self.sight.air(in: state),
      gain: settled * sight * drift * (1 + strength * noise.0 * Self.concentrationNoise),
      sizeGain: 1 + strength * noise.1 * Self.sizeNoise,
      tolerance: tolerance
    )
  }

  /// The part's view of the air, without noise.
  public var sight: SPS30Sight { SPS30Sight(isIdeal: realism.isIdeal, tolerance: tolerance) }

  /// Returns the share of the true concentration shown some seconds after the start; 1 once settled.
  private static func settledShare(in air: ParticulateState, after seconds: Double) -> Double {
    let settlingTime: Double =
      switch air.number.pm10 {
      case ..<100: 30
      case ..<200: 16
      default: 8
      }
    let part = min(seconds / settlingTime, 1)
    return 0.4 + 0.6 * part * (2 - part)
  }
}
