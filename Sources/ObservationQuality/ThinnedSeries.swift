/// Values over time for a drawing: evenly thinned, so that a stream of any length takes the same memory.
package struct ThinnedSeries<Value: Sendable>: Sendable {
  /// The values that are kept.
  package private(set) var values: [Value] = []
  /// The number of values of which one is kept.
  private var step = 1
  private var skipped = 0

  private static var most: Int { 1024 }

  /// Adds a value.
  mutating func add(_ value: @autoclosure () -> Value) {
    guard skipped == 0 else {
      skipped = (skipped + 1) % step
      return
    }
    if values.count == Self.most {
      values = values.indices.filter { $0 % 2 == 0 }.map { values[$0] }
      step *= 2
    }
    values.append(value())
    skipped = 1 % step
  }
}
