internal import Mathematics

/// The obstacles that hide the sky around an antenna: houses, hills, trees.
///
/// A polygon of azimuths and elevations. Between two corners the edge is a straight line over azimuth,
/// and from the last it goes on to the first. One corner alone hides the same all around.
public struct SkyMask: Hashable, Sendable {
  /// A point of the edge between what is hidden and what is seen.
  public struct Corner: Hashable, Sendable {
    /// Degrees from north over east, `0..<360`.
    public var azimuth: Double
    /// Degrees above the horizon, `0...90`.
    public var elevation: Double

    /// Creates a corner.
    public init(azimuth: Double, elevation: Double) {
      self.azimuth = azimuth
      self.elevation = elevation
    }
  }

  /// Corners by their azimuth, one at least.
  public let corners: [Corner]
  /// The part of the hemisphere that is hidden, by its solid angle: `0...1`.
  public let hiddenShare: Double

  /// Creates a mask; `nil` without a corner, or where one lies outside of the ranges.
  public init?(_ corners: [Corner]) {
    guard !corners.isEmpty,
      corners.allSatisfy({ (0..<360).contains($0.azimuth) && (0...90).contains($0.elevation) })
    else { return nil }
    let sorted = corners.sorted { $0.azimuth < $1.azimuth }
    self.corners = sorted
    // What lies below an elevation is its sine's part of the hemisphere.
    let sines = (0..<360).map { degree in
      Math.sine(Self.elevation(at: Double(degree) + 0.5, of: sorted).degreesInRadians)
    }
    hiddenShare = sines.reduce(0, +) / 360
  }

  /// The elevation below which nothing is seen in a direction, degrees.
  public func elevation(at azimuth: Double) -> Double {
    Self.elevation(at: azimuth, of: corners)
  }

  private static func elevation(at azimuth: Double, of corners: [Corner]) -> Double {
    let next = corners.countOfPrefix { $0.azimuth <= azimuth }
    var (a, b) = (corners[corners.count - 1], corners[0])
    if next == 0 {
      a.azimuth -= 360
    } else {
      a = corners[next - 1]
      if next < corners.count { b = corners[next] } else { b.azimuth += 360 }
    }
    guard b.azimuth > a.azimuth else { return a.elevation }
    return a.elevation
      + (b.elevation - a.elevation) * (azimuth - a.azimuth) / (b.azimuth - a.azimuth)
  }
}

// MARK: What a receiver suffers from it

/// Rules of thumb that stand in for the signals' ways round the houses.
extension SkyMask {
  /// From this hidden part on, phases are too torn for ambiguities to be fixed at all; below it a fix holds the
  /// less long the more is hidden.
  public static let shareForFloat = 0.72
  /// From this part on, too few satellites are shared with the station for its corrections to help.
  public static let shareForSingle = 0.8

  /// The hindrance that keeps ambiguities from being fixed; `nil` for none.
  var hindrance: FixHindrance? {
    if hiddenShare >= Self.shareForSingle { return .narrowSky }
    return hiddenShare >= Self.shareForFloat ? .hiddenSky : nil
  }

  /// By how much errors grow: the sky's whole by the part that is left, ten times at most.
  var errorFactor: Double { 1 / max(1 - hiddenShare, 0.1) }
}
