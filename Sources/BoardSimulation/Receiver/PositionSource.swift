/// The source of a receiver's positions.
public enum PositionSource: String, Hashable, Sendable, CaseIterable {
  /// The receiver solves: positions and states are computed from its measurements and from the corrections.
  case rtk
  /// A statistical model: positions are the truth plus drawn errors, and states follow from rules.
  case statistical
}
