/// The reason for which an epoch has no position.
public enum PositionLack: Error, Hashable, Sendable {
  /// Too few satellites can be used: how many, and how many others were observed.
  case fewSatellites(Int, Int)
  /// The codes disagree, and none can be told to be the wrong one: the root mean square of the residuals in
  /// standard deviations.
  case codesDisagree(Double)
  /// The satellites stand in a line or a plane with the receiver.
  case flatSky
  /// The codes lead to no place near the Earth's surface.
  case notOnEarth
}

extension PositionLack: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .fewSatellites(let usable, let others):
      "\(usable) satellites can be used, \(others) more were observed; a position needs four, and one more "
        + "for each further system"
    case .codesDisagree: "the codes disagree, and too few are there to tell which one is wrong"
    case .flatSky: "the satellites stand in a line"
    case .notOnEarth: "the codes lead to no place on Earth"
    }
  }
}
