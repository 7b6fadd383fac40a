internal import BoardFirmware
internal import HTTPMessages
internal import HTTPServer
internal import VirtualBoard

/// One of a service's boards, for those who ask it.
final class ServedBoard: Sendable {
  /// Which board it is, from 0.
  let number: Int
  /// Whether it has a data port of its own, where its power goes off as the board's does.
  let hasPort: Bool
  /// What runs it.
  let runner: BoardRunner
  /// What is around it.
  let world: PublishedWorld
  private let dataPort: DataPort

  init(_ number: Int, hasPort: Bool, runner: BoardRunner, world: PublishedWorld, dataPort: DataPort)
  {
    self.number = number
    self.hasPort = hasPort
    self.runner = runner
    self.world = world
    self.dataPort = dataPort
  }

  /// Answers as its data port does.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    guard hasPort || runner.state.snapshot.startTime != nil else {
      return .now(
        HTTPResponse(
          status: 503,
          error: "board \(number) is switched off; POST /boards/\(number)/api/v1/power on the "
            + "control port switches it on"))
    }
    return .now(dataPort.answer(request))
  }
}
