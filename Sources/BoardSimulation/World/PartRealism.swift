/// The realism of simulated parts: their deviation from ideal parts.
public struct PartRealism: Hashable, Sendable {
  /// The size of a part's constant error, by the part's datasheet.
  public enum Tolerance: String, Hashable, Sendable, CaseIterable {
    /// No error.
    case none
    /// A typical error, drawn from the run's seed with the datasheet's limit as three standard deviations.
    case typical
    /// The largest error that the datasheet allows, with a sign drawn from the run's seed.
    case worst
  }

  /// Whether parts are ideal.
  ///
  /// An ideal part has no noise, tolerance, drift, learnt baseline, loss of coarse dust, growth with humidity
  /// or receiver error. Its delays (conversion, lag, run-in) remain.
  public var isIdeal: Bool
  /// The tolerance of each sensor; without effect on ideal parts.
  public var tolerance: Tolerance

  /// Creates a realism; the default is real parts without tolerances.
  public init(isIdeal: Bool = false, tolerance: Tolerance = .none) {
    self.isIdeal = isIdeal
    self.tolerance = tolerance
  }

  /// Ideal parts.
  public static let ideal = PartRealism(isIdeal: true)
  /// Real parts, with noise but without tolerances.
  public static let real = PartRealism()
}
