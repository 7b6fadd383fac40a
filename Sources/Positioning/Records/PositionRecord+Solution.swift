internal import GNSSBasics
internal import SatelliteOrbits

extension PositionRecord {
  /// Creates the record of a solution; `nil` for one without a position.
  public init?(_ solution: Solution) {
    let quality: SolutionQuality
    switch solution.state {
    case .none: return nil
    case .single: quality = .single
    case .differential: quality = .differential
    case .float: quality = .float
    case .fixed: quality = .fixed
    }
    let position = GeodeticPosition(solution.position)
    self.init(
      time: solution.time, quality: quality, position: position,
      satelliteCount: solution.satellites.count,
      deviations: PositionDeviations(
        cartesian: solution.covariance.map(\.signedRoot), at: position),
      age: solution.age, ratio: solution.ratio,
      velocity: solution.velocity.map { PositionVelocity($0, at: position) })
  }
}

extension PositionVelocity {
  /// Creates the local velocity of a position from that in the Earth-fixed frame, m/s.
  init(_ velocity: ECEFPosition, at position: GeodeticPosition) {
    let axes = TangentPlane(at: position).axes
    let vector = SIMD3(velocity)
    self.init(
      north: axes.north.dot(vector), east: axes.east.dot(vector), up: axes.up.dot(vector))
  }
}
