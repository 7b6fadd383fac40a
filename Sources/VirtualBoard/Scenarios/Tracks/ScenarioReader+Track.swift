internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics

extension ScenarioReader {
  /// Reads `track:` and returns the board's path.
  func path(_ node: ScenarioNode) throws(ScenarioError) -> WorldScript.Path {
    if node.scalar == "milan" { return .round }
    guard case .route(var route) = try way(node) else { return .round }
    route.wait = try node.member("wait")?.number("wait", in: 0...1e6) ?? 0
    return .route(route)
  }

  /// Reads the way of `track:`, without the wait before it.
  private func way(_ node: ScenarioNode) throws(ScenarioError) -> WorldScript.Path {
    let fields = try node.fields(
      of: "track", ["points", "file", "speed", "laps", "interval", "wait"])
    guard (fields["points"] == nil) != (fields["file"] == nil) else {
      try node.fail(
        "a track has either points or a file",
        "write track: {points: [[45.478, 9.227], …], speed: 1.4} or track: {file: walk.gpx}")
    }
    let speed = try fields["speed"]?.number("speed", in: 0.001...1000)
    let laps = try Self.laps(fields["laps"])
    if let points = fields["points"] {
      if let interval = fields["interval"] {
        try interval.fail("\"interval\" belongs to a file of positions", "give a speed")
      }
      let places = try Self.places(points)
      return try Self.route(places, speed ?? Self.walkingSpeed, laps, at: points)
    }
    let file = try fields.required("file", "")
    return try route(of: file, fields, speed, laps)
  }

  private static let walkingSpeed = 1.4

  private static func laps(_ node: ScenarioNode?) throws(ScenarioError) -> Route.Laps {
    guard let node else { return .none }
    if node.scalar == "endless" { return .endless }
    guard let text = node.scalar, let count = Int(text), (1...1_000_000).contains(count) else {
      try node.fail(
        "laps must be a whole number from 1 to 1000000, or endless",
        "leave them out for a way that is gone once")
    }
    return .count(count)
  }

  private static func places(_ node: ScenarioNode) throws(ScenarioError) -> [GeodeticPosition] {
    let example = "[[45.478, 9.227, 165], [45.479, 9.228]], latitude, longitude and height"
    var places: [GeodeticPosition] = []
    for point in try node.list("points", example) {
      let numbers = try point.list("a point", example)
      guard (2...3).contains(numbers.count) else {
        try point.fail("a point has two or three numbers", "write \(example)")
      }
      let height = numbers.count == 3 ? try numbers[2].number("a height", in: -500...9000) : nil
      places.append(
        GeodeticPosition(
          latitude: try numbers[0].number("a latitude", in: -90...90),
          longitude: try numbers[1].number("a longitude", in: -180...180),
          height: height ?? places.last?.height ?? World.milan.height))
    }
    return places
  }

  private static func route(
    _ places: [GeodeticPosition], _ speed: Double, _ laps: Route.Laps, at node: ScenarioNode
  ) throws(ScenarioError) -> WorldScript.Path {
    guard let route = Route(places, speed: speed, laps: laps) else {
      try node.fail(
        "a track needs two different points", "give one more, or \"place\" for a board that stands")
    }
    return .route(route)
  }

  // MARK: Files

  private func route(
    of node: ScenarioNode, _ fields: ScenarioFields, _ speed: Double?, _ laps: Route.Laps
  ) throws(ScenarioError) -> WorldScript.Path {
    let path = try node.text("file")
    let bytes = try file(path, at: node)
    do throws(ScenarioError) {
      let stops: [TrackFile.Stop]
      if bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "<") {
        if let interval = fields["interval"] {
          throw ScenarioError(
            at: interval, "a GPX file has times of its own", "leave \"interval\" out")
        }
        stops = try TrackFile.gpx(bytes)
      } else {
        let interval = try fields["interval"]?.number("interval", in: 0.001...1e6)
        stops = try TrackFile.positions(bytes, interval: speed == nil ? interval ?? 1 : nil)
      }
      return try Self.route(stops, speed, laps, at: node, path)
    } catch {
      throw error.of(path)
    }
  }

  private static func route(
    _ stops: [TrackFile.Stop], _ speed: Double?, _ laps: Route.Laps, at node: ScenarioNode,
    _ path: String
  ) throws(ScenarioError) -> WorldScript.Path {
    if let speed { return try route(stops.map(\.position), speed, laps, at: node) }
    if let open = stops.first(where: { $0.time == nil }) {
      throw ScenarioError(
        line: open.line, "the point has no time", "give the track a speed in the scenario")
    }
    for (a, b) in zip(stops, stops.dropFirst()) where (a.time ?? 0) >= (b.time ?? 0) {
      throw ScenarioError(
        line: b.line, "the point is not later than the one before",
        "give the track a speed in the scenario, or sort the points")
    }
    let timed = stops.map { Route.Stop(time: $0.time ?? 0, position: $0.position) }
    guard let route = Route(timed, laps: laps) else {
      throw ScenarioError(
        line: stops.first?.line ?? 1, "a track needs two points",
        "give one more, or \"place\" for a board that stands")
    }
    return .route(route)
  }
}
