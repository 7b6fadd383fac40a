extension FixModel {
  /// The best state that the corrections allow at one epoch, and the cause that prevents a better one.
  struct Limit {
    /// The best state allowed.
    var highest: GNSSFix
    /// Whether ambiguities may be fixed at this epoch.
    var allowsFixing: Bool
    /// The age of the last usable corrections; zero without any.
    var age: Duration
    /// The distance to the station, metres; zero without a station.
    var baseline: Double
    /// The cause that prevents a better state than `highest`.
    private var cause: FixReason
    /// The station of the corrections; `nil` without any usable ones.
    private(set) var station: UInt16?
    /// The number of constellations in the station's last usable epoch.
    private(set) var constellations = 0
    /// The satellites that receiver and station share, as far as known.
    private var satellites = SharedSatellites(0)
    /// The conditions for carrier phases.
    private(set) var conditions: PhaseConditions

    /// Whether corrections are used for the position.
    var isUsing: Bool { highest > .threeD }
  }
}

extension FixModel.Limit {
  /// Creates the limit for given corrections and surroundings.
  init(
    _ corrections: CorrectionStatus, baseline: Double?, now: Duration, timeout: Duration,
    surroundings: AntennaSurroundings = .open
  ) {
    guard let latest = corrections.latest, let baseline else {
      let problem = corrections.problem ?? .nothingReceived
      self.init(highest: .threeD, age: .zero, baseline: 0, cause: .unusable(problem))
      return
    }
    let age = now - latest.arrival
    let (highest, cause) = Self.verdict(
      on: latest, problem: corrections.problem, baseline: baseline, age: age, timeout: timeout)
    self.init(highest: highest, age: age, baseline: baseline, cause: cause)
    satellites =
      surroundings.shared ?? SharedSatellites(min(latest.satellites, surroundings.satellites))
    constellations = latest.constellations
    station = latest.stationID
    conditions = PhaseConditions(
      surroundings, sharedSatellites: satellites.count, constellations: constellations,
      age: age / .seconds(1), baseline: baseline)
    if satellites.count < FixModel.Parameters.fewestSatellitesForPhases {
      lower(by: .fewSatellites(satellites.count))
    }
  }

  private init(highest: GNSSFix, age: Duration, baseline: Double, cause: FixReason) {
    self.highest = highest
    self.age = age
    self.baseline = baseline
    self.cause = cause
    conditions = PhaseConditions(.open, sharedSatellites: .max, age: 0, baseline: 0)
    allowsFixing = highest == .rtkFixed && age <= FixModel.Parameters.freshness
  }

  /// Lowers the limit to the best state that a hindrance allows.
  mutating func lower(by hindrance: FixHindrance) {
    guard highest > hindrance.highest, let station else { return }
    highest = hindrance.highest
    allowsFixing = false
    cause = .hindered(station: station, by: hindrance)
  }

  private static func verdict(
    on latest: UsableCorrections, problem: CorrectionProblem?, baseline: Double, age: Duration,
    timeout: Duration
  ) -> (GNSSFix, FixReason) {
    typealias Parameters = FixModel.Parameters
    let station = latest.stationID
    if age > timeout {
      return (.threeD, problem.map(FixReason.unusable) ?? .stopped(station: station, age: age))
    } else if !(baseline <= Parameters.longestDGNSSBaseline) {
      return (.threeD, .outOfReach(station: station, baseline: baseline))
    } else if baseline > Parameters.longestFloatBaseline {
      return (.dgnss, .beyondFloat(station: station, baseline: baseline))
    } else if baseline > Parameters.longestFixedBaseline {
      return (.rtkFloat, .beyondFixed(station: station, baseline: baseline))
    } else if latest.lacksGLONASSBiases {
      return (.rtkFloat, .glonassBiasesMissing(station: station))
    }
    return (.rtkFixed, .tooOldToFix(station: station, age: age))
  }

  /// Returns the reason for `state`, which is at most `highest`.
  func reason(in state: GNSSFix) -> FixReason {
    guard state != .none, let station, isUsing else { return state == .none ? .acquiring : cause }
    switch state {
    case .none, .threeD:
      return .firstPosition(station: station)
    case .dgnss where highest > .dgnss:
      return .startingPhase(station: station, baseline: baseline)
    case .rtkFloat where allowsFixing:
      if let strain = conditions.strain {
        return .strained(station: station, satellites: satellites, by: strain)
      }
      return .resolving(station: station, satellites: satellites, baseline: baseline)
    case .rtkFixed where age > FixModel.Parameters.freshness:
      return .holding(station: station, age: age)
    case .rtkFixed:
      return .fixed(station: station, satellites: satellites, baseline: baseline, age: age)
    case .dgnss, .rtkFloat:
      return cause
    }
  }
}
