/// A histogram of the intervals between events in a stream, in bounded memory.
package struct IntervalHistogram: Sendable {
  private struct Entry: Sendable {
    let milliseconds: Int
    var count: Int
  }

  /// The number of distinct intervals that are counted.
  ///
  /// Further ones are only summed up, so that a stream of random epochs cannot fill the memory.
  private static let maximumEntries = 32

  private var entries: [Entry] = []
  private var uncommon = (count: 0, milliseconds: 0 as Int64)

  /// Creates an empty histogram.
  package init() {}

  /// The longest interval in milliseconds; 0 for an empty histogram.
  package private(set) var longest = 0

  /// Counts an interval in milliseconds, above zero.
  package mutating func count(_ milliseconds: Int) {
    longest = max(longest, milliseconds)
    for index in entries.indices where entries[index].milliseconds == milliseconds {
      return entries[index].count += 1
    }
    if entries.count < Self.maximumEntries {
      entries.append(Entry(milliseconds: milliseconds, count: 1))
    } else {
      uncommon.count += 1
      uncommon.milliseconds += Int64(milliseconds)
    }
  }

  /// The most common interval in milliseconds, the shortest one in a tie; `nil` for an empty histogram.
  package var mostCommon: Int? {
    entries.min { ($1.count, $0.milliseconds) < ($0.count, $1.milliseconds) }?.milliseconds
  }

  /// The number of missing events, assuming that events come at the most common interval.
  package var missing: Int {
    guard let common = mostCommon.map(Int64.init) else { return 0 }
    let inEntries = entries.reduce(0 as Int64) { sum, entry in
      let intervals = (Int64(entry.milliseconds) + common / 2) / common
      return sum + Int64(entry.count) * (max(intervals, 1) - 1)
    }
    let inOthers = max(uncommon.milliseconds / common - Int64(uncommon.count), 0)
    return Int(count: inEntries + inOthers)
  }
}

extension Int {
  /// Creates a count that can be added to others, and be multiplied by ten, with 32 bits too; a larger one stops there.
  init(count: Int64) { self.init(Swift.min(count, Int64(Int.max / 16))) }

  /// Creates a count from a number, rounded up, with the limit of ``init(count:)``.
  init(rounding number: Double) {
    self.init(Swift.min(number.rounded(.up), Double(Int.max / 16)))
  }
}
