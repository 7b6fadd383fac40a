public import GNSSBasics

/// A signal that a position is computed from.
public struct UsedSignal: Hashable, Sendable {
  /// The satellite.
  public var satellite: SatelliteID
  /// The band in RINEX, `1...9`.
  public var band: UInt8
  /// The rest of the code beside the position and the clocks, metres; `nil` where its phase alone is used.
  public var residual: Double?
}
