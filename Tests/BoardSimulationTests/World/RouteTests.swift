import GNSSBasics
import Testing

@testable import BoardSimulation

@Suite("A way of a scenario's own")
struct RouteTests {
  private static let start = GeodeticPosition(latitude: 45, longitude: 9, height: 100)
  /// The corners of a square with sides of about 100 m.
  private static let corners = [(0.0, 0.0), (100, 0), (100, 100), (0, 100)].map { east, north in
    var corner = start.moved(east: east, north: north)
    corner.height = 100
    return corner
  }

  private func world(_ route: Route?, head: Double = 0, origin: GeodeticPosition? = nil) throws
    -> World
  {
    let route = try #require(route)
    return World(
      scenario: WorldScript(place: route.stops[0].position, path: .route(route)), origin: origin,
      head: head)
  }

  private func offset(_ world: World, _ seconds: Double) -> (east: Double, north: Double) {
    let offset = Self.start.localOffset(to: world.state(at: .seconds(seconds)).position)
    return (offset.east, offset.north)
  }

  @Test("is gone at its speed from corner to corner, then the board stands at its end")
  func open() throws {
    let world = try world(Route(Self.corners, speed: 2))
    for (time, east, north) in [(0.0, 0.0, 0.0), (25, 50, 0), (75, 100, 50), (900, 0, 100)] {
      let found = offset(world, time)
      #expect(abs(found.east - east) < 0.01 && abs(found.north - north) < 0.01, "at \(time) s")
    }
    let velocity = world.state(at: .seconds(75)).velocity
    #expect(abs(velocity.north - 2) < 0.001 && abs(velocity.east) < 0.001)
    #expect(world.state(at: .seconds(900)).velocity == LocalVelocity())
  }

  @Test("of less than a metre has a middle too")
  func short() throws {
    let route = Route([Self.start, Self.start.moved(east: 0.8, north: 0)], speed: 0.1)
    let found = offset(try world(route, head: 0.4), 1)
    #expect(abs(found.east - 0.5) < 1e-6)
  }

  @Test("closed, is gone round so often, and ends where it began")
  func laps() throws {
    let route = try #require(Route(Self.corners, speed: 2, laps: .count(3)))
    #expect(abs((route.duration ?? 0) - 600) < 0.01)
    let world = try world(route)
    for time in [175.0, 375, 575] {
      let found = offset(world, time)
      #expect(abs(found.east) < 0.01 && abs(found.north - 50) < 0.01)
    }
    #expect(world.state(at: .seconds(601)).position == Self.corners[0])
    let endless = try self.world(Route(Self.corners, speed: 2, laps: .endless))
    #expect(abs(offset(endless, 200_175).north - 50) < 1)
  }

  @Test("a board further along begins so many metres ahead, round after round")
  func head() throws {
    let ahead = try world(Route(Self.corners, speed: 2, laps: .endless), head: 450)
    #expect(abs(offset(ahead, 0).east - 50) < 0.01)
    let beyond = try world(Route(Self.corners, speed: 2), head: 5000)
    #expect(abs(offset(beyond, 0).north - 100) < 0.01)
  }

  @Test("from another origin it is the same way there")
  func moved() throws {
    let rome = GeodeticPosition(latitude: 41.9, longitude: 12.5, height: 60)
    let world = try world(Route(Self.corners, speed: 2), origin: rome)
    let found = rome.localOffset(to: world.state(at: .seconds(75)).position)
    #expect(abs(found.east - 100) < 0.01 && abs(found.north - 50) < 0.01)
    #expect(abs(world.state(at: .seconds(75)).position.height - 60) < 0.01)
  }

  @Test("places with times are passed at these; more rounds come back at the same pace")
  func timed() throws {
    let stops = [
      Route.Stop(time: 1000, position: Self.corners[0]),
      Route.Stop(time: 1010, position: Self.corners[1]),
      Route.Stop(time: 1060, position: Self.corners[2]),
    ]
    let world = try world(Route(stops))
    #expect(abs(offset(world, 5).east - 50) < 0.01 && abs(offset(world, 35).north - 50) < 0.01)
    let round = try #require(Route(stops, laps: .endless))
    #expect(abs(round.period - (60 + 141.42 / (200.0 / 60))) < 0.01)
  }

  @Test("what is no way is none")
  func none() {
    #expect(Route([], speed: 1) == nil && Route([Self.start, Self.start], speed: 1) == nil)
    #expect(Route(Self.corners, speed: 0) == nil && Route(Self.corners, speed: .nan) == nil)
    #expect(Route(Self.corners.map { Route.Stop(time: 3, position: $0) }) == nil)
    #expect(Route([Route.Stop(time: 0, position: Self.start)]) == nil)
  }
}
