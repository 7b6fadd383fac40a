import BoardFirmware
import BoardSimulation
import GNSSBasics
import ScenarioFiles
import Testing

@testable import VirtualBoard

@Suite("The scenarios that come along")
struct BundledScenariosTests {
  @Test("each is read, has its name, and says what it shows", arguments: BundledScenarios.names)
  func isRead(name: String) throws {
    let text = try #require(BundledScenarios.text(of: name))
    let scenario = try Scenario(yaml: Array(text.utf8), file: "\(name).yaml")
    #expect(scenario.name == name && !scenario.summary.isEmpty)
    #expect(BundledScenarios.scenario(named: name) == scenario)
  }

  @Test("those of the library are the same as their texts")
  func same() {
    #expect(BundledScenarios.scenario(named: "milan-walk") == .milanWalk)
    #expect(BundledScenarios.scenario(named: "standing") == .standing)
    #expect(BundledScenarios.scenario(named: "nothing") == nil)
  }

  private func board(
    _ name: String, realism: PartRealism = .ideal, seed: UInt64 = 1,
    positions: PositionSource = .rtk
  ) throws -> Board {
    var options = BoardOptions()
    options.follow(try #require(BundledScenarios.scenario(named: name)))
    (options.realism, options.seed, options.positions) = (realism, seed, positions)
    return try Board(.builtInBase, options: options)
  }

  @Test("a kitchen's smoke is measured, and goes")
  func kitchen() throws {
    let board = try board("kitchen")
    var worst = 0.0
    for minute in 1...40 {
      board.run(until: .seconds(60 * minute))
      worst = max(worst, board.snapshot.measurement[.pm25]?.value ?? 0)
    }
    #expect(worst > 200)
    #expect(board.snapshot.measurement[.pm25].map { $0.value < 20 } == true)
    #expect(board.snapshot.gnss.fix <= .threeD, "indoors")
  }

  @Test("in an urban canyon a fix comes and goes, and it is said why", arguments: [1, 2, 3])
  func canyon(seed: UInt64) throws {
    let canyon = try board("urban-canyon", realism: .real, seed: seed)
    #expect(canyon.run(until: .rtkFloat, within: .seconds(120)))
    let start = canyon.now
    var (fixes, reasons): ([GNSSFix], Set<String>) = ([], [])
    for second in 1...1200 {
      canyon.run(until: start + .seconds(second))
      let gnss = canyon.snapshot.gnss
      fixes.append(gnss.fix)
      if gnss.fix == .rtkFloat, let reason = gnss.reason { reasons.insert(reason) }
    }
    let transitions = zip(fixes, fixes.dropFirst()).count { $0 != $1 }
    let share = Double(fixes.count { $0 == .rtkFixed }) / 1200
    #expect(transitions >= 10)
    #expect((0.3...0.7).contains(share), "\(share)")
    #expect(reasons.allSatisfy { $0.hasPrefix("rtk-float: station 1, ") }, "\(reasons)")
    #expect(
      reasons.contains {
        $0.contains("ambiguities are not precise enough") || $0.contains("ratio")
          || $0.contains("do not agree with the integers")
      }, "\(reasons)")
  }

  @Test("the statistical model falls from its fixes there for want of sky", arguments: [1, 2, 3])
  func modelledCanyon(seed: UInt64) throws {
    let canyon = try board("urban-canyon", realism: .real, seed: seed, positions: .statistical)
    #expect(canyon.run(until: .rtkFloat, within: .seconds(120)))
    var reasons: Set<String> = []
    for _ in 1...600 {
      canyon.run(until: canyon.now + .seconds(1))
      let gnss = canyon.snapshot.gnss
      if gnss.fix == .rtkFloat, let reason = gnss.reason { reasons.insert(reason) }
    }
    #expect(!reasons.isEmpty)
    #expect(reasons.allSatisfy { $0.hasSuffix("much of the sky is hidden") }, "\(reasons)")
  }

  @Test("on a running track it is fixed")
  func track() throws {
    #expect(try board("running-track").run(until: .rtkFixed, within: .seconds(120)))
  }

  @Test("after a wait a lap of the running track is 400 m, and after twenty-five the runner stands")
  func laps() throws {
    let world = World(
      scenario: try #require(BundledScenarios.scenario(named: "running-track")).world)
    let start = world.state(at: .zero).position
    #expect(world.state(at: .seconds(119.9)).position == start)
    #expect(world.state(at: .seconds(119.9)).velocity == LocalVelocity())
    #expect(world.state(at: .seconds(120.1)).velocity != LocalVelocity())
    let lap = start.localOffset(to: world.state(at: .seconds(120 + 400 / 3.5)).position)
    #expect(abs(lap.east) < 1 && abs(lap.north) < 1)
    #expect(world.state(at: .seconds(3000)).velocity == LocalVelocity())
    #expect(world.state(at: .seconds(3000)).position == start)
  }
}
