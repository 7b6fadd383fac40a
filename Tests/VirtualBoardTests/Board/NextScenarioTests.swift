import BoardFirmware
import BoardSimulation
import GNSSBasics
import Testing

@testable import VirtualBoard

@Suite("Another scenario at the next power-on")
struct NextScenarioTests {
  private static func options(_ scenario: Scenario) -> BoardOptions {
    var options = BoardOptions()
    options.scenario = scenario
    options.sky = .off
    return options
  }

  private static func board(_ scenario: Scenario = .standing) throws -> Board {
    try Board(.none, options: options(scenario))
  }

  /// Takes the power away for a second, and gives it back.
  private static func restart(_ board: Board) throws {
    try board.schedule(BoardEvent(.power(isOn: false)))
    board.run(before: board.now + .seconds(1))
    try board.schedule(BoardEvent(.power(isOn: true)))
  }

  @Test("nothing changes before; then the path and the courses begin at their own zero")
  func ownTime() throws {
    var walk = Scenario.milanWalk
    walk.world.courses[.temperature] = WorldCourse(5)
    let board = try Self.board()
    let old = board.simulation.world
    board.run(before: .seconds(10))
    try board.schedule(BoardEvent(.scenario(walk)))
    board.run(before: .seconds(20))
    #expect(board.simulation.world == old && board.script.next == walk)
    try Self.restart(board)
    let zero = Duration.seconds(21)
    #expect(board.script.zero == zero && board.script.next == nil)
    #expect(board.script.scenario == walk)
    let (world, new) = (board.simulation.world, try Self.board(walk).simulation.world)
    for second in [0.0, 1, 30, 700] {
      let (there, here) = (zero + .seconds(second), Duration.seconds(second))
      #expect(world.state(at: there).position == new.state(at: here).position)
      #expect(world.state(at: there).velocity == new.state(at: here).velocity)
      #expect(world.state(at: there).temperature == 5)
    }
    #expect(world.state(at: .seconds(20.9)) == old.state(at: .seconds(20.9)))
    #expect(world.state(at: .seconds(20.9)).temperature != 5)
  }

  @Test("no hold, no fault, no switch and no setting of before is left or to come")
  func cleanSlate() throws {
    let board = try Self.board()
    board.run(before: .seconds(5))
    try board.schedule(BoardEvent(.world([WorldOrder(.temperature, -10)])))
    try board.schedule(BoardEvent(.world([WorldOrder(.light, 3)]), at: .seconds(50)))
    try board.schedule(BoardEvent(.fault(BoardFault(.nack, of: "bme280"))))
    try board.schedule(BoardEvent(.fault(BoardFault(.nack, of: "ccs811", from: .seconds(40)))))
    try board.schedule(BoardEvent(.wifi(isOn: false, network: nil)))
    try board.schedule(BoardEvent(.wifi(isOn: false, network: nil), at: .seconds(45)))
    try board.schedule(BoardEvent(.power(isOn: false), at: .seconds(50)))
    let settings = try BoardSettings(sampleInterval: .seconds(9), network: .standard)
    try board.schedule(BoardEvent(.settings(settings), at: .seconds(50)))
    try board.schedule(BoardEvent(.scenario(.standing)))
    try Self.restart(board)
    board.run(before: .seconds(60))
    let new = try Self.board()
    #expect(
      board.simulation.world.state(at: board.now) == new.simulation.world.state(at: board.now))
    #expect(board.isPowered && board.settings.sampleInterval == .seconds(2))
    #expect(board.snapshot.wifi.state == .joined)
    #expect(board.faults.allSatisfy { !$0.isActive(at: board.now) && $0.end != nil })
    #expect(board.snapshot.measurement[.temperature] != nil)
  }

  @Test(
    "events and faults of the new scenario count from its beginning, also those that come again")
  func events() throws {
    var scenario = Scenario.standing
    scenario.entries = [
      ScenarioEntry(
        .event(.world([try WorldOrder(.light, 7)]), undone: .world([try WorldOrder(.light, nil)])),
        from: .seconds(10), for: .seconds(5), every: .seconds(3600)),
      ScenarioEntry(.fault(BoardFault(.nack, of: "sps30")), from: .seconds(2), for: .seconds(3)),
    ]
    let board = try Self.board()
    board.run(before: .seconds(99))
    try board.schedule(BoardEvent(.scenario(scenario)))
    try Self.restart(board)
    board.run(before: .seconds(100 + 3 * 3600 + 20))
    let world = board.simulation.world
    for hour in 0...3 {
      let start = Duration.seconds(110 + hour * 3600)
      #expect(!world.isHeld(.light, at: start - .seconds(1)))
      #expect(world.state(at: start).illuminance == 7)
      #expect(world.state(at: start + .seconds(4.9)).illuminance == 7)
      #expect(!world.isHeld(.light, at: start + .seconds(5)))
    }
    let fault = try #require(board.faults.first)
    #expect(fault.start == .seconds(102) && fault.end == .seconds(105))
  }

  @Test("a track beside the base is beside it in the new scenario too")
  func origin() throws {
    var options = Self.options(.standing)
    options.origin = .at(GeodeticPosition(latitude: 46, longitude: 8, height: 300))
    let board = try Board(.none, options: options)
    try board.schedule(BoardEvent(.scenario(.milanWalk)))
    try Self.restart(board)
    let place = board.simulation.world.state(at: .seconds(1)).position
    #expect(abs(place.latitude - 46) < 0.003 && abs(place.longitude - 8) < 0.003)
  }
}
