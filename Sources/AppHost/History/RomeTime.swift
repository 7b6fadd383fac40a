internal import GNSSBasics

/// The time that clocks in Milan show.
enum RomeTime {
  /// Returns the offset from UTC at an instant: two hours in summer and one otherwise.
  static func offset(at time: UnixTime) -> Duration {
    EuropeanSummerTime.isInForce(at: time) ? .seconds(7200) : .seconds(3600)
  }

  /// The instant at which they show an hour of the day; by day there is one.
  static func instant(_ date: CivilDate, hour: Int) -> UnixTime? {
    guard let utc = UnixTime(date, hour: hour) else { return nil }
    return utc.advanced(by: .zero - offset(at: utc))
  }
}
