internal import BoardFirmware
internal import BoardSimulation
internal import GNSSBasics
internal import HTTPMessages
internal import HTTPServer
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The control port's access to one board: its true state, its clock and its orders.
struct BoardControl: Sendable {
  let board: ServedBoard
  let runner: BoardRunner
  private let published: PublishedWorld
  let faults: PublishedFaults
  private let sight: SPS30Sight

  /// Creates the access to a board.
  init(_ board: ServedBoard) {
    self.board = board
    faults = board.faults
    runner = board.runner
    published = board.world
    sight = board.sight
  }

  // MARK: Truth

  func truth(_ request: HTTPRequest) -> HTTPReply {
    guard let text = request.parameter("at") else { return describe(at: now) }
    guard let time = Duration(eventSeconds: Double(text)) else {
      return .now(HTTPResponse(status: 400, error: "\(HistoryError.badTime("at", text))"))
    }
    return describe(at: time)
  }

  var now: Duration { runner.state.snapshot.boardTime }

  private func describe(at time: Duration) -> HTTPReply {
    let world = published.world
    let truth = world.state(at: time)
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", time.inSeconds, decimals: 3)
      json.member("latitude", truth.position.latitude, decimals: 9)
      json.member("longitude", truth.position.longitude, decimals: 9)
      json.member("height", truth.position.height, decimals: 4)
      json.member("heading", world.heading(at: time), decimals: 3)
      json.quantities(of: truth)
      json.member("rain", truth.rain, decimals: 2)
      let shown = sight.mass(in: truth)
      json.object("sps30") { json in
        json.member("pm1", shown.pm1, decimals: 3)
        json.member("pm25", shown.pm25, decimals: 3)
        json.member("pm4", shown.pm4, decimals: 3)
        json.member("pm10", shown.pm10, decimals: 3)
      }
    }
    return .now(HTTPResponse(status: 200, json: json))
  }

  // MARK: Sky

  func readSky(_ request: HTTPRequest) -> HTTPReply {
    .later { [runner] whenDone in
      runner.askSky { sky in
        guard let sky else {
          let time = runner.state.snapshot.boardTime
          return whenDone(.now(HTTPResponse(EventError.stopped(at: time))))
        }
        var json = JSONWriter()
        json.object { json in
          json.member("board_time", sky.time.inSeconds, decimals: 3)
          sky.write(to: &json)
        }
        whenDone(.now(HTTPResponse(status: 200, json: json)))
      }
    }
  }

  // MARK: History

  func readHistory(_ request: HTTPRequest) -> HTTPReply {
    do throws(HistoryError) {
      guard let history = board.history else { throw .notKept }
      let question = try HistoryQuestion(request, at: now)
      return .now(question.answer(history.points(of: question, in: published.world)))
    } catch {
      return .now(HTTPResponse(status: error == .notKept ? 409 : 400, error: "\(error)"))
    }
  }

  // MARK: World

  func world(_ request: HTTPRequest) -> HTTPReply {
    let (world, now) = (published.world, now)
    let state = world.state(at: now)
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", now.inSeconds, decimals: 3)
      json.object("quantities") { json in
        for quantity in WorldQuantity.allCases {
          json.object(quantity.name) { json in
            json.member("value", quantity.value(in: state), decimals: quantity.decimals)
            json.member("held", world.isHeld(quantity, at: now))
            json.limits(of: quantity)
          }
        }
      }
    }
    return .now(HTTPResponse(status: 200, json: json))
  }

  func changeWorld(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.world(json: body) }
  }

  // MARK: Requests

  func listRequests(_ request: HTTPRequest) -> HTTPReply {
    .now(HTTPResponse(status: 200, json: board.journal.json))
  }

  func clearRequests(_ request: HTTPRequest) -> HTTPReply {
    board.journal.clear()
    return .now(HTTPResponse(status: 200, json: board.journal.json))
  }

  func archive(at url: String) -> HTTPReply {
    let archive = board.journal.archive(of: url, bootDate: runner.state.snapshot.bootDate)
    return .now(HTTPResponse(status: 200, json: archive))
  }

  // MARK: Parts

  func parts(_ request: HTTPRequest) -> HTTPReply {
    .later { [runner] whenDone in
      runner.ask { board, time in
        guard let parts = board?.simulation.bus.inspect() else {
          return whenDone(.now(HTTPResponse(EventError.stopped(at: time))))
        }
        whenDone(.now(HTTPResponse(status: 200, json: Array(parts.described(at: time).json.utf8))))
      }
    }
  }

  // MARK: Clock

  func advanceClock(_ request: HTTPRequest) -> HTTPReply {
    guard let order = try? JSONDecoder().decode(AdvanceOrder.self, from: Data(request.body)),
      AdvanceOrder.range.contains(order.seconds)
    else { return .now(AdvanceOrder.refusal) }
    return .later { [runner] whenDone in
      runner.advance(by: .seconds(order.seconds)) {
        whenDone(.now(Self.answer(to: $0)))
      }
    }
  }

  func readClock(_ request: HTTPRequest) -> HTTPReply { .now(clockAnswer) }

  func changeClock(_ request: HTTPRequest) -> HTTPReply {
    guard let order = ClockOrder(json: request.body) else {
      return .now(HTTPResponse(status: 400, error: ClockOrder.error))
    }
    do throws(ClockError) {
      try runner.change(order)
      return .now(clockAnswer)
    } catch {
      return .now(Self.answer(to: .failure(error)))
    }
  }

  private var clockAnswer: HTTPResponse {
    let snapshot = runner.state.snapshot
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", snapshot.boardTime.inSeconds, decimals: 3)
      json.members(of: runner.clock, bootDate: snapshot.bootDate, at: snapshot.boardTime)
    }
    return HTTPResponse(status: 200, json: json)
  }

  private static func answer(to advance: Result<Duration, ClockError>) -> HTTPResponse {
    switch advance {
    case .success(let time):
      var json = JSONWriter()
      json.object { $0.member("board_time", time.inSeconds, decimals: 3) }
      return HTTPResponse(status: 200, json: json)
    case .failure(.stopped(let time)):
      var json = JSONWriter()
      json.object { json in
        json.member("error", "\(ClockError.stopped(at: time))")
        json.member("status", 503)
        json.member("board_time", time.inSeconds, decimals: 3)
      }
      return HTTPResponse(status: 503, json: json)
    case .failure(let error): return HTTPResponse(status: 409, error: "\(error)")
    }
  }
}

extension JSONWriter {
  /// Writes the quantities of a state of the world, each under its name.
  mutating func quantities(of state: WorldState) {
    for quantity in WorldQuantity.allCases {
      member(quantity.name, quantity.value(in: state), decimals: quantity.decimals)
    }
  }

  /// Writes the unit of a quantity and the range of values at which it can be held.
  fileprivate mutating func limits(of quantity: WorldQuantity) {
    member("unit", quantity.unit)
    member("minimum", quantity.range.lowerBound, decimals: quantity.decimals)
    member("maximum", quantity.range.upperBound, decimals: quantity.decimals)
  }
}

extension WorldQuantity {
  /// The unit, which is that of the measured quantity of the same name.
  var unit: String { Quantity.allCases.first { $0.name == name }?.unit ?? "" }
}

extension HTTPResponse {
  init(status: Int, json: JSONWriter) {
    self.init(status: status, json: json.bytes)
  }

  /// Creates the response to a refused event, with the list of valid names where a name is unknown.
  init(_ error: EventError) {
    let status =
      switch error {
      case .stopped: 503
      case .noSuchFault: 404
      default: 400
      }
    var json = JSONWriter()
    json.object { json in
      json.member("error", error.description)
      json.member("status", status)
      switch error {
      case .unknownQuantity, .outOfRange, .notAnOrder, .notAWorld, .empty:
        json.array("names") { json in for name in EventError.names { json.value(name) } }
      case .badFault(.unknown):
        json.array("names") { json in for name in FaultError.names { json.value(name) } }
      case .stopped(let time): json.member("board_time", time.inSeconds, decimals: 3)
      default: break
      }
    }
    self.init(status: status, json: json)
  }
}

private struct AdvanceOrder: Decodable {
  var seconds: Double
  /// The allowed seconds: the clock has millisecond resolution, and one call moves it by a day at most.
  static let range = 0.001...86_400.0

  static let refusal = HTTPResponse(
    status: 400,
    error: #"the body must be {"seconds": n}, n at least 0.001 and at most 86400"#)
}

/// The error of a refused clock advance.
enum ClockError: Error, Hashable, CustomStringConvertible {
  /// The clock follows real time or runs unlimited, so it cannot be moved by hand.
  case runsByItself
  /// The clock moves by hand only, so it cannot be paused.
  case runsByHand
  /// The clock follows the stream of a caster outside, in real time.
  case followsStream
  /// The clock moves by one sample for each request.
  case followsRequests
  /// Another advance is under way.
  case isMoving
  /// The board has stopped at this board time.
  case stopped(at: Duration)

  var description: String {
    switch self {
    case .runsByItself:
      "the clock runs by itself; start with --speed manual, or POST {\"speed\":\"manual\"} to "
        + "/api/v1/clock, to move it by hand"
    case .runsByHand: "the clock moves by hand only and cannot be paused; give it a speed"
    case .followsStream: "the clock follows the caster's stream, in real time; its pace is fixed"
    case .followsRequests: "the clock follows the data port's requests; start without --advance"
    case .isMoving: "the clock is being moved; wait for the answer to that request"
    case .stopped(let time): "the board has stopped at \(time.inSeconds) s of board time"
    }
  }
}
