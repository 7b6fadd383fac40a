internal import BoardFirmware
internal import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import VirtualBoard
import Synchronization

/// One of a service's boards, for those who ask it.
final class ServedBoard: Sendable {
  /// Which board it is, from 0.
  let number: Int
  /// Whether it has a data port of its own, which is shut while the board cannot be reached.
  let hasPort: Bool
  /// What runs it.
  let runner: BoardRunner
  /// What is around it.
  let world: PublishedWorld
  /// What goes wrong with it.
  let faults: PublishedFaults
  /// How it sees particles.
  let sight: SPS30Sight
  /// What was ordered of it.
  let orders: PublishedOrders
  private let dataPort: DataPort
  /// What its data port was asked.
  var journal: RequestJournal { dataPort.journal }

  init(
    _ number: Int, hasPort: Bool, runner: BoardRunner, world: PublishedWorld,
    faults: PublishedFaults, sight: SPS30Sight, orders: PublishedOrders,
    dataPort: DataPort
  ) {
    self.number = number
    self.hasPort = hasPort
    self.runner = runner
    self.world = world
    self.faults = faults
    self.sight = sight
    self.orders = orders
    self.dataPort = dataPort
  }

  /// Shuts the way to its data port whenever the board cannot be reached, and opens it again.
  ///
  /// Whoever published that hears of it when it is done.
  func mind(_ door: HTTPDoor) {
    runner.state.follow { [faults] snapshot in
      door.set(isOpen: snapshot.obstacle(faults) == nil)
      return true
    }
  }

  /// Answers as its data port does; a board that cannot be reached says why.
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
  /// Why nobody reaches the data port; `nil` when it can be reached.
  fileprivate func obstacle(_ faults: PublishedFaults) -> String? {
    if startTime == nil { return "is switched off" }
    if wifi.state != .joined { return "is not on its network: \(wifi.error ?? "it joins")" }
    return faults.isOn(.httpRefuse, at: boardTime) ? "refuses (fault http.refuse)" : nil
  }
}
