internal import GNSSBasics
internal import Mathematics

/// The division of a period into calendar units of the region's civil time.
enum LocalPeriods {
  /// A unit by which a period is divided.
  enum Unit: String, Hashable, CaseIterable {
    /// The whole period.
    case all
    case day
    /// A week from Monday.
    case week
    case month
  }

  /// Returns the parts of a period; the first and the last part may be shorter than the unit.
  ///
  /// A day begins at midnight in Milan, so that the days of a clock change have 23 or 25 hours.
  ///
  /// - Parameters:
  ///   - period: The period, both ends included.
  ///   - unit: The unit.
  ///   - most: The greatest number of parts.
  /// - Returns: The parts, both ends of each included to the millisecond; `nil` when there are more than
  ///   `most`.
  static func divide(
    _ period: ClosedRange<UnixTime>, by unit: Unit, atMost most: Int
  ) -> [ClosedRange<UnixTime>]? {
    var parts: [ClosedRange<UnixTime>] = []
    var start = period.lowerBound
    while let next = end(of: unit, around: start), next <= period.upperBound {
      guard parts.count + 1 < most else { return nil }
      parts.append(start...next.advanced(by: .milliseconds(-1)))
      start = next
    }
    return parts + [start...period.upperBound]
  }

  /// Returns the first instant after the unit that contains an instant; `nil` without a later one.
  private static func end(of unit: Unit, around time: UnixTime) -> UnixTime? {
    let date = CivilTime(time.advanced(by: RomeTime.offset(at: time))).date
    let days = date.daysSince1970
    let next: CivilDate? =
      switch unit {
      case .all: nil
      case .day: CivilDate(daysSince1970: days + 1)
      // 1970-01-01 was a Thursday, three days after a Monday.
      case .week: CivilDate(daysSince1970: days + 7 - (days + 3).modulo(7))
      case .month:
        CivilDate(
          year: date.month == 12 ? date.year + 1 : date.year, month: date.month % 12 + 1, day: 1)
      }
    return next.flatMap { RomeTime.instant($0, hour: 0) }
  }
}
