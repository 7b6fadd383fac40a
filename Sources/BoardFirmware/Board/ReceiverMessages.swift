import SensorDrivers

extension NavPVT {
  /// The quality of the position; a position without a height of its own counts as no fix.
  var fix: GNSSFix {
    let hasHeight = fixType == .threeDimensional || fixType == .combined
    guard hasPosition, hasHeight else { return .none }
    switch carrierSolution {
    case .fixed: return .rtkFixed
    case .float: return .rtkFloat
    case .absent: return flags.contains(.differential) ? .dgnss : .threeD
    }
  }

  /// The date of the epoch; `nil` until the receiver knows the leap seconds too.
  var epochTime: UnixTime? { validity.contains(.fullyResolved) ? unixTime : nil }

  /// The time of the epoch since midnight UTC; `nil` until it is known.
  var timeOfDay: Duration? {
    epochTime.map { .nanoseconds(CivilTime($0).nanosecondOfDay) }
  }
}
