internal import Mathematics

/// A strain on carrier phases, which makes ambiguities hard to fix and to keep fixed.
public enum PhaseStrain: Hashable, Sendable, CaseIterable {
  /// Houses, hills or trees hide part of the sky and interrupt phase tracking.
  case hiddenSky
  /// The antenna moves, so its surroundings change.
  case motion
  /// Receiver and station share few satellites.
  case fewSatellites
  /// The corrections are old.
  case oldCorrections
  /// The station is far away and has another atmosphere above it.
  case longBaseline
}

/// The satellites that both receiver and station observe at an epoch.
public struct SharedSatellites: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of shared satellites.
  public var count: Int
  /// Whether the number is a guess, because the station's satellites are not those overhead.
  public var isGuess: Bool
  /// The number of the station's satellites with a known orbit for the date; set with a guess.
  public var knownOrbits = 0

  /// Creates a number of shared satellites.
  public init(_ count: Int, isGuess: Bool = false, knownOrbits: Int = 0) {
    (self.count, self.isGuess, self.knownOrbits) = (count, isGuess, knownOrbits)
  }

  /// Creates a certain number of shared satellites.
  public init(integerLiteral count: Int) { self.init(count) }

  /// The shared satellites as a phrase in a sentence.
  var words: String {
    guard isGuess else { return "\(count) satellites" }
    let told = knownOrbits == 0 ? "no orbits" : "too few orbits (\(knownOrbits))"
    return "perhaps \(count) satellites, as it tells \(told) for this date"
  }
}

/// The surroundings of an antenna at one epoch, as far as they affect phases.
struct AntennaSurroundings: Hashable, Sendable {
  /// The hidden share of the sky: `0...1`.
  var hiddenShare = 0.0
  /// The speed over ground, metres per second.
  var speed = 0.0
  /// The number of satellites that the receiver can use.
  var satellites = Int.max
  /// The satellites that receiver and station share; `nil` if unknown.
  var shared: SharedSatellites?

  /// An open sky over a stationary antenna.
  static let open = AntennaSurroundings()
}

/// The conditions for fixed ambiguities at one epoch: the holding time, the search factor and the worst
/// strain.
///
/// The numbers are the project's own model. Under an open sky a fix is lost once a day; each strain shortens
/// the holding time by a factor. The factors are set to match a recorded drive in a street with high houses
/// on both sides: fixed for 47 % of the time, with 47 changes in 20 minutes. Conditions in a car or below a
/// tree lie between.
struct PhaseConditions: Hashable, Sendable {
  /// The mean holding time of a fix, seconds.
  var holdingTime: Double
  /// The factor by which the search for a fix is slower.
  var searchFactor: Double
  /// The strain that shortens the holding time most; `nil` while the holding time is long.
  var strain: PhaseStrain?

  /// Creates the conditions for surroundings and corrections.
  ///
  /// The age of the corrections is in seconds, the baseline to their station in metres.
  init(
    _ surroundings: AntennaSurroundings, sharedSatellites: Int, constellations: Int = 2,
    age: Double, baseline: Double
  ) {
    let hidden = Math.exponential(surroundings.hiddenShare / 0.113)
    let few = 16 / Double(6 + min(max(sharedSatellites, 4), 10))
    let far = 0.04 * baseline / 1000
    let factors: [(PhaseStrain, Double)] = [
      (.hiddenSky, hidden),
      (.motion, 1 + 5 * surroundings.speed),
      (.fewSatellites, few),
      (.oldCorrections, 1 + max(age, 0) / 20),
      (.longBaseline, 1 + baseline / 10_000),
    ]
    holdingTime = factors.reduce(Self.longestHoldingTime) { $0 / $1.1 }
    // One constellation takes three times as long under an open sky.
    let alone = constellations < 2 ? 2.0 : 0
    searchFactor = (few + alone + 9 * surroundings.hiddenShare) * (1 + far)
    let worst = factors.max { $0.1 < $1.1 }
    strain = holdingTime < Self.shortHoldingTime ? worst?.0 : nil
  }

  /// The holding time under an open sky, seconds: a day.
  private static let longestHoldingTime = 86_400.0
  /// The holding time below which the worst strain is reported, seconds: a quarter of an hour.
  private static let shortHoldingTime = 900.0
}
