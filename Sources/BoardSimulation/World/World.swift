public import GNSSBasics
package import GNSSSimulation
internal import Mathematics

/// The truth around a board, from its first moment on: a pure function of board time.
///
/// It is a history. What is changed from some time on, by ``hold(_:at:from:over:)``,
/// ``release(_:from:)`` or ``change(to:from:)``, leaves what was true before as it was, and what is
/// changed for a later time comes true by itself. Parts measure it, the control port tells it, and
/// nothing else knows it. Its weather is drawn from a seed, by hashes of place and time: two worlds made
/// alike agree at every place and time, asked in any order.
///
/// ```swift
/// var world = World(scenario: .standing)
/// world.hold(.temperature, at: -10, from: .seconds(100))
/// world.state(at: .seconds(101)).temperature  // -10
/// ```
public struct World: Hashable, Sendable {
  /// The default date of boot, 2026-06-01T12:00:00Z.
  public static let defaultBootDate = UnixTime(seconds: 1_780_315_200)

  /// The start of a scenario without a place of its own, unless an origin is given.
  public static let milan = GeodeticPosition(latitude: 45.478, longitude: 9.227, height: 165)

  /// The scenes of the scenario so far, in the order of board time; the first from zero.
  private var scenes: [Scene]
  /// The orders by hand, by ``WorldQuantity/allCases``; empty when there were none.
  private var histories: [QuantityHistory] = []
  /// The satellites overhead, and the atmosphere below them.
  package var sky: Sky { .standard }
  /// The board time that is asked about as zero.
  private var origin = Duration.zero

  private struct Scene: Hashable, Sendable {
    var start = Duration.zero
    var source: Source
    var hasSkyView = true
    /// The air of a scenario; `nil` where it leaves that as it is.
    var air: WorldScript.Air?
    var skyMask: SkyMask?
  }

  /// Creates the world of a scenario.
  ///
  /// - Parameters:
  ///   - scenario: What happens, and where the board goes.
  ///   - origin: Where the track begins instead of the scenario's place; its height is ellipsoidal.
  ///   - bootDate: The date of board time zero; season and hour follow it.
  ///   - head: How far along the track the board begins, metres.
  ///   - seed: What the weather is drawn from; the same for all who are to breathe the same air.
  ///   - site: What kind of spot the board is at; `nil` for what the map has there.
  public init(
    scenario: WorldScript, origin: GeodeticPosition? = nil,
    bootDate: UnixTime = World.defaultBootDate, head: Double = 0, seed: UInt64 = 1,
    site: Site? = nil
  ) {
    let start = origin ?? scenario.place
    let frame = LocalFrame(origin: start)
    let weather = Weather(bootDate: bootDate, seed: seed, site: site ?? scenario.site)
    let source: Source =
      switch scenario.path {
      case .route(let route): .route(route.moved(to: start), head, weather)
      case .round: .scenario(speed: Self.walkingSpeed, frame, Track.cittaStudi, head, weather)
      case .standing: .scenario(speed: 0, frame, Track.cittaStudi, head, weather)
      }
    scenes = [
      Scene(
        source: source, air: WorldScript.Air(scenario, bootDate: bootDate),
        skyMask: scenario.skyMask)
    ]
  }

  /// Creates a world that never changes.
  public init(fixed state: WorldState) {
    scenes = [Scene(source: .fixed(state))]
  }

  /// Returns the truth that was, is or, unless something changes, will be at a board time.
  public func state(at time: Duration) -> WorldState {
    let time = time + origin
    return held(natural(at: time), at: time)
  }

  /// The air at any place, whether a board stands there or not.
  ///
  /// Where the board is, it is the air that its parts measure; elsewhere that of the same weather and
  /// of the place's own surroundings, outdoors unless told otherwise. What is held by hand is held
  /// everywhere, and a world that never changes is the same everywhere.
  ///
  /// - Parameters:
  ///   - position: The place; its height is ellipsoidal.
  ///   - time: The board time; negative before the boot.
  ///   - site: What kind of spot it is; `nil` for what the map has there.
  /// - Returns: What is true there for somebody who stands.
  public func air(
    at position: GeodeticPosition, time: Duration, site: Site? = nil
  ) -> WorldState {
    let time = time + origin
    return held(natural(at: time, place: position, site: site), at: time)
  }

  /// The pressure at a height above the ellipsoid where it is so much at sea level, Pa.
  package static func pressure(seaLevel: Double, atHeight height: Double) -> Double {
    Atmosphere.pressure(seaLevel: seaLevel, height: height - Atmosphere.geoidSeparation)
  }

  /// The wind that carries the air along everywhere and always.
  public static var wind: LocalVelocity {
    LocalVelocity(east: Weather.wind.east, north: Weather.wind.north)
  }

  /// A state with what is held by hand.
  private func held(_ natural: WorldState, at time: Duration) -> WorldState {
    guard !histories.isEmpty else { return natural }
    var state = natural
    for (quantity, history) in zip(WorldQuantity.allCases, histories) {
      if let value = history.value(at: time) { quantity.set(value, in: &state) }
    }
    return state
  }

  /// Whether the receiver's antenna sees the sky, as the world is in the end; without that it has no fix.
  public var hasSkyView: Bool {
    get { scenes[scenes.count - 1].hasSkyView }
    set { scenes[scenes.count - 1].hasSkyView = newValue }
  }

  /// Whether the receiver's antenna sees the sky at a board time.
  public func hasSkyView(at time: Duration) -> Bool { scene(at: time + origin).hasSkyView }

  /// Returns the mask that hides the sky from the receiver at a board time; `nil` for none.
  public func skyMask(at time: Duration) -> SkyMask? { scene(at: time + origin).skyMask }

  private func scene(at time: Duration) -> Scene {
    scenes.last { $0.start <= time } ?? scenes[0]
  }

  /// Returns the board's position, without the air around it, which takes longer.
  package func position(at time: Duration) -> GeodeticPosition { motion(at: time).position }

  /// Returns the board's position and velocity, without the air around it, which takes longer.
  func motion(at time: Duration) -> Motion {
    scene(at: time + origin).source.motion(at: time + origin)
  }

  /// The state without what was done by hand.
  private func natural(at time: Duration) -> WorldState {
    let scene = scene(at: time)
    var state = natural(at: time, from: scene.source)
    scene.air?.apply(to: &state, at: time)
    return state
  }

  /// The state as it would be without a scenario's air.
  private func natural(at time: Duration, from source: Source) -> WorldState {
    switch source {
    case .fixed(let state): return state
    case .scenario(_, _, _, _, let weather), .route(_, _, let weather), .walk(_, let weather):
      let motion = source.motion(at: time)
      return weather.state(at: motion.position, moving: motion.velocity, time: time.inSeconds)
    }
  }

  /// The state at a place where no board needs to be, without what was done by hand.
  private func natural(
    at time: Duration, place: GeodeticPosition, site: Site?
  ) -> WorldState {
    let scene = scene(at: time)
    var state = natural(at: time, place: place, site: site, from: scene.source)
    scene.air?.apply(to: &state, at: time)
    return state
  }

  private func natural(
    at time: Duration, place: GeodeticPosition, site: Site?, from source: Source
  ) -> WorldState {
    switch source {
    case .fixed(var state):
      state.position = place
      state.velocity = LocalVelocity()
      return state
    case .scenario(_, _, _, _, var weather), .route(_, _, var weather), .walk(_, var weather):
      weather.site = site
      return weather.state(at: place, moving: LocalVelocity(), time: time.inSeconds)
    }
  }

  private static let walkingSpeed = 1.4  // m/s

  private enum Source: Hashable, Sendable {
    case fixed(WorldState)
    case scenario(speed: Double, LocalFrame, Track, Double, Weather)
    case route(Route, Double, Weather)
    case walk(Walk, Weather)

    func motion(at time: Duration) -> Motion {
      switch self {
      case .fixed(let state): return Motion(position: state.position, velocity: state.velocity)
      case .walk(let walk, _): return walk.motion(at: time)
      case .route(let route, let head, _):
        let (position, velocity) = route.step(at: time.inSeconds, head: head)
        return Motion(position: position, velocity: velocity)
      case .scenario(let speed, let frame, let track, let head, _):
        let point = track.point(at: head + speed * time.inSeconds)
        return Motion(
          position: frame.position(east: point.east, north: point.north, up: point.up),
          velocity: speed > 0 ? point.velocity(at: speed) : LocalVelocity())
      }
    }
  }
}

/// The position and velocity of a board.
struct Motion: Hashable, Sendable {
  var position: GeodeticPosition
  var velocity: LocalVelocity
}

// MARK: What is changed

extension World {
  /// Holds a quantity at a value, whatever the scenario says, until it is released or held otherwise.
  ///
  /// Particles are one thing with several names: holding one of them scales all sizes alike, and
  /// takes the place of another one that is held.
  ///
  /// - Parameters:
  ///   - quantity: What is held.
  ///   - value: The value, in ``WorldQuantity/range``.
  ///   - time: The board time from which it is.
  ///   - ramp: How long it takes to come to the value, in a straight line from what it is then.
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

  /// Leaves a quantity to the scenario again from a board time on.
  public mutating func release(_ quantity: WorldQuantity, from time: Duration) {
    add(quantity, nil, over: .zero, at: time)
  }

  /// Whether a quantity is held, or on the way to where it will be, at a board time.
  public func isHeld(_ quantity: WorldQuantity, at time: Duration) -> Bool {
    guard let index = quantity.index, !histories.isEmpty else { return false }
    return histories[index].value(at: time + origin) != nil
  }

  /// Makes another world's scenario true from a board time on, which is not before the last change.
  public mutating func change(to other: World, from time: Duration) {
    var scene = other.scenes[other.scenes.count - 1]
    scene.start = time + origin
    scenes.append(scene)
  }

  /// The same world, as those tell it whose time begins at a board time.
  func since(_ time: Duration) -> World {
    var world = self
    world.origin = origin + time
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
    histories[index].add(at: time + origin, to: target, over: ramp) { time in
      quantity.value(in: others.state(at: time - others.origin))
    }
  }
}

// MARK: Walks

extension World {
  /// The same weather, as a board meets it that is carried along a path.
  ///
  /// - Parameters:
  ///   - corners: The path, two places at least; behind the last one it goes back to the first.
  ///   - speed: Metres a second.
  ///   - departure: When it leaves the first place, in its own board time; until then it stands.
  ///   - boot: When its own board time begins, in this world's; negative before that.
  /// - Returns: The board's world.
  package func walk(
    along corners: [GeodeticPosition], speed: Double, departure: Duration, since boot: Duration
  ) -> World {
    var world = since(boot)
    guard let first = corners.first, corners.count > 1 else { return world }
    let scene = scene(at: origin)
    switch scene.source {
    case .fixed: return world
    case .scenario(_, _, _, _, let weather), .route(_, _, let weather), .walk(_, let weather):
      let walk = Walk(
        from: first, to: corners.dropFirst(), speed: speed, departure: departure + world.origin)
      world.scenes = [
        Scene(source: .walk(walk, weather), air: scene.air, skyMask: scene.skyMask)
      ]
      return world
    }
  }

  /// A way that a board is carried once.
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
        velocity: elapsed < 0 ? LocalVelocity() : point.velocity(at: speed))
    }
  }
}

extension WorldQuantity {
  fileprivate var index: Int? { Self.allCases.firstIndex(of: self) }
}

extension Track.Point {
  /// The velocity of who walks here at a speed, m/s.
  fileprivate func velocity(at speed: Double) -> LocalVelocity {
    LocalVelocity(
      east: speed * Math.cosine(heading), north: speed * Math.sine(heading), up: speed * slope)
  }
}

/// The neighbourhood of a point, on the ellipsoid's curvature there.
private struct LocalFrame: Hashable, Sendable {
  private let origin: GeodeticPosition
  private let plane: TangentPlane

  init(origin: GeodeticPosition) {
    self.origin = origin
    plane = TangentPlane(at: origin)
  }

  /// The point so many metres away, its height counted from the origin's, not the tangent plane.
  func position(east: Double, north: Double, up: Double) -> GeodeticPosition {
    var position =
      east == 0 && north == 0 ? origin : plane.position(east: east, north: north, up: 0)
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
