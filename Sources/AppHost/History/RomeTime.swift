internal import GNSSBasics

/// Local time in Milan.
enum RomeTime {
  /// Returns the offset from UTC at an instant: two hours in summer and one otherwise.
  static func offset(at time: UnixTime) -> Duration {
    EuropeanSummerTime.isInForce(at: time) ? .seconds(7200) : .seconds(3600)
  }

  /// Returns the instant of an hour of local time; unique, as the hours used are not near a clock change.
  static func instant(_ date: CivilDate, hour: Int) -> UnixTime? {
    guard let utc = UnixTime(date, hour: hour) else { return nil }
    return utc.advanced(by: .zero - offset(at: utc))
  }
}
