internal import GNSSBasics
internal import Mathematics

/// A receiver's course over ground, which keeps its value while the receiver stands.
struct Course: Hashable, Sendable {
  private var heading = 0.0

  /// Returns the course at a velocity, degrees from north over east.
  mutating func heading(at velocity: LocalVelocity) -> Double {
    let (east, north) = (velocity.east, velocity.north)
    let slowest = NavigationSolution.slowestCourse
    if east * east + north * north >= slowest * slowest {
      heading = Math.bearing(east: east, north: north)
    }
    return heading
  }
}
