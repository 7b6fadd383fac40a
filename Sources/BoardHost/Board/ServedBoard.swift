internal import BoardFirmware
internal import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import Locks
internal import TextOutput
internal import VirtualBoard
import Synchronization

/// A board of a service, as its ports and other callers see it.
final class ServedBoard: Sendable {
  /// The board's number, counted from 0.
  let number: Int
  /// Whether the board has a data port of its own; the port is closed while the board is unreachable.
  let hasPort: Bool
  /// The options that the board was made with.
  let options: BoardOptions
  /// The base of the corrections; `nil` where only the board's link may know it.
  let base: BaseStation?
  /// The runner of the board.
  let runner: BoardRunner
  /// The world around the board.
  let world: PublishedWorld
  /// The board's faults.
  let faults: PublishedFaults
  /// The settled response of the board's SPS30 to particles, without noise.
  let sight: SPS30Sight
  private let published: PublishedScript
  /// The scenario of the board and the orders given besides it.
  var script: BoardScript { published.script }
  /// The board's events, for the clients that follow them.
  let events: EventHub
  /// The board's values over time; `nil` where they are not kept.
  let history: PublishedHistory?
  /// The last transfers on the board's bus, while somebody asks for them.
  let transfers = TransferWatch()
  private let dataPort: DataPort
  /// Returns the state of the board's telemetry; empty where there is none.
  let telemetry: LateValue<@Sendable () -> Described?>
  /// The journal of requests to the board's data port.
  var journal: RequestJournal { dataPort.journal }

  init(
    _ number: Int, hasPort: Bool, options: BoardOptions, base: BaseStation?, runner: BoardRunner,
    world: PublishedWorld,
    faults: PublishedFaults, sight: SPS30Sight, script: PublishedScript, events: EventHub,
    history: PublishedHistory?,
    dataPort: DataPort, telemetry: LateValue<@Sendable () -> Described?>
  ) {
    self.telemetry = telemetry
    self.number = number
    self.hasPort = hasPort
    self.options = options
    self.base = base
    self.runner = runner
    self.world = world
    self.faults = faults
    self.sight = sight
    published = script
    self.events = events
    self.history = history
    self.dataPort = dataPort
  }

  /// Returns the body of the data port's answer to a path from a snapshot.
  func content(of path: String, from snapshot: BoardSnapshot) -> [UInt8] {
    dataPort.content(of: path, from: snapshot)
  }

  /// Closes the board's data port whenever the board becomes unreachable, and opens it again afterwards.
  ///
  /// The port has changed when the publishing call returns.
  func mind(_ door: HTTPDoor) {
    runner.state.follow { [faults] snapshot in
      door.set(isOpen: snapshot.obstacle(faults) == nil)
      return true
    }
  }

  /// Answers a request like the data port; an unreachable board gives its reason with status 503.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    guard let obstacle = runner.state.snapshot.obstacle(faults) else {
      return dataPort.reply(to: request)
    }
    return .now(
      HTTPResponse(
        status: 503,
        error: "board \(number) \(obstacle); /boards/\(number)/api/v1/ on the control port has it"))
  }
}

extension BoardSnapshot {
  /// Returns the reason for which the data port is unreachable; `nil` when it can be reached.
  fileprivate func obstacle(_ faults: PublishedFaults) -> String? {
    if startTime == nil { return "is switched off" }
    if wifi.state != .joined { return "is not on its network: \(wifi.error ?? "it joins")" }
    return faults.isOn(.httpRefuse, at: boardTime) ? "refuses (fault http.refuse)" : nil
  }
}
