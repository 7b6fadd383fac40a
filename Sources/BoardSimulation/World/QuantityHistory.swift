internal import Mathematics

/// The holds and releases of one quantity by hand, in the order of board time.
struct QuantityHistory: Hashable, Sendable {
  private struct Step: Hashable, Sendable {
    var start: Duration
    /// The target value; `nil` releases the quantity to the scenario.
    var target: Double?
    /// The time from the start value to the target.
    var ramp: Duration
    var startValue = 0.0
  }

  private var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// Returns the held value or the current value of its ramp; `nil` while the scenario determines the
  /// quantity.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  func value(at time: Duration) -> Double? { value(at: time, among: steps.count) }

  /// Returns the value at a time from only the first `count` steps.
  private func value(at time: Duration, among count: Int) -> Double? {
    let index = min(steps.countOfPrefix { $0.start <= time }, count) - 1
    guard index >= 0, let target = steps[index].target else { return nil }
    let step = steps[index]
    let elapsed = time - step.start
    guard elapsed < step.ramp else { return target }
    return step.startValue + (target - step.startValue) * (elapsed / step.ramp)
  }

  /// Removes the steps that begin after a time.
  mutating func removeSteps(after time: Duration) {
    steps.removeSubrange(steps.countOfPrefix { $0.start <= time }...)
  }

  /// Adds a step after all steps that begin at or before the same time.
  ///
  /// - Parameters:
  ///   - time: The start of the step.
  ///   - target: The target value; `nil` releases the quantity.
  ///   - ramp: The time from the start value to the target.
  ///   - natural: Returns the scenario's own value at a time; the start value of a ramp without an earlier
  ///     hold.
  mutating func add(
    at time: Duration, to target: Double?, over ramp: Duration, natural: (Duration) -> Double
  ) {
    let index = steps.countOfPrefix { $0.start <= time }
    steps.insert(Step(start: time, target: target, ramp: ramp), at: index)
    for later in index..<steps.count where steps[later].ramp > .zero {
      let start = steps[later].start
      steps[later].startValue = value(at: start, among: later) ?? natural(start)
    }
  }
}
