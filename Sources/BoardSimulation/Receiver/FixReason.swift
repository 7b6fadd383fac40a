internal import GNSSBasics

/// The reason for the receiver model's state.
///
/// ``sentence`` states the reason as text. Numbers in it change from second to second; ``isSameKind(as:)``
/// compares reasons without their numbers.
public enum FixReason: Hashable, Sendable {
  /// Searching satellites since power-on, not yet longer than a start takes.
  case acquiring
  /// The first position was just found; corrections are applied next.
  case firstPosition(station: UInt16)
  /// No usable corrections.
  case unusable(CorrectionProblem)
  /// Corrections stopped: the last ones are older than the timeout.
  case stopped(station: UInt16, age: Duration)
  /// The station is farther away than the reach of any correction.
  case outOfReach(station: UInt16, baseline: Double)
  /// The station is too far away for carrier phases; only its pseudoranges are used.
  case beyondFloat(station: UInt16, baseline: Double)
  /// Pseudoranges are corrected while the tracking of phases starts.
  case startingPhase(station: UInt16, baseline: Double)
  /// The station is too far away for integer ambiguities.
  case beyondFixed(station: UInt16, baseline: Double)
  /// All corrections are GLONASS, and its phase biases are unknown.
  case glonassBiasesMissing(station: UInt16)
  /// Corrections are used, but are too old for an ambiguity search.
  case tooOldToFix(station: UInt16, age: Duration)
  /// Too few usable satellites for a position: after an earlier position, or for longer than a start takes.
  case outOfSight(satellites: Int)
  /// Integer ambiguities are being searched under conditions in which they would soon be lost again.
  case strained(station: UInt16, satellites: SharedSatellites, by: PhaseStrain)
  /// Integer ambiguities are being searched.
  case resolving(station: UInt16, satellites: SharedSatellites, baseline: Double)
  /// Ambiguities are fixed to integers.
  case fixed(station: UInt16, satellites: SharedSatellites, baseline: Double, age: Duration)
  /// Ambiguities are held at integers while no new corrections arrive.
  case holding(station: UInt16, age: Duration)
  /// Corrections are used, but a hindrance keeps ambiguities from being fixed.
  case hindered(station: UInt16, by: FixHindrance)

  /// The reason of an engine that solves, for a state below fixed; without a station where there are no corrections.
  case computed(GNSSFix, station: UInt16?, reason: String)

  /// Whether two reasons are the same apart from their numbers.
  public func isSameKind(as other: FixReason) -> Bool {
    guard case (.computed(_, _, let one), .computed(_, _, let another)) = (self, other) else {
      return kind == other.kind
    }
    func words(_ reason: String) -> some Sequence<Character> {
      reason.lazy.filter { !$0.isNumber && $0 != "." }
    }
    return kind == other.kind && words(one).elementsEqual(words(another))
  }

  /// Whether the receiver reports the reason as a warning, not as a notice.
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
    case .hindered(_, .unknownOrbits): 19
    case .outOfSight: 18
    case .strained(_, _, let strain): 20 + strain.kind
    case .computed(let state, _, _): 30 + Int(state.rawValue)
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
  /// Signals are jammed, and no phase is tracked.
  case jamming
  /// Much of the sky is hidden, so phase tracking is interrupted often.
  case hiddenSky
  /// Most of the sky is hidden, and receiver and station share almost no satellites.
  case narrowSky

  /// Receiver and station share too few satellites for more than pseudoranges.
  case fewSatellites(Int)
  /// The orbits of the station's satellites are not known.
  case unknownOrbits(KnownOrbits)

  /// The best state that the hindrance allows.
  var highest: GNSSFix {
    switch self {
    case .configuration, .disturbedPhases, .hiddenSky, .unknownOrbits: .rtkFloat
    case .jamming, .fewSatellites: .dgnss
    case .narrowSky: .threeD
    }
  }
}

/// The number of a station's satellites, and of those among them whose orbits are known.
public struct KnownOrbits: Hashable, Sendable {
  /// The number of satellites with a known orbit.
  public var known: Int
  /// The number of observed satellites.
  public var observed: Int

  /// Creates the numbers.
  public init(_ known: Int, of observed: Int) { (self.known, self.observed) = (known, observed) }
}
