/// The deviation of simulated parts from ideal ones.
public struct PartRealism: Hashable, Sendable {
  /// The deviation of a part of its kind from the truth, by its datasheet.
  public enum Tolerance: String, Hashable, Sendable, CaseIterable {
    /// Not at all.
    case none
    /// As a typical part, drawn from the run's seed.
    case typical
    /// By as much as the datasheet allows, up or down by the run's seed.
    case worst
  }

  /// Whether parts are ideal.
  ///
  /// They have no noise, tolerance, drift, learnt baseline, loss of coarse dust, growth with humidity or
  /// error of the receiver. Times (conversion, lag, run-in) stay.
  public var isIdeal: Bool
  /// The deviation of each sensor; without effect on ideal ones.
  public var tolerance: Tolerance

  /// Creates parts as they are, without tolerances unless told otherwise.
  public init(isIdeal: Bool = false, tolerance: Tolerance = .none) {
    self.isIdeal = isIdeal
    self.tolerance = tolerance
  }

  /// Ideal parts.
  public static let ideal = PartRealism(isIdeal: true)
  /// Parts with the noise of real ones.
  public static let real = PartRealism()
}
