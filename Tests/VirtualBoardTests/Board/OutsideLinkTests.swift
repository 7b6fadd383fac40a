import BoardFirmware
import BoardSimulation
import GNSSBasics
import NtripProtocol
import Testing
import VirtualBoard

/// An outside link that never receives a byte.
private final class QuietLink: OutsideLink {
  let name = "http://caster/BASE"
  var station: ECEFPosition?
  var isHeld = false
  /// The values of `isHeld` at the calls of `receive(into:at:)`.
  private(set) var holds: Set<Bool> = []

  func receive(into buffer: inout [UInt8], at now: Duration) { holds.insert(isHeld) }
  func report(position: GGASentence, at now: Duration) {}
  /// The number of stream bytes in the link's status.
  var bytes: Int64 = 0
  func status(at now: Duration) -> NtripLinkStatus { NtripLinkStatus(bytes: bytes) }
  /// The calls of `stop()` and `restart()`, in order.
  private(set) var deeds: [String] = []
  func stop() { deeds.append("stop") }
  func restart() { deeds.append("restart") }
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
    let wait =
      "none: waiting for message 1005 or 1006 of http://caster/BASE, which tells where the board is (zeros do not)"
      + "; --origin LAT,LON does not wait"
    #expect((reason == wait) == !hasSkyView)
  }

  @Test("where a stream does not tell its station in a minute, the remedy is another mountpoint")
  func stationMissing() throws {
    let board = try board(hasSkyView: false)
    board.run(until: .seconds(10))
    link.bytes = 1
    board.run(until: .seconds(11))
    board.run(until: .seconds(71))
    #expect(board.snapshot.gnss.reason?.hasSuffix("; --origin LAT,LON does not wait") == true)
    board.run(until: .seconds(72))
    let reason = try #require(board.snapshot.gnss.reason)
    #expect(
      reason.hasSuffix(
        "; none has come in 61 s of its stream, take another mountpoint or --origin LAT,LON"))
  }

  @Test(
    "a board that waited in Milan finds its satellites at a base on the other side of the Earth")
  func farBase() throws {
    var options = BoardOptions()
    options.origin = .base
    var world = World(options, station: nil)
    world.hasSkyView = false
    let board = try Board(options, world: world, link: .outside(link))
    board.run(until: .seconds(120))
    link.station = ECEFPosition(GeodeticPosition(latitude: -35.3, longitude: 149, height: 800))
    let found = board.run(until: .threeD, within: .seconds(60))
    #expect(found, "\(board.snapshot.gnss.reason ?? "")")
  }

  @Test("closes it when the power goes or the network is lost, and when the board stops")
  func stops() throws {
    var options = BoardOptions()
    options.sky = .off
    options.events = [
      BoardEvent(.power(isOn: false), at: .seconds(2)),
      BoardEvent(.power(isOn: true), at: .seconds(3)),
      BoardEvent(.fault(BoardFault(.wifiClose, from: .seconds(4), to: .seconds(5)))),
    ]
    let board = try board(hasSkyView: true, options)
    board.run(until: .seconds(6))
    #expect(link.deeds == ["stop", "restart", "stop", "restart"])
    board.stop()
    #expect(link.deeds.count == 5 && link.deeds.last == "stop")
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
