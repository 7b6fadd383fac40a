public import GNSSBasics

/// A receiver's position at an epoch, with how it was found.
public struct Solution: Hashable, Sendable {
  /// The kinds of solution, from the least precise one.
  public enum State: UInt8, Hashable, Sendable, Comparable {
    /// No position.
    case none
    /// By the codes of the rover alone.
    case single
    /// By the codes of rover and base.
    case differential
    /// By codes and phases of both, with ambiguities that are not whole.
    case float
    /// By phases of both, with whole ambiguities.
    case fixed

    /// Whether one kind is less precise than another.
    public static func < (a: State, b: State) -> Bool { a.rawValue < b.rawValue }
  }

  /// The time of the rover's observations by its clock, GPS time.
  public var time: GPSTime
  /// The kind of solution.
  public var state: State
  /// The position; the Earth's centre where ``state`` is ``State/none``.
  public var position: ECEFPosition
  /// The velocity in the Earth-fixed frame, m/s, by the changes of phases since the epoch before or by Doppler
  /// shifts; `nil` with neither of four satellites.
  public var velocity: ECEFPosition?
  /// The covariance of the position, square metres: xx, yy, zz, xy, yz, zx.
  public var covariance: [Double]
  /// The satellites that the position is computed from, sorted.
  public var satellites: [SatelliteID]
  /// The number of signals that the position is computed from.
  public var signals: Int
  /// These signals, sorted by satellite; of a position by the rover's codes alone one for each satellite.
  public var used: [UsedSignal] = []
  /// The squared distance of the second best integers from the float ones, by that of the best ones, at the
  /// last search; 0 before the first one.
  public var ratio: Double
  /// The age of the base's observations, seconds; 0 without a base.
  public var age: Double
  /// The place of the base's antenna that the position stands on; `nil` without a base.
  public var base: ECEFPosition?
  /// The root mean square of the residuals, metres: of phases where the solution is fixed, else of codes.
  public var residual: Double
  /// The reason for which the solution is no better; empty for one of the kind that the options ask for, as for a
  /// fixed one.
  public var reason: String
  /// The satellites and signals that were left out, with their reasons.
  public var leftOut: [LeftOut]

  /// Creates a solution without a position.
  init(time: GPSTime, reason: String, leftOut: [LeftOut] = []) {
    (self.time, self.reason, self.leftOut) = (time, reason, leftOut)
    state = .none
    position = ECEFPosition(x: 0, y: 0, z: 0)
    (velocity, covariance, satellites, signals) = (nil, [0, 0, 0, 0, 0, 0], [], 0)
    (ratio, age, residual) = (0, 0, 0)
  }
}
