public import RTCMParser
public import RTCMStreams

/// Something of a stream that a version of RINEX has no place for, or that tells no time.
public enum RINEXOmission: Hashable, Sendable {
  /// All observations of a system.
  case system(Constellation)
  /// Observations of a signal.
  case signal(Constellation, RINEXSignalCode)
  /// Ephemerides of a system, and how many.
  case ephemerides(Constellation, count: Int)
  /// Messages of a type whose times cannot be, in any version.
  case impossibleTimes(ImpossibleTimes)
}

extension RINEXOmission: CustomStringConvertible {
  /// What it is: `BeiDou`, `GPS 1L` or `4 ephemerides of Galileo`.
  public var description: String {
    switch self {
    case .system(let system): system.name
    case .signal(let system, let code): "\(system.name) \(code)"
    case .impossibleTimes(let messages): messages.description
    case .ephemerides(let system, let count):
      "\(count) \(count == 1 ? "ephemeris" : "ephemerides") of \(system.name)"
    }
  }
}

extension RINEXSurvey {
  /// What of the observations the version has no place for.
  var omissions: [RINEXOmission] {
    zip(Constellation.allCases, zip(types, omitted)).flatMap { system, signals in
      signals.1.isEmpty || !signals.0.isEmpty
        ? signals.1.map { .signal(system, $0) } : [RINEXOmission.system(system)]
    }
  }
}
