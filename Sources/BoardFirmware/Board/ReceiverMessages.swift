import NtripProtocol
import SensorDrivers

extension NavPVT {
  /// How good the position is; one without a height of its own counts as none.
  var fix: GNSSStatus.Fix {
    let hasHeight = fixType == .threeDimensional || fixType == .combined
    guard hasPosition, hasHeight else { return .none }
    switch carrierSolution {
    case .fixed: return .rtkFixed
    case .float: return .rtkFloat
    case .absent: return flags.contains(.differential) ? .dgnss : .threeD
    }
  }

  /// The epoch's date as Unix time; `nil` until the receiver knows date, time and leap seconds.
  var unixNanoseconds: Int64? {
    guard validity.isSuperset(of: [.date, .time, .fullyResolved]) else { return nil }
    return UTCTime.unixNanoseconds(
      year: Int(year), month: Int(month), day: Int(day), hour: Int(hour), minute: Int(minute),
      second: Int(second), nanosecond: Int(nanoseconds))
  }

  /// The epoch's time since midnight UTC; `nil` until it is known.
  var timeOfDay: Duration? {
    guard let time = unixNanoseconds else { return nil }
    return .nanoseconds(time % 86_400_000_000_000)
  }
}

extension GNSSStatus.Fix {
  /// The same in a GGA sentence.
  var ggaQuality: GGASentence.Quality {
    switch self {
    case .none: .invalid
    case .threeD: .autonomous
    case .dgnss: .differential
    case .rtkFloat: .rtkFloat
    case .rtkFixed: .rtkFixed
    }
  }
}
