internal import GNSSBasics
internal import Mathematics

/// The clock of the region's stations: UTC+1 all year, in seconds since 1970-01-01T00:00:00 of that clock.
enum LocalTime {
  private static let offset: Int64 = 3600

  /// Returns the local second at an instant.
  static func seconds(_ time: UnixTime) -> Int64 {
    time.nanoseconds.dividedRoundingDown(by: 1_000_000_000).quotient + offset
  }

  /// Returns the instant of a local second.
  static func instant(_ seconds: Int64) -> UnixTime { UnixTime(seconds: seconds - offset) }
}

/// The current time by two clocks: the stations' clock, and the civil clock of the region.
struct LocalNow: Hashable {
  /// The current second of the stations' clock, UTC+1.
  let solar: Int64
  /// The current second of civil time, which is an hour later in summer.
  ///
  /// Phones show this time, and read a row's time, which has no zone, as civil time.
  let clock: Int64

  /// Creates the two clock readings at an instant.
  init(_ instant: UnixTime) {
    solar = LocalTime.seconds(instant)
    clock = solar + (EuropeanSummerTime.isInForce(at: instant) ? 3600 : 0)
  }
}
