/// The clocks that satellite systems and people keep.
public enum TimeScale: Hashable, Sendable {
  /// GPS time, with which Galileo, SBAS, QZSS and NavIC are aligned to less than a microsecond.
  case gps
  /// BeiDou time, which began in 2006 with the leap seconds that there had been since 1980.
  case beidou
  /// Coordinated Universal Time.
  case utc
  /// Moscow time, UTC + 3 h, which GLONASS keeps.
  case moscow

  /// GPS time less this scale's, in seconds, when GPS time less UTC is so many leap seconds.
  public func secondsBehindGPSTime(leapSeconds: Int) -> Int {
    switch self {
    case .gps: 0
    case .beidou: 14
    case .utc: leapSeconds
    case .moscow: leapSeconds - 3 * 3600
    }
  }
}

extension Constellation {
  /// The clock that the system's epochs are told by.
  public var timeScale: TimeScale {
    switch self {
    case .beidou: .beidou
    case .glonass: .moscow
    case .gps, .galileo, .sbas, .qzss, .navic: .gps
    }
  }
}
