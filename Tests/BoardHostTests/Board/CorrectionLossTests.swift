import RTCMStreams
import GNSSBasics
import BoardFirmware
@testable import BoardHost
@testable import VirtualBoard
import BoardSimulation
import NtripProtocol
import RTCMParser
import TestSupport
import Testing

/// A board on a network caster, advanced second by second, without any clock but the board's.
private final class NetworkBoard {
  let caster: SteppedCaster
  private let link: NetworkLink
  private let board: Board
  private let news: AsyncStream<Void>
  private let epochs: [[UInt8]]
  private var sent = 0
  private var byteCount: Int64 = 0

  init(capture: [UInt8]) throws {
    caster = try SteppedCaster()
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.news = news
    epochs = BoardHostTests.epochs(of: capture)
    let url = NtripURL(host: "127.0.0.1", port: caster.port, mountpoint: "BASE")
    link = NetworkLink(to: url) { tell.yield() }
    var options = BoardOptions()
    options.origin = .base
    let world = try World(options, corrections: Capture(capture), name: "capture")
    board = try Board(options, world: world, link: .outside(link))
  }

  deinit { link.stop() }

  var snapshot: BoardSnapshot { board.snapshot }

  /// Waits until the link's status meets a condition.
  func link(is isSo: (NtripLinkStatus) -> Bool) async {
    if isSo(link.status(at: .zero)) { return }
    for await _ in news where isSo(link.status(at: .zero)) { return }
  }

  /// Runs second by second until the fix is reached or the capture ends.
  func run(to fix: GNSSFix) async {
    while snapshot.gnss.fix != fix, sent < epochs.count {
      caster.send(epochs[sent])
      byteCount += Int64(epochs[sent].count)
      sent += 1
      await link { $0.bytes == byteCount }
      board.run(until: board.now + .seconds(1))
    }
  }

  /// Runs the board without corrections; those of that time are lost.
  func runAlone(seconds: Int) {
    board.run(until: board.now + .seconds(seconds))
    sent += seconds
  }
}

@Suite("Corrections from a caster on the network", .timeLimit(.minutes(5)))
struct NetworkCorrectionTests {
  @Test(
    "the fix climbs to rtk-fixed, and station, age, distance and frames by type are told",
    .compares(with: .captures))
  func climbs() async throws {
    let board = try NetworkBoard(
      capture: try SharedCaptures.bytes(of: "swift__week-rollover-STR17.rtcm3"))
    await board.link { $0.state == .streaming }
    for fix in [GNSSFix.dgnss, .rtkFloat, .rtkFixed] {
      await board.run(to: fix)
      #expect(board.snapshot.gnss.fix == fix)
    }
    let (gnss, corrections) = (board.snapshot.gnss, board.snapshot.corrections)
    #expect(gnss.stationID == 0)
    #expect(gnss.correctionAge(at: board.snapshot.boardTime).map { $0 < .seconds(5) } == true)
    #expect(gnss.baseline.map { (900...1500).contains($0) } == true)
    #expect(corrections.frames[1006] >= 1)
    #expect(corrections.frames[1077] >= 3)
    #expect(corrections.link.mountpoint == "BASE")
  }

  @Test("a caster that is killed takes the fix down, and the client finds it when it is back")
  func casterRestarts() async throws {
    let board = try NetworkBoard(capture: try MilanBase.capture)
    await board.link { $0.state == .streaming }
    await board.run(to: .rtkFixed)
    #expect(board.snapshot.gnss.fix == .rtkFixed)
    board.caster.die()
    await board.link { $0.state != .streaming && $0.error != nil }
    board.runAlone(seconds: 65)
    #expect(board.snapshot.gnss.fix == .threeD)
    #expect(board.snapshot.corrections.link.state != .streaming)
    #expect(board.snapshot.corrections.link.error != nil)
    board.caster.revive()
    await board.link { $0.state == .streaming }
    await board.run(to: .rtkFixed)
    #expect(board.snapshot.gnss.fix == .rtkFixed)
    #expect(board.snapshot.corrections.link.reconnects == 1)
    #expect(board.snapshot.corrections.frames[1077] > 0)
  }
}
