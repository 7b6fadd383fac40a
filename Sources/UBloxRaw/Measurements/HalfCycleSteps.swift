/// The times at which phases moved by half a cycle, because the receiver began or ceased to subtract one.
///
/// The receiver's lock time continues at such a step, although the phase does not.
struct HalfCycleSteps: Sendable {
  private struct Step {
    var isSubtracted: Bool
    /// The time of the last step; `nil` before the first.
    var since: GPSTime?
  }

  private var steps: [UBloxSignal: Step] = [:]

  /// Shortens the lock times in the measurements of the next epoch, so that they count from the last step.
  mutating func shorten(_ measurements: inout [RawMeasurement], at time: GPSTime) {
    for index in measurements.indices {
      let signal = measurements[index].signal
      guard signal.satelliteNumber != nil, signal.code != nil else { continue }
      let isSubtracted = measurements[index].status.contains(.halfCycleSubtracted)
      var step = steps[signal] ?? Step(isSubtracted: isSubtracted)
      if step.isSubtracted != isSubtracted {
        step = Step(isSubtracted: isSubtracted, since: time)
      }
      steps[signal] = step
      guard let since = step.since else { continue }
      let followed = UInt16(clamping: (time.nanoseconds - since.nanoseconds) / 1_000_000)
      measurements[index].lockTimeMilliseconds = min(
        measurements[index].lockTimeMilliseconds, followed)
    }
  }
}
