internal import Mathematics

/// A strain that makes it hard to fix ambiguities and to keep them fixed.
public enum PhaseStrain: Hashable, Sendable, CaseIterable {
  /// Houses, hills or trees hide a part of the sky, so that phases are torn.
  case hiddenSky
  /// The antenna moves, and what is beside its way changes.
  case motion
  /// Few satellites are shared with the station.
  case fewSatellites
  /// The corrections are not fresh.
  case oldCorrections
  /// The station is far, and its atmosphere is another one.
  case longBaseline
}

/// Satellites that receiver and station observe at an epoch.
public struct SharedSatellites: Hashable, Sendable, ExpressibleByIntegerLiteral {
  /// The number of shared satellites.
  public var count: Int
  /// Whether that is a guess, because the station's satellites are not those overhead.
  public var isGuess: Bool
  /// Of how many satellites of the station an orbit is known that fits the date; told with a guess.
  public var knownOrbits = 0

  /// Counts them.
  public init(_ count: Int, isGuess: Bool = false, knownOrbits: Int = 0) {
    (self.count, self.isGuess, self.knownOrbits) = (count, isGuess, knownOrbits)
  }

  /// Counts them for certain.
  public init(integerLiteral count: Int) { self.init(count) }

  /// In a sentence.
  var words: String {
    guard isGuess else { return "\(count) satellites" }
    let told = knownOrbits == 0 ? "no orbits" : "too few orbits (\(knownOrbits))"
    return "perhaps \(count) satellites, as it tells \(told) for this date"
  }
}

/// The surroundings of an antenna at one epoch, as far as phases suffer from them.
struct AntennaSurroundings: Hashable, Sendable {
  /// The part of the sky that is hidden: `0...1`.
  var hiddenShare = 0.0
  /// Speed over ground, metres per second.
  var speed = 0.0
  /// Satellites that the receiver can use.
  var satellites = Int.max
  /// The satellites among them that the station observes too; `nil` where nobody has looked.
  var shared: SharedSatellites?

  /// An open sky over somebody who stands.
  static let open = AntennaSurroundings()
}

/// The time that a fix holds at one epoch, the slowness of finding one, and the reason.
///
/// The numbers are a model's, ours: under an open sky a fix is lost once a day; each strain shortens that by
/// a factor. They are set so that a street with high houses on both sides has what a recorded drive had, 47 %
/// of its time fixed with 47 changes in 20 minutes, and that car and tree have something between.
struct PhaseConditions: Hashable, Sendable {
  /// Mean time for which a fix holds, seconds.
  var holdingTime: Double
  /// By how much longer it takes to find one.
  var searchFactor: Double
  /// The strain that shortens the holding time most, where that matters; `nil` where nothing does.
  var strain: PhaseStrain?

  /// Creates the conditions of a receiver with corrections of an age in seconds, from a station at a distance
  /// in metres.
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

  /// A day, seconds.
  private static let longestHoldingTime = 86_400.0
  /// The holding time below which conditions are called hard, seconds: a quarter of an hour.
  private static let shortHoldingTime = 900.0
}
