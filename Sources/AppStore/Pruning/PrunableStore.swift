public import AppServer
public import GNSSBasics

/// A store whose rows can be pruned by month.
///
/// Pruning removes the rows of a whole month, and keeps the number and seal of the last row of each contiguous range, so
/// that the rows after it can be verified. Other changes of rows are still found.
public protocol PrunableStore: Store {
  /// Returns the months with rows that end before a time, the oldest first.
  ///
  /// Months are from 2000 to 2099; in PostgreSQL, rows from before version 3 of the tables are one month.
  func months(before time: UnixTime) async throws(StoreError) -> [StoredMonth]

  /// Removes the rows of a month, all or none.
  ///
  /// - Parameter month: One of ``months(before:)``.
  /// - Returns: The number of removed rows; 0 when the month was pruned meanwhile.
  /// - Throws: `StoreError`; no row is removed then, unless the connection is lost.
  func prune(_ month: StoredMonth) async throws(StoreError) -> Int64
}

/// A month of rows.
public struct StoredMonth: Hashable, Sendable {
  /// The first instant, and the first one after it.
  public var time: Range<UnixTime>
  /// The number of rows.
  public var count: Int64
  /// The stored times.
  let bounds: Range<Int64>

  init(_ bounds: Range<Int64>, count: Int64) {
    let first = UnixTime(milliseconds: bounds.lowerBound)
    time = first..<max(first, UnixTime(milliseconds: bounds.upperBound))
    (self.bounds, self.count) = (bounds, count)
  }

  /// The month, such as `2026-11`; `before 2026-12` for the rows of all months up to it.
  public var name: String {
    let isLong = time.upperBound.duration(since: time.lowerBound) > .seconds(31 * 86_400)
    let text = AirRow.timestamp(isLong ? time.upperBound : time.lowerBound)
    return (isLong ? "before " : "") + text.prefix(7)
  }
}
