public import GNSSBasics
internal import Mathematics

/// A route along which a board is carried: places at times, with straight legs between them.
///
/// Latitude, longitude and height change linearly between two stops. At the end of the route the board stands
/// still, unless the laps are endless.
public struct Route: Hashable, Sendable {
  /// A place on the route and the time when the board is there.
  public struct Stop: Hashable, Sendable {
    /// The board time at the stop, seconds.
    public var time: Double
    /// The position of the stop.
    public var position: GeodeticPosition

    /// Creates a stop from a time in seconds and a position.
    public init(time: Double, position: GeodeticPosition) {
      self.time = time
      self.position = position
    }
  }

  /// The number of laps of a route.
  public enum Laps: Hashable, Sendable {
    /// An open route: the board goes once from the first place to the last.
    case none
    /// A closed route with a number of laps, each back to the first place.
    case count(Int)
    /// A closed route without an end.
    case endless
  }

  /// The stops in the order of their times, the first at zero; a closed route ends at its first place.
  public let stops: [Stop]
  /// The number of laps.
  public let laps: Laps
  /// The time that the board stands at the first stop before it departs, seconds.
  public var wait = 0.0
  /// The distance from the first stop to each stop, metres.
  private let distances: [Double]

  /// Creates a route at a constant speed; `nil` for fewer than two different places or an invalid speed.
  ///
  /// - Parameters:
  ///   - places: The places, at least two; a repetition of the previous place is left out.
  ///   - speed: The speed, metres a second, finite and greater than 0.
  ///   - laps: The number of laps.
  public init?(_ places: [GeodeticPosition], speed: Double, laps: Laps = .none) {
    guard speed > 0, speed.isFinite else { return nil }
    var time = 0.0
    var stops: [Stop] = []
    for place in laps == .none ? places : places + places.prefix(1) {
      guard let last = stops.last else {
        stops.append(Stop(time: 0, position: place))
        continue
      }
      let length = last.position.distance(to: place)
      guard length > 0 else { continue }
      time += length / speed
      stops.append(Stop(time: time, position: place))
    }
    self.init(checked: stops, laps: laps)
  }

  /// Creates a route with a time for each place; `nil` for fewer than two stops or times that do not
  /// increase.
  ///
  /// A closed route returns from the last place to the first at its average speed.
  public init?(_ stops: [Stop], laps: Laps = .none) {
    guard let first = stops.first, let last = stops.last, last.time.isFinite, first.time.isFinite,
      zip(stops, stops.dropFirst()).allSatisfy({ $0.time < $1.time })
    else { return nil }
    var stops = stops.map { Stop(time: $0.time - first.time, position: $0.position) }
    if laps != .none {
      let length = zip(stops, stops.dropFirst())
        .reduce(0) { $0 + $1.0.position.distance(to: $1.1.position) }
      let way = last.position.distance(to: first.position)
      let speed = length / (last.time - first.time)
      if way > 0, speed > 0 {
        stops.append(Stop(time: last.time - first.time + way / speed, position: first.position))
      }
    }
    self.init(checked: stops, laps: laps)
  }

  private init?(checked stops: [Stop], laps: Laps) {
    guard stops.count > 1 else { return nil }
    self.stops = stops
    self.laps = laps
    var distances = [0.0]
    for (a, b) in zip(stops, stops.dropFirst()) {
      distances.append(distances[distances.count - 1] + a.position.distance(to: b.position))
    }
    self.distances = distances
  }

  /// The time of one lap, or of the whole of an open route, seconds.
  public var period: Double { stops[stops.count - 1].time }

  /// The time from zero to the end of the last lap, with the wait, seconds; `nil` for endless laps.
  public var duration: Double? { walkingTime.map { $0 + wait } }

  /// The time from departure to the end of the last lap, seconds; `nil` for endless laps.
  private var walkingTime: Double? {
    switch laps {
    case .none: period
    case .count(let count): period * Double(count)
    case .endless: nil
    }
  }

  /// Returns the same route with its first stop at another origin.
  func moved(to origin: GeodeticPosition) -> Route {
    let first = stops[0].position
    guard origin != first else { return self }
    let stops = stops.map { stop in
      let offset = first.localOffset(to: stop.position)
      var position = origin.moved(east: offset.east, north: offset.north)
      position.height = origin.height + stop.position.height - first.height
      return Stop(time: stop.time, position: position)
    }
    var route = Route(checked: stops, laps: laps) ?? self
    route.wait = wait
    return route
  }
}

// MARK: Position on the route

extension Route {
  /// Returns the motion of a board that began `head` metres along the route.
  func motion(at seconds: Double, head: Double) -> Motion {
    let elapsed = seconds - wait
    var time = max(elapsed, 0) + lead(of: head)
    if let walkingTime, time >= walkingTime { return standing }
    time -= (time / period).rounded(.down) * period
    let next = min(max(stops.countOfPrefix { $0.time <= time }, 1), stops.count - 1)
    let (a, b) = (stops[next - 1], stops[next])
    let share = (time - a.time) / (b.time - a.time)
    var motion = Motion(
      position: a.position.between(b.position, at: share), velocity: a.velocity(to: b))
    if elapsed < 0 { motion.velocity = LocalVelocity() }
    return motion
  }

  /// The motion after the end of the route, still in the direction of its last leg.
  private var standing: Motion {
    let isOpen = laps == .none
    let last = stops.count - 1
    var motion = Motion(
      position: isOpen ? stops[last].position : stops[0].position,
      velocity: stops[last - 1].velocity(to: stops[last]))
    motion.velocity = LocalVelocity()
    return motion
  }

  /// Returns the route time at which a distance from the beginning is first reached, seconds.
  private func lead(of head: Double) -> Double {
    let length = distances[distances.count - 1]
    guard head > 0, length > 0 else { return 0 }
    let rounds = laps == .none ? 0 : (head / length).rounded(.down)
    let along = min(head - rounds * length, length)
    let next = min(max(distances.countOfPrefix { $0 <= along }, 1), stops.count - 1)
    let share = (along - distances[next - 1]) / max(distances[next] - distances[next - 1], 1e-9)
    return rounds * period + stops[next - 1].time
      + share * (stops[next].time - stops[next - 1].time)
  }
}

extension Route.Stop {
  fileprivate func velocity(to next: Self) -> LocalVelocity {
    let offset = position.localOffset(to: next.position)
    let time = next.time - self.time
    return LocalVelocity(
      east: offset.east / time, north: offset.north / time,
      up: (next.position.height - position.height) / time)
  }
}

extension GeodeticPosition {
  fileprivate func distance(to other: GeodeticPosition) -> Double {
    ECEFPosition(self).distance(to: ECEFPosition(other))
  }

  /// Returns a point between this position and another, linearly by a share; not across the 180° meridian.
  fileprivate func between(_ other: GeodeticPosition, at share: Double) -> GeodeticPosition {
    GeodeticPosition(
      latitude: latitude + share * (other.latitude - latitude),
      longitude: longitude + share * (other.longitude - longitude),
      height: height + share * (other.height - height))
  }
}
