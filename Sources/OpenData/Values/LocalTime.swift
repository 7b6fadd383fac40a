internal import GNSSBasics
internal import Mathematics

/// The region's clock: solar time, UTC+1, all year round; seconds since 1970-01-01T00:00:00 of it.
enum LocalTime {
  private static let offset: Int64 = 3600

  /// The second at an instant.
  static func seconds(_ time: UnixTime) -> Int64 {
    time.nanoseconds.dividedRoundingDown(by: 1_000_000_000).quotient + offset
  }

  /// The instant of a second.
  static func instant(_ seconds: Int64) -> UnixTime { UnixTime(seconds: seconds - offset) }
}

/// A date by the two clocks of the region: the stations', and the one on a phone there.
struct LocalNow: Hashable {
  /// The second of the stations' clock, solar time.
  let solar: Int64
  /// The second that phones show, an hour later in summer: they read a row's time, which has no zone, as theirs.
  let clock: Int64

  /// The clocks at an instant.
  init(_ instant: UnixTime) {
    solar = LocalTime.seconds(instant)
    clock = solar + (EuropeanSummerTime.isInForce(at: instant) ? 3600 : 0)
  }
}
