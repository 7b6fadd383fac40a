import BoardSimulation
import Testing

@testable import VirtualBoard

@Suite("Weather of a run")
struct SharedWeatherTests {
  private func world(board number: Int, seed: UInt64) -> World {
    var options = BoardOptions()
    (options.number, options.seed) = (number, seed)
    return World(options, station: nil)
  }

  @Test("boards of a run breathe one air, each where it is; another seed is other weather")
  func fleet() {
    let time = Duration.seconds(600)
    let (first, ninth) = (world(board: 0, seed: 1), world(board: 8, seed: 1))
    #expect(first.air(at: World.milan, time: time) == ninth.air(at: World.milan, time: time))
    #expect(first.state(at: time).particulates != ninth.state(at: time).particulates)
    let other = world(board: 0, seed: 2)
    #expect(first.state(at: time).position == other.state(at: time).position)
    #expect(first.state(at: time).temperature != other.state(at: time).temperature)
  }
}
