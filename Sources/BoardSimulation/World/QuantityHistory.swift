internal import Mathematics

/// What was done to one quantity by hand, in the order of board time.
struct QuantityHistory: Hashable, Sendable {
  private struct Step: Hashable, Sendable {
    var start: Duration
    /// What it comes to; `nil` leaves it to the scenario again.
    var target: Double?
    /// How long it takes to come to that, from the value that it has at the start.
    var ramp: Duration
    var startValue = 0.0
  }

  private var steps: [Step] = []

  var isEmpty: Bool { steps.isEmpty }

  /// The value that it is held at, or on the way to; `nil` while the scenario has it.
  func value(at time: Duration) -> Double? {
    guard let step = steps.last(where: { $0.start <= time }), let target = step.target else {
      return nil
    }
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
    let index = (steps.lastIndex { $0.start <= time } ?? -1) + 1
    steps.insert(Step(start: time, target: target, ramp: ramp), at: index)
    for later in index..<steps.count where steps[later].ramp > .zero {
      // What it has just before; `value` sees no step that is not taken out.
      var before = self
      before.steps.removeSubrange(later...)
      let start = steps[later].start
      steps[later].startValue = before.value(at: start) ?? natural(start)
    }
  }
}
