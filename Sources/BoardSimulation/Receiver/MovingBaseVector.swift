internal import GNSSBasics
internal import Positioning

/// The vector from a base that moves to the receiver at an epoch: its direction is the heading of whoever carries both
/// antennas.
struct MovingBaseVector: Hashable, Sendable {
  /// The kind of solution; none and 3D have no vector.
  var state: GNSSFix
  /// The reason for which the solution is no better; empty for a fixed one.
  var reason: String
  /// The vector; zero where there is none.
  var vector: NavigationSolution.Reference
  /// The standard deviations along east, north and up, metres.
  var deviation = SIMD3<Double>.zero

  /// Whether there is a vector.
  var isValid: Bool { state > .threeD }
  /// The direction of the vector, degrees from north, `0..<360`.
  var heading: Double { vector.heading }
  /// The standard deviation of the heading, degrees.
  var headingDeviation: Double { vector.headingDeviation(by: deviation) }
  /// Whether the vector tells a direction: on the level it is longer than its error.
  var hasHeading: Bool { isValid && headingDeviation < 45 }
}

extension MovingBaseVector {
  /// Creates the vector of a solution with a base that moves.
  init(_ solution: Solution, from stationID: UInt16) {
    reason = solution.reason
    let none = NavigationSolution.Reference(
      stationID: stationID, age: .zero, east: 0, north: 0, up: 0)
    guard let base = solution.base, case let state = GNSSFix(solution.state), state > .threeD else {
      (self.state, vector) = (.none, none)
      return
    }
    self.state = state
    let position = GeodeticPosition(solution.position)
    vector = NavigationSolution.Reference(to: position, from: base, of: stationID, age: .zero)
    deviation = TangentPlane(at: position).covariance(of: solution.covariance).deviations
  }
}
