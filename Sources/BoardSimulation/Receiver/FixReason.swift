internal import GNSSBasics

/// The reason for the receiver model's state.
///
/// ``sentence`` says it to a person. Numbers in it move from second to second; whether the reason
/// itself has changed is what ``isSameKind(as:)`` answers.
public enum FixReason: Hashable, Sendable {
  /// Searching satellites since power came on, for no longer than a start takes.
  case acquiring
  /// The first position was just found; corrections come into it next.
  case firstPosition(station: UInt16)
  /// There are no usable corrections.
  case unusable(CorrectionProblem)
  /// Corrections were used, but the last is older than the receiver keeps them.
  case stopped(station: UInt16, age: Duration)
  /// The station is farther than any correction reaches.
  case outOfReach(station: UInt16, baseline: Double)
  /// The station is too far for carrier phases; only its pseudoranges are used.
  case beyondFloat(station: UInt16, baseline: Double)
  /// The first epochs are used for pseudoranges while phases are being tracked.
  case startingPhase(station: UInt16, baseline: Double)
  /// The station is too far for whole-number ambiguities.
  case beyondFixed(station: UInt16, baseline: Double)
  /// GLONASS is all there is, and nothing says how its phases are biased.
  case glonassBiasesMissing(station: UInt16)
  /// Corrections are used, but too old to search ambiguities with.
  case tooOldToFix(station: UInt16, age: Duration)
  /// Fewer satellites can be used than a position needs: now where there was one, or for longer than a start takes.
  case outOfSight(satellites: Int)
  /// Whole-number ambiguities are being searched, and would be soon lost again.
  case strained(station: UInt16, satellites: SharedSatellites, by: PhaseStrain)
  /// Whole-number ambiguities are being searched.
  case resolving(station: UInt16, satellites: SharedSatellites, baseline: Double)
  /// Ambiguities are whole numbers.
  case fixed(station: UInt16, satellites: SharedSatellites, baseline: Double, age: Duration)
  /// Ambiguities are held at whole numbers while no new corrections arrive.
  case holding(station: UInt16, age: Duration)
  /// Corrections are used, but something keeps ambiguities from being fixed.
  case hindered(station: UInt16, by: FixHindrance)

  /// Whether two reasons are the same apart from their numbers.
  public func isSameKind(as other: FixReason) -> Bool { kind == other.kind }

  /// Whether the receiver warns of this rather than giving notice of it.
  ///
  /// Source: ZED-F9P integration manual, which has a warning for baselines that are too long.
  public var isWarning: Bool {
    switch self {
    case .outOfReach, .beyondFloat, .beyondFixed: true
    default: false
    }
  }

  private var kind: Int {
    switch self {
    case .acquiring: 0
    case .firstPosition: 11
    case .unusable(let problem): 100 + problem.kind
    case .stopped: 1
    case .outOfReach: 2
    case .beyondFloat: 3
    case .startingPhase: 4
    case .beyondFixed: 5
    case .glonassBiasesMissing: 6
    case .tooOldToFix: 7
    case .resolving: 8
    case .fixed: 9
    case .holding: 10
    case .hindered(_, .configuration): 12
    case .hindered(_, .disturbedPhases): 13
    case .hindered(_, .jamming): 14
    case .hindered(_, .hiddenSky): 15
    case .hindered(_, .narrowSky): 16
    case .hindered(_, .fewSatellites): 17
    case .outOfSight: 18
    case .strained(_, _, let strain): 20 + strain.kind
    }
  }
}

extension PhaseStrain {
  fileprivate var kind: Int {
    switch self {
    case .hiddenSky: 0
    case .motion: 1
    case .fewSatellites: 2
    case .oldCorrections: 3
    case .longBaseline: 4
    }
  }
}

extension CorrectionProblem {
  fileprivate var kind: Int {
    switch self {
    case .nothingReceived: 0
    case .inputDisabled: 1
    case .noFrames: 2
    case .noObservations: 3
    case .positionMissing: 4
    case .stationMismatch: 5
    case .tooFewSatellites: 6
    case .notAdvancing: 7
    case .unused: 8
    }
  }
}

/// A hindrance that keeps a receiver from fixing ambiguities.
public enum FixHindrance: Hashable, Sendable {
  /// The receiver is configured for float solutions (CFG-NAVHPG-DGNSSMODE).
  case configuration
  /// Carrier phases are disturbed.
  case disturbedPhases
  /// Its signals are jammed, and no phase is tracked.
  case jamming
  /// Much of the sky is hidden, and phases are torn.
  case hiddenSky
  /// Most of the sky is hidden, and hardly a satellite is shared with the station.
  case narrowSky

  /// The satellites shared with the station are so few that only pseudoranges are of use.
  case fewSatellites(Int)

  /// The best state that it leaves.
  var highest: GNSSFix {
    switch self {
    case .configuration, .disturbedPhases, .hiddenSky: .rtkFloat
    case .jamming, .fewSatellites: .dgnss
    case .narrowSky: .threeD
    }
  }
}
