public import GNSSBasics
package import GNSSSimulation
internal import Mathematics

/// The truth around a board, from boot on: a pure function of board time.
///
/// The world is a history. A change from a time on, by ``hold(_:at:from:over:)``, ``release(_:from:)`` or
/// ``change(to:from:zero:)``, leaves the state before that time as it was. A change for a later time takes effect
/// by itself. Parts measure the world, the control port reports it, and nothing else sees it. The weather is
/// drawn from a seed, by hashes of place and time. Two worlds created with the same values agree at every
/// place and time, in any order of calls.
///
/// ```swift
/// var world = World(scenario: .standing)
/// world.hold(.temperature, at: -10, from: .seconds(100))
/// world.state(at: .seconds(101)).temperature  // -10
/// ```
public struct World: Hashable, Sendable {
  /// The default date of boot, 2026-06-01T12:00:00Z.
  public static let defaultBootDate = UnixTime(seconds: 1_780_315_200)

  /// The default place of a scenario: a point in Milan, at an ellipsoidal height of 165 m.
  public static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)

  /// The scenes of the scenario so far, in the order of board time; the first begins at zero.
  private var scenes: [Scene]
  /// The holds and releases of each quantity, in the order of ``WorldQuantity/allCases``; empty without any.
  private var histories: [QuantityHistory] = []
  /// The satellites overhead and the atmosphere below them.
  package var sky: Sky { .standard }
  /// The world's own time at board time zero.
  private var timeAtBoot = Duration.zero

  private struct Scene: Hashable, Sendable {
    var start = Duration.zero
    /// The time at which the scenario's own time is zero.
    var zero = Duration.zero
    var source: Source
    /// The start of the path, where it overrides the scenario's place.
    var origin: GeodeticPosition?
    var hasSkyView = true
    /// The scripted air; `nil` where the scenario leaves the weather unchanged.
    var air: WorldScript.Air?
    var skyMask: SkyMask?
  }

  /// Creates the world of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: The events of the world and the board's path.
  ///   - origin: The start of the path, overriding the scenario's place; its height is ellipsoidal.
  ///   - bootDate: The date of board time zero; season and hour follow from it.
  ///   - head: The distance along the path at which the board begins, metres.
  ///   - seed: The seed of the weather; boards with the same seed share the same air.
  ///   - site: The kind of spot the board is at; `nil` takes the scenario's, then the map's.
  public init(
    scenario: WorldScript, origin: GeodeticPosition? = nil,
    bootDate: UnixTime = World.defaultBootDate, head: Double = 0, seed: UInt64 = 1,
    site: Site? = nil
  ) {
    let start = origin ?? scenario.place
    let frame = LocalFrame(origin: start)
    let weather = Weather(bootDate: bootDate, seed: seed, site: site ?? scenario.site)
    let path: Path =
      switch scenario.path {
      case .route(let route): .route(route.moved(to: start), head: head)
      case .round: .track(.cittaStudi, around: frame, speed: Self.walkingSpeed, head: head)
      case .standing: .track(.cittaStudi, around: frame, speed: 0, head: head)
      }
    scenes = [
      Scene(
        source: .weather(weather, along: path), origin: origin,
        air: WorldScript.Air(scenario, bootDate: bootDate), skyMask: scenario.skyMask)
    ]
  }

  /// Creates a world with the same state at all times.
  public init(fixed state: WorldState) {
    scenes = [Scene(source: .fixed(state))]
  }

  /// Returns the state at a board time, past or future; later changes may still alter a future state.
  public func state(at time: Duration) -> WorldState {
    let time = time + timeAtBoot
    return held(scriptedState(at: time), at: time)
  }

  /// Returns the air at any place, with or without a board.
  ///
  /// At the board's place the air is the same that its parts measure. At another place it is the same
  /// weather's air in that place's surroundings, by default outdoors. A held quantity is held everywhere, and
  /// a fixed world is the same everywhere.
  ///
  /// - Parameters:
  ///   - position: The place; its height is ellipsoidal.
  ///   - time: The board time; negative before boot.
  ///   - site: The kind of spot at the place; `nil` takes the map's.
  /// - Returns: The state at the place, for an observer who stands still.
  public func air(
    at position: GeodeticPosition, time: Duration, site: Site? = nil
  ) -> WorldState {
    let time = time + timeAtBoot
    return held(scriptedAir(at: position, time: time, site: site), at: time)
  }

  /// Returns the pressure at a height above the ellipsoid, Pa, for a pressure at sea level.
  package static func pressure(seaLevel: Double, atHeight height: Double) -> Double {
    Atmosphere.pressure(seaLevel: seaLevel, height: height - Atmosphere.geoidSeparation)
  }

  /// The wind that carries the air along, the same at every place and time.
  public static var wind: LocalVelocity {
    LocalVelocity(east: Weather.wind.east, north: Weather.wind.north)
  }

  /// Returns a state with the values held by hand put into it.
  private func held(_ scripted: WorldState, at time: Duration) -> WorldState {
    guard !histories.isEmpty else { return scripted }
    var state = scripted
    for (quantity, history) in zip(WorldQuantity.allCases, histories) {
      if let value = history.value(at: time) { quantity.set(value, in: &state) }
    }
    return state
  }

  /// The start of the last scene's path, where it overrides the scenario's place.
  package var origin: GeodeticPosition? { scenes[scenes.count - 1].origin }

  /// Whether the receiver's antenna sees the sky in the last scene; without a sky view the receiver has no
  /// fix.
  public var hasSkyView: Bool {
    get { scenes[scenes.count - 1].hasSkyView }
    set { scenes[scenes.count - 1].hasSkyView = newValue }
  }

  /// Whether the receiver's antenna sees the sky at a board time.
  public func hasSkyView(at time: Duration) -> Bool { scene(at: time + timeAtBoot).hasSkyView }

  /// Returns the mask that hides the sky from the receiver at a board time; `nil` for an open sky.
  public func skyMask(at time: Duration) -> SkyMask? { scene(at: time + timeAtBoot).skyMask }

  private func scene(at time: Duration) -> Scene {
    scenes.last { $0.start <= time } ?? scenes[0]
  }

  /// Returns the board's position.
  ///
  /// The air around the board, which takes longer to compute, is left out.
  package func position(at time: Duration) -> GeodeticPosition { motion(at: time).position }

  /// Returns the direction in which the board points, degrees from north, `0..<360`: that of its path, also where it
  /// stands.
  package func heading(at time: Duration) -> Double { motion(at: time).heading }

  /// Returns the board's position and velocity.
  ///
  /// The air around the board, which takes longer to compute, is left out.
  func motion(at time: Duration) -> Motion {
    let scene = scene(at: time + timeAtBoot)
    return scene.source.motion(at: time + timeAtBoot - scene.zero)
  }

  /// Returns the board's state without the values held by hand.
  private func scriptedState(at time: Duration) -> WorldState {
    let scene = scene(at: time)
    var state = scene.source.boardState(at: time, elapsed: time - scene.zero)
    scene.air?.apply(to: &state, at: time, elapsed: time - scene.zero)
    return state
  }

  /// Returns the state at any place, with or without a board, without the values held by hand.
  private func scriptedAir(
    at place: GeodeticPosition, time: Duration, site: Site?
  ) -> WorldState {
    let scene = scene(at: time)
    var state = scene.source.air(at: place, time: time, site: site)
    scene.air?.apply(to: &state, at: time, elapsed: time - scene.zero)
    return state
  }

  private static let walkingSpeed = 1.4  // m/s

  /// The state around a board before the script's air and the values held by hand.
  private enum Source: Hashable, Sendable {
    case fixed(WorldState)
    case weather(Weather, along: Path)

    /// Returns the board's state at a time, and at the path's own time.
    func boardState(at time: Duration, elapsed: Duration) -> WorldState {
      switch self {
      case .fixed(let state): return state
      case .weather(let weather, let path):
        let motion = path.motion(at: elapsed)
        return weather.state(at: motion.position, moving: motion.velocity, time: time.inSeconds)
      }
    }

    /// Returns the state at any place, with or without a board.
    func air(at place: GeodeticPosition, time: Duration, site: Site?) -> WorldState {
      switch self {
      case .fixed(var state):
        state.position = place
        state.velocity = LocalVelocity()
        return state
      case .weather(var weather, _):
        weather.site = site
        return weather.state(at: place, moving: LocalVelocity(), time: time.inSeconds)
      }
    }

    /// Returns the board's position and velocity at the path's own time.
    func motion(at time: Duration) -> Motion {
      switch self {
      case .fixed(let state): Motion(position: state.position, velocity: state.velocity)
      case .weather(_, let path): path.motion(at: time)
      }
    }
  }

  /// The path of a board.
  private enum Path: Hashable, Sendable {
    /// A track around a place, passed at a speed in m/s; the board begins `head` metres along it.
    case track(Track, around: LocalFrame, speed: Double, head: Double)
    /// A route; the board begins `head` metres along it.
    case route(Route, head: Double)
    case walk(Walk)

    /// Returns the board's position and velocity.
    func motion(at time: Duration) -> Motion {
      switch self {
      case .walk(let walk): return walk.motion(at: time)
      case .route(let route, let head):
        return route.motion(at: time.inSeconds, head: head)
      case .track(let track, let frame, let speed, let head):
        let point = track.point(at: head + speed * time.inSeconds)
        return Motion(
          position: frame.position(east: point.east, north: point.north, up: point.up),
          velocity: speed > 0 ? point.velocity(at: speed) : LocalVelocity(),
          heading: point.direction)
      }
    }
  }
}

/// The position, velocity and heading of a board.
struct Motion: Hashable, Sendable {
  var position: GeodeticPosition
  var velocity: LocalVelocity
  /// The direction in which the board points, degrees from north, `0..<360`: that of its path, also where it stands.
  var heading: Double

  /// Creates the motion of a board that points in the direction in which it moves, or else north.
  init(position: GeodeticPosition, velocity: LocalVelocity) {
    self.init(
      position: position, velocity: velocity,
      heading: Math.bearing(east: velocity.east, north: velocity.north))
  }

  init(position: GeodeticPosition, velocity: LocalVelocity, heading: Double) {
    (self.position, self.velocity, self.heading) = (position, velocity, heading)
  }

  /// Returns the position of a point that is some metres behind the board's antenna, on its level.
  func position(behind distance: Double) -> GeodeticPosition {
    guard distance != 0 else { return position }
    let angle = heading.degreesInRadians
    return position.moved(
      east: -distance * Math.sine(angle), north: -distance * Math.cosine(angle))
  }
}

// MARK: Changes

extension World {
  /// Holds a quantity at a value, whatever the scenario says, until it is released or held at another value.
  ///
  /// The particle quantities are names for one thing. A hold of one scales all sizes alike and replaces the
  /// hold of another.
  ///
  /// - Parameters:
  ///   - quantity: The quantity to hold.
  ///   - value: The value, in ``WorldQuantity/range``.
  ///   - time: The board time at which the hold begins.
  ///   - ramp: The time from the quantity's value at that moment to the held value, linearly.
  public mutating func hold(
    _ quantity: WorldQuantity, at value: Double, from time: Duration = .zero,
    over ramp: Duration = .zero
  ) {
    add(quantity, value, over: ramp, at: time)
    guard WorldQuantity.particulates.contains(quantity) else { return }
    for other in WorldQuantity.particulates where other != quantity && isHeld(other, at: time) {
      release(other, from: time)
    }
  }

  /// Releases a quantity to the scenario from a board time on.
  public mutating func release(_ quantity: WorldQuantity, from time: Duration) {
    add(quantity, nil, over: .zero, at: time)
  }

  /// Whether a quantity is held, or ramping to its held value, at a board time.
  public func isHeld(_ quantity: WorldQuantity, at time: Duration) -> Bool {
    guard let index = quantity.index, !histories.isEmpty else { return false }
    return histories[index].value(at: time + timeAtBoot) != nil
  }

  /// Replaces the scenario by another world's from a board time on, which is not before the last change.
  ///
  /// - Parameters:
  ///   - other: The world of the other scenario, with the same date of boot.
  ///   - time: The board time of the change.
  ///   - zero: The board time at which the other scenario's own time is zero.
  public mutating func change(to other: World, from time: Duration, zero: Duration = .zero) {
    var scene = other.scenes[other.scenes.count - 1]
    scene.start = time + timeAtBoot
    scene.zero = zero + timeAtBoot
    scenes.append(scene)
  }

  /// Releases all quantities to the scenario from a board time on, and forgets the holds after it.
  package mutating func releaseAll(from time: Duration) {
    for index in histories.indices { histories[index].removeSteps(after: time + timeAtBoot) }
    for quantity in WorldQuantity.allCases where isHeld(quantity, at: time) {
      release(quantity, from: time)
    }
  }

  /// Returns the same world for boards whose time zero is at a board time of this world.
  func since(_ time: Duration) -> World {
    var world = self
    world.timeAtBoot = timeAtBoot + time
    return world
  }

  private mutating func add(
    _ quantity: WorldQuantity, _ target: Double?, over ramp: Duration, at time: Duration
  ) {
    guard let index = quantity.index else { return }
    if histories.isEmpty {
      histories = Array(repeating: QuantityHistory(), count: WorldQuantity.allCases.count)
    }
    var others = self
    others.histories[index] = QuantityHistory()
    histories[index].add(at: time + timeAtBoot, to: target, over: ramp) { time in
      quantity.value(in: others.state(at: time - others.timeAtBoot))
    }
  }
}

// MARK: Walks

extension World {
  /// Returns the same weather around a board that is carried along a path.
  ///
  /// A fixed world, or a path of fewer than two places, only shifts the time.
  ///
  /// - Parameters:
  ///   - corners: The places of the path, at least two; after the last one the path returns to the first.
  ///   - speed: The speed, metres a second.
  ///   - departure: The departure from the first place, in the new board's time; until then the board stands
  ///     still.
  ///   - boot: The new board's time zero, in this world's board time; negative before this board's boot.
  /// - Returns: The new board's world.
  package func walk(
    along corners: [GeodeticPosition], speed: Double, departure: Duration, since boot: Duration
  ) -> World {
    var world = since(boot)
    guard let first = corners.first, corners.count > 1 else { return world }
    let scene = scene(at: timeAtBoot)
    guard case .weather(let weather, _) = scene.source else { return world }
    let walk = Walk(
      from: first, to: corners.dropFirst(), speed: speed,
      departure: departure + world.timeAtBoot)
    world.scenes = [
      Scene(
        source: .weather(weather, along: .walk(walk)), air: scene.air, skyMask: scene.skyMask)
    ]
    return world
  }

  /// The motion of a board that stands at a first place until its departure and then walks a track.
  private struct Walk: Hashable, Sendable {
    private let frame: LocalFrame
    private let track: Track
    private let speed: Double
    private let departure: Duration

    init(
      from first: GeodeticPosition, to corners: ArraySlice<GeodeticPosition>, speed: Double,
      departure: Duration
    ) {
      frame = LocalFrame(origin: first)
      let offsets = corners.map { corner in
        let offset = first.localOffset(to: corner)
        return (east: offset.east, north: offset.north)
      }
      track = Track(corners: offsets, radius: 2)
      self.speed = speed
      self.departure = departure
    }

    func motion(at time: Duration) -> Motion {
      let elapsed = (time - departure).inSeconds
      let point = track.point(at: max(elapsed, 0) * speed)
      return Motion(
        position: frame.position(east: point.east, north: point.north, up: point.up),
        velocity: elapsed < 0 ? LocalVelocity() : point.velocity(at: speed),
        heading: point.direction)
    }
  }
}

extension WorldQuantity {
  fileprivate var index: Int? { Self.allCases.firstIndex(of: self) }
}

extension Track.Point {
  /// The direction of the path, degrees from north, `0..<360`.
  fileprivate var direction: Double {
    Math.bearing(east: Math.cosine(heading), north: Math.sine(heading))
  }

  /// Returns the velocity of a walker at this point, for a walking speed in m/s.
  fileprivate func velocity(at speed: Double) -> LocalVelocity {
    LocalVelocity(
      east: speed * Math.cosine(heading), north: speed * Math.sine(heading), up: speed * slope)
  }
}

/// The surroundings of a point: horizontal offsets in metres, heights that follow the ellipsoid.
private struct LocalFrame: Hashable, Sendable {
  private let origin: GeodeticPosition
  private let plane: TangentPlane

  init(origin: GeodeticPosition) {
    self.origin = origin
    plane = TangentPlane(at: origin)
  }

  /// Returns the point at an offset in metres; `up` is added to the origin's height, not to the tangent
  /// plane's.
  func position(east: Double, north: Double, up: Double) -> GeodeticPosition {
    var position =
      east == 0 && north == 0 ? origin : plane.position(east: east, north: north, up: 0)
    position.height = origin.height + up
    return position
  }
}

extension Track {
  /// The project's round through Milan's Città Studi, about 1.2 km.
  static let cittaStudi = Track(
    corners: [
      (95, 6), (118, 132), (246, 148), (262, -62), (158, -84), (140, -206), (-72, -214),
      (-168, -110), (-160, -9),
    ],
    radius: 5
  )
}
