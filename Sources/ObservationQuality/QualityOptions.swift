/// The limits of a quality check.
///
/// The definitions and their usual values are those of teqc.
///
/// Source: L. H. Estey and C. M. Meertens, TEQC: The Multi-Purpose Toolkit for GPS/GLONASS Data, GPS Solutions 3
/// (1999) 42–49.
public struct QualityOptions: Hashable, Sendable {
  /// The least elevation at which satellites are expected, and at which multipath is averaged, degrees.
  public var elevationMask = 10.0
  /// The number of values in the moving averages of multipath.
  public var averageLength = 50
  /// The rate of the ionosphere's delay at L1 that is a cycle slip, metres a minute.
  public var greatestIonosphereRate = 4.0
  /// The jump of multipath that is a cycle slip, metres: four times the usual scatter of half a metre.
  public var greatestMultipathJump = 2.0
  /// The time without observations after which a signal's arc begins anew without a slip, seconds.
  public var longestPause = 300.0
  /// Whether each epoch's position is computed from its codes.
  public var solvesPositions = true

  /// Creates the usual limits.
  public init() {}
}
