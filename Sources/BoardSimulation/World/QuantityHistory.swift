internal import Mathematics

/// The orders for one quantity by hand, in the order of board time.
struct QuantityHistory: Hashable, Sendable {
  private struct Step: Hashable, Sendable {
    var start: Duration
    /// The target value; `nil` leaves it to the scenario again.
    var target: Double?
    /// The time to reach the target, from the value at the start.
    var ramp: Duration
    var startValue = 0.0
  }

  private var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// The value that it is held at, or on the way to; `nil` while the scenario has it.
  ///
  /// - Complexity: O(log *n*) in the number of steps.
  func value(at time: Duration) -> Double? { value(at: time, among: steps.count) }

  /// The same, as the first steps alone would have it.
  private func value(at time: Duration, among count: Int) -> Double? {
    let index = min(steps.countOfPrefix { $0.start <= time }, count) - 1
    guard index >= 0, let target = steps[index].target else { return nil }
    let step = steps[index]
    let elapsed = time - step.start
    guard elapsed < step.ramp else { return target }
    return step.startValue + (target - step.startValue) * (elapsed / step.ramp)
  }

  /// Adds a step behind those of the same time.
  ///
  /// - Parameters:
  ///   - time: When it begins.
  ///   - target: The value to come to, or `nil`.
  ///   - ramp: How long it takes.
  ///   - natural: The scenario's own value at a time, where a ramp begins there.
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
