internal import BoardSimulation
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

extension ControlPort {
  /// Adds the bus's transfers to the routes of a board.
  static func addTransfers(to routes: inout RouteTable<Route>) {
    routes.add(
      .init(
        .get, "/api/v1/transfers", id: "listTransfers",
        "The last transfers on the bus, as lines of --trace; they are kept from the first question until "
          + "half a minute after the last one",
        parameters: [
          .init(
            "count", "The largest number of transfers, 50 where there is none",
            schema: "TransferCount")
        ],
        answer: .json("The transfers, the oldest first", schema: "Transfers"))
    ) { $1.listTransfers }
  }

  /// The number of transfers in an answer to a request that names none.
  fileprivate static let usualTransferCount = 50
}

extension BoardControl {
  fileprivate func listTransfers(_ request: HTTPRequest) -> HTTPReply {
    let text = request.parameter("count") ?? "\(ControlPort.usualTransferCount)"
    guard let count = Int(text), (1...TransferWatch.limit).contains(count) else {
      return .now(
        HTTPResponse(
          status: 400,
          error: "'count' must be a whole number from 1 to \(TransferWatch.limit), not "
            + "'\(text.withControlsEscaped)'"))
    }
    return .later { [runner, watch = board.transfers] whenDone in
      runner.ask { board, time in
        guard let bus = board?.simulation.bus else {
          return whenDone(.now(HTTPResponse(EventError.stopped(at: time))))
        }
        var json = JSONWriter()
        json.object { json in
          json.member("board_time", time.inSeconds, decimals: 3)
          json.transfers(watch.last(count, on: bus), on: bus)
        }
        whenDone(.now(HTTPResponse(status: 200, json: json)))
      }
    }
  }
}

extension JSONWriter {
  fileprivate mutating func transfers(_ transfers: [I2CTransfer], on bus: SimulatedI2CBus) {
    array("transfers") { json in
      for transfer in transfers {
        let part = bus.name(of: transfer.address)
        let line = transfer.line(part: part, meaning: bus.meaning(of: transfer))
        json.object { json in
          json.member("board_time", transfer.start.inSeconds, decimals: 6)
          json.member("part", part)
          json.member("line", String(decoding: line.dropLast(), as: UTF8.self))
        }
      }
    }
  }
}
