/// Conversions between lock time indicators and lock times.
package enum LockTime {
  /// Returns the minimum lock time of a DF402 indicator in milliseconds; `nil` for an indicator above 15.
  ///
  /// Source: RTCM 10403.3, table 3.5-74: 0, then 32 ms doubling up to 524 288 ms.
  package static func milliseconds(ofDF402 indicator: UInt16) -> Int? {
    switch indicator {
    case 0: 0
    case 1...15: 32 << (Int(indicator) - 1)
    default: nil
    }
  }

  /// Returns the minimum lock time of a DF407 indicator in milliseconds; `nil` for the reserved indicators
  /// above 704.
  ///
  /// The resolution is 1 ms up to indicator 63. Above it, the step doubles every 32 indicators.
  ///
  /// Source: RTCM 10403.3, table 3.5-75.
  package static func milliseconds(ofDF407 indicator: UInt16) -> Int? {
    guard indicator <= 704 else { return nil }
    let row = max(0, Int(indicator) / 32 - 1)
    return (Int(indicator) - 32 * row) << row
  }

  /// Returns the DF402 indicator of a lock time: the greatest whose minimum does not exceed the time.
  package static func df402(ofMilliseconds time: Int) -> UInt16 {
    greatestIndicator(upTo: 15) { (milliseconds(ofDF402: $0) ?? .max) <= time }
  }

  /// Returns the DF407 indicator of a lock time: the greatest whose minimum does not exceed the time.
  package static func df407(ofMilliseconds time: Int) -> UInt16 {
    greatestIndicator(upTo: 704) { (milliseconds(ofDF407: $0) ?? .max) <= time }
  }

  /// Returns the minimum lock time of a DF013, DF019, DF043 or DF049 indicator in seconds.
  ///
  /// The resolution is 1 s up to indicator 23. Above it, the step doubles every 24 indicators. Indicator 127
  /// means 937 s or more.
  ///
  /// Source: RTCM 10403.3, table 3.4-2.
  package static func seconds(ofDF013 indicator: UInt8) -> Int {
    guard indicator < 127 else { return 937 }
    let row = Int(indicator) / 24
    return ((Int(indicator) - 24 * row + 24) << row) - 24
  }

  /// Returns the DF013 indicator of a lock time: the greatest whose minimum does not exceed the time.
  package static func df013(ofSeconds time: Int) -> UInt8 {
    UInt8(greatestIndicator(upTo: 127) { seconds(ofDF013: UInt8($0)) <= time })
  }

  /// Returns the greatest indicator for which `holds` is true, by bisection; 0 if there is none.
  private static func greatestIndicator(
    upTo last: UInt16, where holds: (UInt16) -> Bool
  ) -> UInt16 {
    var (low, high) = (UInt16(0), last)
    while low < high {
      let middle = (low + high + 1) / 2
      if holds(middle) { low = middle } else { high = middle - 1 }
    }
    return low
  }
}

extension LockTime {
  /// Returns whether a signal is tracked for less than some seconds.
  ///
  /// A lock time is a lower limit, milliseconds; messages tell it in steps that grow with it, at most as long as
  /// itself.
  package static func isShorter(_ milliseconds: Int, than seconds: Double) -> Bool {
    2 * Double(milliseconds) + 64 < seconds * 1000 - 20
  }

  /// Returns whether lock times tell that a signal was lost between two observations.
  ///
  /// - Parameters:
  ///   - before: The lock time of the first one, milliseconds; `nil` where it is not told.
  ///   - now: The lock time of the second one.
  ///   - seconds: The time between them.
  /// - Returns: Whether the second lock time is shorter than the first, or than the time between them.
  package static func isBroken(from before: Int?, to now: Int?, after seconds: Double) -> Bool {
    guard let now else { return false }
    if let before, now < before { return true }
    return isShorter(now, than: seconds)
  }
}
