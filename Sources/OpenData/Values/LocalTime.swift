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
