import BoardFirmware
import BoardSimulation
import GNSSBasics
import NtripProtocol
import Testing
import VirtualBoard

/// A link over which nothing comes.
private final class QuietLink: OutsideLink {
  let name = "http://caster/BASE"
  var station: ECEFPosition?
  var isHeld = false
  /// Whether it was held back when it was asked for what has come.
  private(set) var holds: Set<Bool> = []

  func receive(into buffer: inout [UInt8], at now: Duration) { holds.insert(isHeld) }
  func report(position: GGASentence, at now: Duration) {}
  func status(at now: Duration) -> NtripLinkStatus { NtripLinkStatus() }
  func stop() {}
  func restart() {}
}

@Suite("A board on a link to the outside")
struct OutsideLinkTests {
  private let link = QuietLink()

  private func board(hasSkyView: Bool, _ options: BoardOptions = BoardOptions()) throws -> Board {
    var world = World(options, station: nil)
    world.hasSkyView = hasSkyView
    return try Board(options, world: world, link: .outside(link))
  }

  @Test("takes nothing from it while it warms up, and then all")
  func warmUp() throws {
    let board = try board(hasSkyView: true)
    board.warmUp(until: .seconds(10))
    #expect(link.holds == [true])
    board.run(until: .seconds(20))
    #expect(link.holds == [true, false])
  }

  @Test("says what it waits for where it cannot begin without its base", arguments: [true, false])
  func reason(hasSkyView: Bool) throws {
    let board = try board(hasSkyView: hasSkyView)
    board.run(until: .seconds(10))
    let reason = try #require(board.snapshot.gnss.reason)
    #expect(reason.contains("waiting for message 1005 or 1006 of \(link.name)") == !hasSkyView)
  }

  @Test("begins a kilometre north of its base, once that is known")
  func begins() throws {
    var options = BoardOptions()
    (options.scenario, options.origin) = (.standing, .base)
    let board = try board(hasSkyView: false, options)
    board.run(until: .seconds(10))
    let base = GeodeticPosition(latitude: 44, longitude: 10, height: 100)
    link.station = ECEFPosition(base)
    board.run(until: .seconds(20))
    let offset = base.localOffset(to: board.simulation.world.state(at: board.now).position)
    #expect(abs(offset.east) < 0.001 && abs(offset.north - 1000) < 0.001)
    #expect(board.snapshot.gnss.reason?.contains("waiting") != true)
  }
}
