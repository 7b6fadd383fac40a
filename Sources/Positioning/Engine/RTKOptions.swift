public import GNSSBasics

/// The choices of a receiver that solves.
public struct RTKOptions: Hashable, Sendable {
  /// The best kind of solution that is tried.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    case single, dgnss, float, rtk
  }

  /// The best kind of solution that is tried.
  public var mode = Mode.rtk
  /// The systems that are used.
  public var systems: Set<Constellation> = [.gps, .glonass, .galileo, .beidou, .qzss]
  /// The least elevation, degrees.
  public var elevationMask = 10.0
  /// The age of the base's observations up to which they are used, seconds.
  public var maximumAge = 60.0
  /// Whether the rover stands still, so that all epochs tell of one position.
  public var isStatic = false
  /// Whether the base moves too, as a second antenna on the same vehicle does.
  ///
  /// Each epoch of the rover is then solved with the base's epoch of the same time and with the place that the base's own
  /// codes give it. The position is as good as that place, and the vector from it as good as the phases.
  public var hasMovingBase = false
  /// Whether a base whose own codes put it elsewhere is refused.
  public var checksBase = true
  /// The model of the noise.
  var noise = SignalNoise()
  /// The parameters of the ionosphere; those of a quiet day unless given.
  package var ionosphere = KlobucharParameters.quiet

  /// Creates the default choices.
  public init() {}
}
