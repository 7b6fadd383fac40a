/// A majority vote of messages on a value; any message may be wrong.
package struct Ballot<Value: Hashable & Sendable>: Sendable {
  private var counts: [(value: Value, count: Int)] = []

  /// Creates an empty ballot.
  package init() {}

  /// Adds the value of a message.
  package mutating func add(_ value: Value) {
    if let index = counts.firstIndex(where: { $0.value == value }) {
      counts[index].count += 1
    } else if counts.count < Self.mostValues {
      counts.append((value, 1))
    }
  }

  /// The most frequent value, the first one in a tie; `nil` for an empty ballot.
  package var winner: Value? { winner { _ in true } }

  /// Returns the most frequent value among those that `fits` accepts.
  package func winner(where fits: (Value) -> Bool) -> Value? {
    var best: (value: Value, count: Int)?
    for entry in counts where fits(entry.value) && entry.count > best?.count ?? 0 { best = entry }
    return best?.value
  }

  /// The number of distinct values counted, more than a value takes that seldom changes.
  private static var mostValues: Int { 64 }
}
