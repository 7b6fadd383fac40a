internal import Mathematics

/// The obstacles that hide the sky around an antenna: houses, hills, trees.
///
/// The mask is a polygon of azimuths and elevations. Between two corners its edge is linear over azimuth, and
/// from the last corner it continues to the first. A single corner hides the same elevation all around.
public struct SkyMask: Hashable, Sendable {
  /// A corner of the edge between hidden and visible sky.
  public struct Corner: Hashable, Sendable {
    /// The azimuth, degrees from north over east, `0..<360`.
    public var azimuth: Double
    /// The elevation, degrees above the horizon, `0...90`.
    public var elevation: Double

    /// Creates a corner at an azimuth and an elevation, degrees.
    public init(azimuth: Double, elevation: Double) {
      self.azimuth = azimuth
      self.elevation = elevation
    }
  }

  /// The corners in the order of azimuth; at least one.
  public let corners: [Corner]
  /// The hidden share of the hemisphere, by solid angle: `0...1`.
  public let hiddenShare: Double

  /// Creates a mask; `nil` without a corner or with a corner out of range.
  public init?(_ corners: [Corner]) {
    guard !corners.isEmpty,
      corners.allSatisfy({ (0..<360).contains($0.azimuth) && (0...90).contains($0.elevation) })
    else { return nil }
    let sorted = corners.sorted { $0.azimuth < $1.azimuth }
    self.corners = sorted
    // The share of the hemisphere below an elevation is the sine of the elevation.
    let sines = (0..<360).map { degree in
      Math.sine(Self.elevation(at: Double(degree) + 0.5, of: sorted).degreesInRadians)
    }
    hiddenShare = sines.reduce(0, +) / 360
  }

  /// Returns the elevation of the mask's edge at an azimuth, degrees; lower sky is hidden.
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

// MARK: Effects on a receiver

/// Rules of thumb that stand in for the multipath of signals between houses.
extension SkyMask {
  /// The hidden share from which on carrier phases are too broken to fix ambiguities.
  ///
  /// Below it a fix lasts for less time as more sky is hidden.
  public static let shareForFloat = 0.72
  /// The hidden share from which on rover and station share too few satellites for corrections to help.
  public static let shareForSingle = 0.8

  /// The reason why ambiguities cannot be fixed; `nil` for none.
  var hindrance: FixHindrance? {
    if hiddenShare >= Self.shareForSingle { return .narrowSky }
    return hiddenShare >= Self.shareForFloat ? .hiddenSky : nil
  }

  /// The growth of position errors: the inverse of the visible share, at most 10.
  var errorFactor: Double { 1 / max(1 - hiddenShare, 0.1) }
}
