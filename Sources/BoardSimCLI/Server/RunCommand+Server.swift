internal import AppHost
internal import BoardFirmware
internal import BoardHost
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import OpenData
internal import Platform
import Locks
internal import VirtualBoard

// The options and functions of `boardsim run --with-server`.

extension RunCommand {
  static var serverParameters: [Parameter<Self>] {
    [
      .flag(
        "with-server", \.hasServer,
        help: "also serve the apps' server and the open data, in the same world and at\n"
          + "the board's time, which begins now unless --start sets it"),
      .option(
        "server-port", \.serverPort, "N", help: "the server's port; default 8080, 0 for a free one"),
    ] + ServerArguments.sharedParameters(in: \.server)
  }

  func startServer(
    beside service: BoardService, from bootDate: UnixTime
  ) async throws -> AppService? {
    guard hasServer else { return nil }
    let seed = try board.seed ?? board.scenario.scenario().seed ?? 1
    var server = server
    server.faults = board.parts.serverFaults
    var launch = ServerLaunch(server, world: service.world, origin: bootDate, seed: seed)
    launch.isQuiet = isQuiet
    launch.host = listening.address.host
    launch.port = serverPort ?? 8080
    launch.admin = .none
    launch.clock = { bootDate.advanced(by: service.snapshot.boardTime) }
    launch.whenFound = { service.noteFinding(ofApp: $0) }
    launch.openData = {
      OpenDataServer(world: service.world, bootDate: bootDate, seed: seed)
    }
    return try await launch.start()
  }
}

/// The server's answers at the boards' control port, available once the server has started.
final class AnnexDesk: Sendable {
  private let admin = Lock<AdminPort?>(nil)

  func open(_ admin: AdminPort?) { self.admin.withLock { $0 = admin } }

  var annex: PortAnnex { AdminPort.annex { [self] in admin.withLock { $0 } } }
}
