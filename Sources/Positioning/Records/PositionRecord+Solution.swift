internal import GNSSBasics
internal import SatelliteOrbits

extension PositionRecord {
  /// Creates the record of a solution; `nil` for one without a position.
  public init?(_ solution: Solution) {
    guard let quality = SolutionQuality(solution.state) else { return nil }
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

extension SolutionQuality {
  /// Creates the quality of a kind of solution; `nil` for none.
  init?(_ state: Solution.State) {
    switch state {
    case .none: return nil
    case .single: self = .single
    case .differential: self = .differential
    case .float: self = .float
    case .fixed: self = .fixed
    }
  }
}

extension Solution.State {
  /// The name of the kind in tables and JSON: that of its quality, or `none`.
  package var name: String { SolutionQuality(self)?.name ?? "none" }
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
