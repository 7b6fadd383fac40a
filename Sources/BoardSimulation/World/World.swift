@_exported public import Mathematics

/// The truth around a board: a pure function of board time.
///
/// Parts measure it, the control port tells it, and nothing else knows it. There is no chance in
/// it: two worlds made alike agree at every time, asked in any order.
public struct World: Hashable, Sendable {
  /// The default date of boot, 2026-06-01T12:00:00Z, in nanoseconds since 1970.
  public static let defaultBootDate: Int64 = 1_780_315_200_000_000_000

  /// Where `milan-walk` begins and `standing` stays, unless an origin is given.
  public static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)

  /// Quantities held at a value, whatever the scenario says.
  public var overrides = WorldOverrides()
  /// Whether the receiver's antenna sees the sky; without that it has no fix.
  public var hasSkyView = true
  private let source: Source

  /// Creates the world of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: What happens, and where the board goes.
  ///   - origin: Where the track begins instead of in Milan; its height is ellipsoidal.
  ///   - bootDate: The date of board time zero, nanoseconds since 1970; season and hour follow it.
  public init(
    scenario: Scenario, origin: GeodeticPosition? = nil, bootDate: Int64 = World.defaultBootDate
  ) {
    source = .scenario(
      scenario,
      LocalFrame(origin: origin ?? Self.milan),
      Track.cittaStudi,
      Weather(bootDate: bootDate)
    )
  }

  /// Creates a world that never changes.
  public init(fixed state: WorldState) {
    source = .fixed(state)
  }

  /// What is true at a board time.
  public func state(at time: Duration) -> WorldState {
    var state: WorldState
    switch source {
    case .fixed(let fixed):
      state = fixed
    case .scenario(let scenario, let frame, let track, let weather):
      let seconds = time.inSeconds
      let (position, velocity) = Self.motion(scenario, in: frame, along: track, at: seconds)
      state = weather.state(at: position, moving: velocity, time: seconds)
    }
    overrides.apply(to: &state)
    return state
  }

  private static let walkingSpeed = 1.4  // m/s

  private enum Source: Hashable, Sendable {
    case fixed(WorldState)
    case scenario(Scenario, LocalFrame, Track, Weather)
  }
}

extension World {
  private static func motion(
    _ scenario: Scenario, in frame: LocalFrame, along track: Track, at seconds: Double
  ) -> (GeodeticPosition, LocalVelocity) {
    guard scenario == .milanWalk else { return (frame.origin, LocalVelocity()) }
    let point = track.point(at: walkingSpeed * seconds)
    let velocity = LocalVelocity(
      east: walkingSpeed * Math.cosine(point.heading),
      north: walkingSpeed * Math.sine(point.heading),
      up: walkingSpeed * point.slope
    )
    return (frame.position(east: point.east, north: point.north, up: point.up), velocity)
  }
}

/// The neighbourhood of a point, on the ellipsoid's curvature there.
private struct LocalFrame: Hashable, Sendable {
  let origin: GeodeticPosition

  /// The point so many metres away, its height counted from the origin's, not the tangent plane.
  func position(east: Double, north: Double, up: Double) -> GeodeticPosition {
    var position = origin.moved(east: east, north: north)
    position.height = origin.height + up
    return position
  }
}

extension Track {
  /// Our own round through Milan's Città Studi, about 1.2 km.
  static let cittaStudi = Track(
    corners: [
      (95, 6), (118, 132), (246, 148), (262, -62), (158, -84), (140, -206), (-72, -214),
      (-168, -110), (-160, -9),
    ],
    radius: 5
  )
}
