import Mathematics
import NtripProtocol
import SensorDrivers

extension NavPVT {
  /// How good the position is; one without a height counts as none.
  var fix: GNSSStatus.Fix {
    let hasPosition = fixType == .threeDimensional || fixType == .combined
    guard hasPosition, flags.contains(.gnssFixOK), !positionFlags.contains(.invalidPosition) else {
      return .none
    }
    switch carrierSolution {
    case .fixed: return .rtkFixed
    case .float: return .rtkFloat
    case .absent: return flags.contains(.differential) ? .dgnss : .threeD
    }
  }

  /// The position to a centimetre, as far as this message tells it.
  var position: GeodeticPosition {
    GeodeticPosition(
      latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7,
      height: Double(heightMillimetres) / 1000)
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

  /// Whether both messages tell of the same epoch.
  func isOfSameEpoch(as other: NavHPPosLLH) -> Bool {
    timeOfWeekMilliseconds == other.timeOfWeekMilliseconds
  }
}

extension NavHPPosLLH {
  /// The position.
  var position: GeodeticPosition {
    GeodeticPosition(
      latitude: Double(latitudeE9) / 1e9, longitude: Double(longitudeE9) / 1e9,
      height: Double(heightTenths) / 10_000)
  }

  /// Whether this is the valid position of a solution.
  func isPosition(of solution: NavPVT) -> Bool {
    solution.isOfSameEpoch(as: self) && !flags.contains(.invalidPosition)
  }
}

extension RxmRTCM {
  /// Whether the message carried observations: legacy GPS and GLONASS, or any MSM.
  var isObservation: Bool {
    switch messageType {
    case 1001...1004, 1009...1012: true
    case 1071...1137: (1...7).contains(messageType % 10)
    default: false
    }
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
