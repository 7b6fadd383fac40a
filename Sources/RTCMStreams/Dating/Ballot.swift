/// A vote of messages on one thing, any of which may be wrong.
package struct Ballot<Value: Hashable & Sendable>: Sendable {
  private var counts: [(value: Value, count: Int)] = []

  /// Creates a vote that nobody has cast.
  package init() {}

  /// Takes what a message says.
  package mutating func add(_ value: Value) {
    if let index = counts.firstIndex(where: { $0.value == value }) {
      counts[index].count += 1
    } else if counts.count < Self.mostValues {
      counts.append((value, 1))
    }
  }

  /// The value that most messages say, the first of several; `nil` without any.
  package var winner: Value? { winner { _ in true } }

  /// The value that most messages say of those that fit.
  package func winner(where fits: (Value) -> Bool) -> Value? {
    var best: (value: Value, count: Int)?
    for entry in counts where fits(entry.value) && entry.count > best?.count ?? 0 { best = entry }
    return best?.value
  }

  /// More than one thing has that is told by messages and seldom changes.
  private static var mostValues: Int { 64 }
}
