internal import GNSSBasics
internal import Mathematics

/// The statistical model of how a receiver's fix comes and goes.
///
/// It is a model and solves nothing: it moves between states by rules and by drawn times whose distributions
/// are those measured on real receivers. It is advanced once for each navigation epoch and draws from
/// its own generator only there.
///
/// - With four satellites, which ``SatelliteTracker`` finds, there is a 3D fix.
/// - Usable corrections lift 3D to DGNSS at once, and DGNSS to float a second later.
/// - Float to fixed: log-normal, median 4 s and 95 % within 10 s with several constellations,
///   three times that with one; longer by 4 % for each kilometre of baseline, behind what hides the sky and
///   with few satellites (``PhaseConditions``), a quarter of it where a tunnel of less than a minute has interrupted a fix.
/// - A fix is lost to float after a time that is drawn when it is found, and that runs the faster the
///   harder the surroundings are: a day under an open sky, half a minute in a street of high houses.
/// - Corrections older than the time-out (60 s) are dropped: back to 3D, and the climb begins anew.
///   Younger ones hold the state; a fix found before stays while the error grows with age.
/// - The baseline limits the state: fixed to 50 km, float to 100 km, DGNSS to 1,000 km. So do satellites
///   that receiver and station share: five are needed for phases.
/// - Another station begins a new float solution.
struct FixModel: Sendable {
  /// The state after the last epoch.
  private(set) var state = GNSSFix.none
  /// The reason for that state.
  private(set) var reason = FixReason.acquiring
  /// Age of the corrections in use; `nil` when none are.
  private(set) var correctionAge: Duration?

  private var generator: Xoshiro256
  /// Whether there was a position since the start.
  private var hadPosition = false
  /// Board time at which the state was entered.
  private var since = Duration.zero
  /// When the last fixed epoch was; `nil` when there is none since the start.
  private var lastFixed: Duration?
  /// Whether the sky was lost while ambiguities were fixed, which are then soon found again.
  private var isInterrupted = false
  /// Seconds of search under an open sky until ambiguities are fixed, drawn on entering float.
  private var searchLeft = 0.0
  /// The rest of a fix, as a part of the mean time that one holds; drawn on entering fixed.
  private var holdLeft = 0.0
  private var lastEpoch = Duration.zero
  private var station: UInt16?

  /// Creates the model of a receiver whose power comes on at board time zero.
  init(generator: Xoshiro256) { self.generator = generator }

  /// Begins anew, without satellites, at a board time.
  mutating func restart(at now: Duration) {
    loseSky(at: now)
    reason = .acquiring
    (hadPosition, lastFixed, isInterrupted) = (false, nil, false)
    station = nil
    since = now
  }

  /// Moves on to a navigation epoch with satellites enough for a position.
  ///
  /// - Parameters:
  ///   - now: Board time of the epoch; never before that of the previous one.
  ///   - corrections: What the receiver knows about its corrections.
  ///   - baseline: Distance to their station in metres; `nil` when there is none.
  ///   - timeout: Age at which corrections are dropped (CFG-NAVSPG-CONSTR_DGNSSTO).
  ///   - hindrance: What keeps ambiguities from being fixed; `nil` for nothing.
  ///   - surroundings: What is around the antenna; `nil` for a receiver that never loses a fix by chance.
  mutating func advance(
    to now: Duration, corrections: CorrectionStatus, baseline: Double?,
    timeout: Duration = Parameters.correctionTimeout, hindrance: FixHindrance? = nil,
    surroundings: AntennaSurroundings? = .open
  ) {
    defer { lastEpoch = now }
    hadPosition = true
    var limit = Limit(
      corrections, baseline: baseline, now: now, timeout: timeout,
      surroundings: surroundings ?? .open)
    if let hindrance { limit.lower(by: hindrance) }
    correctionAge = limit.isUsing ? limit.age : nil
    wear(under: limit, for: now - lastEpoch, isLosing: surroundings != nil)
    restartAmbiguities(under: limit, at: now)
    step(under: limit, at: now)
    reason = limit.reason(in: state)
  }

  /// Has no satellites at a navigation epoch, or too few; with the sky the climb begins anew.
  ///
  /// What is searched for longer than a start takes is told to be out of sight.
  mutating func loseSky(satellites: Int = 0, at now: Duration) {
    if state == .rtkFixed { isInterrupted = true }
    state = .none
    let isStarting = !hadPosition && now - since <= Parameters.longestAcquisition
    reason = isStarting ? .acquiring : .outOfSight(satellites: satellites)
    correctionAge = nil
  }

  /// Falls back from fixed to float when the corrections become those of another station.
  private mutating func restartAmbiguities(under limit: Limit, at now: Duration) {
    guard limit.station != station else { return }
    station = limit.station
    lastFixed = nil
    if state >= .rtkFloat { enter(.rtkFloat, under: limit, at: now) }
  }

  /// Uses up what is left of a fix or of the search for one.
  private mutating func wear(under limit: Limit, for interval: Duration, isLosing: Bool) {
    let seconds = interval / .seconds(1)
    if state == .rtkFloat && limit.allowsFixing {
      searchLeft -= seconds / limit.conditions.searchFactor
    }
    if isLosing && state == .rtkFixed { holdLeft -= seconds / limit.conditions.holdingTime }
  }

  private mutating func step(under limit: Limit, at now: Duration) {
    let inState = now - since
    if state > limit.highest {
      enter(limit.highest, under: limit, at: now)
    } else if state == .none {
      enter(.threeD, under: limit, at: now)
    } else if state == .threeD && limit.highest > .threeD {
      enter(.dgnss, under: limit, at: now)
    } else if state == .dgnss && limit.highest > .dgnss && inState >= Parameters.timeToFloat {
      enter(.rtkFloat, under: limit, at: now)
    } else if state == .rtkFloat && limit.allowsFixing && searchLeft <= 0 {
      enter(.rtkFixed, under: limit, at: now)
    } else if state == .rtkFixed && holdLeft <= 0 {
      enter(.rtkFloat, under: limit, at: now)
    }
    if state == .rtkFixed { lastFixed = now }
  }

  private mutating func enter(_ newState: GNSSFix, under limit: Limit, at now: Duration) {
    state = newState
    since = now
    switch newState {
    case .rtkFloat:
      searchLeft = generator.logNormal(Parameters.floatToFixed) / .seconds(1)
      if isInterrupted, let lastFixed, now - lastFixed <= Parameters.shortInterruption {
        // Where ambiguities are about known, one constellation finds them as soon as several.
        searchLeft /= limit.constellations < 2 ? 12 : 4
      }
      isInterrupted = false
    case .rtkFixed: holdLeft = generator.exponential()
    case .none, .threeD, .dgnss: break
    }
  }
}
