/// The time scales of satellite systems and of civil life.
public enum TimeScale: Hashable, Sendable {
  /// GPS time; the times of Galileo, SBAS, QZSS and NavIC agree with it to less than a microsecond.
  case gps
  /// BeiDou time, which began in 2006 and is behind GPS time by the leap seconds from 1980 to 2006.
  case beidou
  /// Coordinated Universal Time.
  case utc
  /// Moscow time, UTC + 3 h, the time scale of GLONASS.
  case moscow

  /// Returns GPS time less this scale's time, seconds, for a value of GPS time less UTC.
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
  /// The time scale of the system's epochs.
  public var timeScale: TimeScale {
    switch self {
    case .beidou: .beidou
    case .glonass: .moscow
    case .gps, .galileo, .sbas, .qzss, .navic: .gps
    }
  }
}
