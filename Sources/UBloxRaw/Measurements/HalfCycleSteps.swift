/// Remembers when phases last moved by half a cycle because the receiver began or ceased to subtract one.
///
/// The receiver's lock time goes on then, though the phase does not.
struct HalfCycleSteps: Sendable {
  private struct Step {
    var isSubtracted: Bool
    /// When that began, `nil` where nothing else came before.
    var since: GPSTime?
  }

  private var steps: [UBloxSignal: Step] = [:]

  /// Takes the measurements of the next epoch, whose lock times then count from the last such step.
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
