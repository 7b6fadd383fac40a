public import GNSSBasics

/// A contiguous range of rows that were pruned.
public struct PrunedRows: Hashable, Sendable {
  /// The numbers of the first and the last row.
  public var ids: ClosedRange<Int64>
  /// The last row's seal, which the row after it is sealed with.
  public var lastSeal: [UInt8]
  /// The end of the rows' time: all were received earlier.
  public var end: UnixTime

  /// Creates a range of pruned rows.
  public init(ids: ClosedRange<Int64>, lastSeal: [UInt8], end: UnixTime) {
    self.ids = ids
    self.lastSeal = lastSeal
    self.end = end
  }
}

extension Store {
  /// Returns the rows that were pruned; none, for stores that are never pruned.
  public func pruned() async throws(StoreError) -> [PrunedRows] { [] }
}

extension [PrunedRows] {
  /// The ranges, sorted, with adjacent ones joined.
  package var joined: [PrunedRows] {
    var joined: [PrunedRows] = []
    for range in sorted(by: { $0.ids.lowerBound < $1.ids.lowerBound }) {
      if let last = joined.last, last.ids.upperBound + 1 == range.ids.lowerBound {
        joined[joined.count - 1] = PrunedRows(
          ids: last.ids.lowerBound...range.ids.upperBound, lastSeal: range.lastSeal,
          end: Swift.max(last.end, range.end))
      } else {
        joined.append(range)
      }
    }
    return joined
  }

  /// Returns the number of the row that has `count` rows between row `id` and itself, itself included.
  ///
  /// The ranges must be sorted. Without pruned rows, the number is the sum of both.
  package func number(_ count: Int64, behind id: Int64) -> Int64 {
    var number = id.addingWithinLimits(count)
    for range in self where range.ids.upperBound > id {
      guard range.ids.lowerBound <= number else { break }
      let first = Swift.max(range.ids.lowerBound - 1, id)
      number = number.addingWithinLimits(range.ids.upperBound - first)
    }
    return number
  }

  /// Returns the count of rows with numbers above `id` up to `last`, pruned rows not counted.
  package func count(after id: Int64, upTo last: Int64) -> Int64 {
    guard last > id else { return 0 }
    return reduce(last - id) { count, range in
      let (first, end) = (
        Swift.max(range.ids.lowerBound - 1, id), Swift.min(range.ids.upperBound, last)
      )
      return count - Swift.max(0, end - first)
    }
  }
}

extension Int64 {
  /// Returns the sum with a number that is not negative; the greatest number where the sum does not fit.
  fileprivate func addingWithinLimits(_ other: Int64) -> Int64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
