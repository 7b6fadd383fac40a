/// The moment at which a part from outside was lost, and the reason.
public struct PartAbsence: Hashable, Sendable {
  /// The name of the part.
  public var part: String
  /// The board time since which the part is absent.
  public var time: Duration
  /// The reason.
  public var failure: PartFailure
}
