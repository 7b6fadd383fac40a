internal import GNSSBasics
internal import Mathematics

/// The statistical model of how a receiver's fix comes and goes.
///
/// It solves nothing: it moves between states by rules and by drawn times whose distributions are
/// those measured on real receivers. It is advanced once for each navigation epoch and draws from
/// its own generator only there.
///
/// - Start to the first 3D fix: log-normal, median 25 s and 95 % within 42 s when cold; 20 s and 30 s
///   when warm, 2 s and 4 s when hot.
/// - Usable corrections lift 3D to DGNSS at once, and DGNSS to float a second later.
/// - Float to fixed: log-normal, median 4 s and 95 % within 10 s with several constellations,
///   three times that with one; longer by 4 % for each kilometre of baseline.
/// - Corrections older than the time-out (60 s) are dropped: back to 3D, and the climb begins anew.
///   Younger ones hold the state; a fix found before stays while the error grows with age.
/// - The baseline limits the state: fixed to 50 km, float to 100 km, DGNSS to 1,000 km.
/// - Another station begins a new float solution.
struct FixModel: Sendable {
  /// The state after the last epoch.
  private(set) var state = GNSSFix.none
  /// Why it is that state.
  private(set) var reason = FixReason.acquiring
  /// Age of the corrections in use; `nil` when none are.
  private(set) var correctionAge: Duration?

  private var generator: Xoshiro256
  /// What was known at the start.
  private var start = StartKind.cold
  /// Board time of the first 3D fix; `nil` until it is drawn, at the first epoch with a view of the sky.
  private var firstFix: Duration?
  /// Board time at which the state was entered.
  private var since = Duration.zero
  /// Time in float after which ambiguities are fixed, drawn on entering float.
  private var timeToFix = Duration.zero
  private var station: UInt16?

  /// Creates the model of a receiver whose power comes on at board time zero.
  init(generator: Xoshiro256) { self.generator = generator }

  /// Begins anew, without satellites, at a board time.
  mutating func restart(_ start: StartKind, at now: Duration) {
    loseSky()
    self.start = start
    station = nil
    since = now
    firstFix = nil
  }

  /// Moves on to a navigation epoch.
  ///
  /// - Parameters:
  ///   - now: Board time of the epoch; never before that of the previous one.
  ///   - corrections: What the receiver knows about its corrections.
  ///   - baseline: Distance to their station in metres; `nil` when there is none.
  ///   - timeout: Age at which corrections are dropped (CFG-NAVSPG-CONSTR_DGNSSTO).
  ///   - hindrance: What keeps ambiguities from being fixed; `nil` for nothing.
  mutating func advance(
    to now: Duration, corrections: CorrectionStatus, baseline: Double?,
    timeout: Duration = Parameters.correctionTimeout, hindrance: FixHindrance? = nil
  ) {
    let firstFix = self.firstFix ?? since + generator.logNormal(Parameters.timeToFirstFix(start))
    self.firstFix = firstFix
    guard now >= firstFix else { return }
    var limit = Limit(corrections, baseline: baseline, now: now, timeout: timeout)
    if let hindrance { limit.lower(by: hindrance) }
    correctionAge = limit.isUsing ? limit.age : nil
    restartAmbiguities(under: limit, at: now)
    step(under: limit, at: now)
    reason = limit.reason(in: state)
  }

  /// Has no satellites at a navigation epoch; with the sky the climb begins anew.
  mutating func loseSky() {
    state = .none
    reason = .acquiring
    correctionAge = nil
  }

  /// Falls back from fixed to float when the corrections become those of another station.
  private mutating func restartAmbiguities(under limit: Limit, at now: Duration) {
    guard limit.station != station else { return }
    station = limit.station
    if state >= .rtkFloat { enter(.rtkFloat, under: limit, at: now) }
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
    } else if state == .rtkFloat && limit.allowsFixing && inState >= timeToFix {
      enter(.rtkFixed, under: limit, at: now)
    }
  }

  private mutating func enter(_ newState: GNSSFix, under limit: Limit, at now: Duration) {
    state = newState
    since = now
    guard newState == .rtkFloat else { return }
    let factor = (limit.constellations < 2 ? 3 : 1) * (1 + 0.04 * limit.baseline / 1000)
    timeToFix = generator.logNormal(Parameters.floatToFixed) * factor
  }
}

extension FixModel {
  /// The numbers the model is made of.
  ///
  /// Sources: u-blox ZED-F9P integration manual and the field reports on it; where those give a
  /// range the shape is ours.
  enum Parameters {
    /// A start to the first 3D fix.
    ///
    /// The data sheet UBX-17051259 has 25 s for a cold start and 2 s for a hot one; a warm one has to
    /// hear the ephemerides, which each satellite repeats every 30 s.
    static func timeToFirstFix(_ start: StartKind) -> LogNormal {
      switch start {
      case .cold: LogNormal(median: 25, percentile95: 42)
      case .warm: LogNormal(median: 20, percentile95: 30)
      case .hot: LogNormal(median: 2, percentile95: 4)
      }
    }
    /// DGNSS to float: carrier phases need two epochs.
    static var timeToFloat: Duration { .seconds(1) }
    /// Float to fixed under open sky, several constellations, at the station.
    static var floatToFixed: LogNormal { LogNormal(median: 4, percentile95: 10) }
    /// Default of CFG-NAVSPG-CONSTR_DGNSSTO.
    static var correctionTimeout: Duration { .seconds(60) }
    /// Age of corrections above which ambiguities are not searched, and a fix is only held.
    static var freshness: Duration { .seconds(10) }
    /// Longest baselines of each state, metres.
    static var longestFixedBaseline: Double { 50_000 }
    static var longestFloatBaseline: Double { 100_000 }
    static var longestDGNSSBaseline: Double { 1_000_000 }
  }
}

/// A log-normal distribution of times, by two of its percentiles in seconds.
struct LogNormal {
  var median: Double
  var percentile95: Double
}

extension Xoshiro256 {
  /// A time from a log-normal distribution.
  mutating func logNormal(_ distribution: LogNormal) -> Duration {
    let ninetyFifth = 1.644_853_626_951  // of the standard normal distribution
    let sigma =
      Math.logarithm(distribution.percentile95 / distribution.median) / ninetyFifth
    return .seconds(distribution.median * Math.exponential(sigma * normal()))
  }
}
