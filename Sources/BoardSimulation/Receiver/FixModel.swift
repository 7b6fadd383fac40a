internal import GNSSBasics
internal import Mathematics

/// A statistical model of a receiver's fix state.
///
/// The model solves no equations. It moves between states by rules and by random times, whose distributions
/// were measured on real receivers. It advances once for each navigation epoch, and draws from its own
/// generator only then.
///
/// - With four satellites, which ``SatelliteTracker`` finds, there is a 3D fix.
/// - Usable corrections lift 3D to DGNSS at once, and DGNSS to float a second later.
/// - Float to fixed takes a log-normal time: with several constellations a median of 4 s, 95 % within 10 s;
///   with one constellation three times as long. Each kilometre of baseline adds 4 %, and a hidden sky and
///   few satellites lengthen the time further (``PhaseConditions``). After a tunnel of less than a minute
///   that interrupted a fix, it takes a quarter of the time.
/// - A fix falls back to float after a holding time, drawn when it is found. The holding time depends on the
///   surroundings: a day under an open sky, half a minute in a street of high houses.
/// - Corrections older than the timeout (60 s) are dropped: the state returns to 3D and the climb starts
///   over. Younger corrections keep the state; an existing fix is held while its error grows with age.
/// - The baseline limits the state: fixed to 50 km, float to 100 km, DGNSS to 1,000 km. So does the number of
///   satellites that receiver and station share: phases need five.
/// - A change of station starts a new float solution.
struct FixModel: Sendable {
  /// The state after the last epoch.
  private(set) var state = GNSSFix.none
  /// The reason for the present state.
  private(set) var reason = FixReason.acquiring
  /// The age of the corrections in use; `nil` without any.
  private(set) var correctionAge: Duration?

  private var generator: Xoshiro256
  /// Whether the receiver had a position since its start.
  private var hadPosition = false
  /// The board time at which the state was entered.
  private var since = Duration.zero
  /// The board time of the last fixed epoch since the start; `nil` without one.
  private var lastFixed: Duration?
  /// Whether the sky was lost during a fix, so that ambiguities are found again quickly.
  private var isInterrupted = false
  /// The remaining search time for ambiguities, seconds under an open sky; drawn on entering float.
  private var searchLeft = 0.0
  /// The remaining holding time of a fix, in units of the mean holding time; drawn on entering fixed.
  private var holdLeft = 0.0
  private var lastEpoch = Duration.zero
  private var station: UInt16?

  /// Creates the model of a receiver that is powered on at board time zero.
  init(generator: Xoshiro256) { self.generator = generator }

  /// Restarts the model without satellites at a board time.
  mutating func restart(at now: Duration) {
    loseSky(at: now)
    reason = .acquiring
    (hadPosition, lastFixed, isInterrupted) = (false, nil, false)
    station = nil
    since = now
  }

  /// Advances to a navigation epoch with enough satellites for a position.
  ///
  /// - Parameters:
  ///   - now: The board time of the epoch, not before that of the previous one.
  ///   - corrections: The status of the receiver's corrections.
  ///   - baseline: The distance to their station, metres; `nil` without a station.
  ///   - timeout: The age at which corrections are dropped (CFG-NAVSPG-CONSTR_DGNSSTO).
  ///   - hindrance: The hindrance that keeps ambiguities from being fixed; `nil` for none.
  ///   - surroundings: The surroundings of the antenna; `nil` for a receiver that never loses a fix by
  ///     chance.
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

  /// Handles a navigation epoch with too few satellites, after which the climb of states starts over.
  ///
  /// After a search that lasts longer than a start takes, the reason is that satellites are out of sight.
  mutating func loseSky(satellites: Int = 0, at now: Duration) {
    if state == .rtkFixed { isInterrupted = true }
    state = .none
    let isStarting = !hadPosition && now - since <= Parameters.longestAcquisition
    reason = isStarting ? .acquiring : .outOfSight(satellites: satellites)
    correctionAge = nil
  }

  /// Falls back from fixed to float when the station of the corrections changes.
  private mutating func restartAmbiguities(under limit: Limit, at now: Duration) {
    guard limit.station != station else { return }
    station = limit.station
    lastFixed = nil
    if state >= .rtkFloat { enter(.rtkFloat, under: limit, at: now) }
  }

  /// Reduces the remaining search time or holding time by an interval.
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
        // With approximately known ambiguities, one constellation finds them as fast as several.
        searchLeft /= limit.constellations < 2 ? 12 : 4
      }
      isInterrupted = false
    case .rtkFixed: holdLeft = generator.exponential()
    case .none, .threeD, .dgnss: break
    }
  }
}
