internal import BoardFirmware
internal import BoardSimulation
internal import GNSSBasics
internal import Mathematics
internal import TextOutput
internal import VirtualBoard

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The port no app should see: the truth, a hand on the clock, and orders.
final class ControlPort: Sendable {
  private let runner: BoardRunner
  private let published: PublishedWorld
  private let guardian = LocalAccess(to: "127.0.0.1")

  /// Creates the port of a board.
  init(_ runner: BoardRunner, world: PublishedWorld) {
    self.runner = runner
    published = world
  }

  /// Answers a request, with its header; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = guardian.refusal(of: request) { return .now(PreparedAnswer(refusal)) }
    guard let methods = routes.first(where: { $0.path == request.path })?.methods else {
      return .now(PreparedAnswer(unknownPath(request.path)))
    }
    guard let route = methods[request.method == "HEAD" ? "GET" : request.method] else {
      return .now(PreparedAnswer(Self.wrongMethod(allowed: methods.keys)))
    }
    return route(request)
  }

  private typealias Route = (HTTPRequest) -> HTTPReply

  private var routes: [(path: String, methods: [String: Route])] {
    [
      ("/api/v1/truth", ["GET": truth]),
      ("/api/v1/world", ["GET": world, "PATCH": changeWorld]),
      ("/api/v1/clock/advance", ["POST": advanceClock]),
      ("/api/v1/power", ["POST": switchPower]),
      ("/api/v1/openapi.json", ["GET": describe]),
    ]
  }

  private func unknownPath(_ path: String) -> DataAnswer {
    let known = routes.map { "\($0.methods.keys.sorted().joined(separator: " and ")) \($0.path)" }
    return DataAnswer(
      status: 404,
      error: "no '\(path.withControlsEscaped)' on the control port; it has "
        + "\(known.joined(separator: ", ")). Measurements are on the data port")
  }

  private static func wrongMethod(allowed: Dictionary<String, Route>.Keys) -> DataAnswer {
    let names = allowed.flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }.sorted()
    let list = names.joined(separator: ", ")
    var answer = DataAnswer(status: 405, error: "this path takes \(list)")
    answer.headers.append(DataHeader("Allow", list))
    return answer
  }

  // MARK: Truth

  private func truth(_ request: HTTPRequest) -> HTTPReply {
    guard let text = request.query["at"] else { return describe(at: now) }
    guard let time = Duration(eventSeconds: Double(text)) else {
      let error =
        "'at' must be a board time in seconds, 0 or more, not '\(text.withControlsEscaped)'"
      return .now(PreparedAnswer(DataAnswer(status: 400, error: error)))
    }
    return describe(at: time)
  }

  private var now: Duration { runner.state.snapshot.boardTime }

  private func describe(at time: Duration) -> HTTPReply {
    let truth = published.world.state(at: time)
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", time.inSeconds, decimals: 3)
      json.member("latitude", truth.position.latitude, decimals: 9)
      json.member("longitude", truth.position.longitude, decimals: 9)
      json.member("height", truth.position.height, decimals: 4)
      for quantity in WorldQuantity.allCases {
        json.member(quantity.name, quantity.value(in: truth), decimals: quantity.decimals)
      }
    }
    return .now(PreparedAnswer(DataAnswer(status: 200, json: json)))
  }

  private func describe(_ request: HTTPRequest) -> HTTPReply {
    let answer = DataAnswer(
      status: 200, headers: [DataHeader("Content-Type", "application/json")],
      body: Array(ControlPortDocument.text.utf8))
    return .now(PreparedAnswer(answer))
  }

  // MARK: World

  private func world(_ request: HTTPRequest) -> HTTPReply {
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
          }
        }
      }
    }
    return .now(PreparedAnswer(DataAnswer(status: 200, json: json)))
  }

  private func changeWorld(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.world(json: body) }
  }

  // MARK: Power

  private func switchPower(_ request: HTTPRequest) -> HTTPReply {
    order(request) { body throws(EventError) in try BoardEvent.power(json: body) }
  }

  private func order(
    _ request: HTTPRequest, _ read: ([UInt8]) throws(EventError) -> BoardEvent
  ) -> HTTPReply {
    let event: BoardEvent
    do throws(EventError) {
      event = try read(request.body)
    } catch {
      return .now(PreparedAnswer(DataAnswer(error)))
    }
    return .later { [runner] whenDone in
      runner.order(event) { whenDone(PreparedAnswer(Self.answer(to: $0))) }
    }
  }

  private static func answer(to order: Result<EventReceipt, EventError>) -> DataAnswer {
    switch order {
    case .success(let receipt):
      var json = JSONWriter()
      json.object { json in
        json.member("board_time", receipt.time.inSeconds, decimals: 3)
        json.member("id", receipt.id)
      }
      return DataAnswer(status: 200, json: json)
    case .failure(let error): return DataAnswer(error)
    }
  }

  // MARK: Clock

  private func advanceClock(_ request: HTTPRequest) -> HTTPReply {
    guard let order = try? JSONDecoder().decode(AdvanceOrder.self, from: Data(request.body)),
      AdvanceOrder.range.contains(order.seconds)
    else { return .now(PreparedAnswer(AdvanceOrder.refusal)) }
    return .later { [runner] whenDone in
      runner.advance(by: .seconds(order.seconds)) { whenDone(PreparedAnswer(Self.answer(to: $0))) }
    }
  }

  private static func answer(to advance: Result<Duration, ClockError>) -> DataAnswer {
    switch advance {
    case .success(let time):
      var json = JSONWriter()
      json.object { $0.member("board_time", time.inSeconds, decimals: 3) }
      return DataAnswer(status: 200, json: json)
    case .failure(.stopped(let time)):
      var json = JSONWriter()
      json.object { json in
        json.member("error", "\(ClockError.stopped(at: time))")
        json.member("status", 503)
        json.member("board_time", time.inSeconds, decimals: 3)
      }
      return DataAnswer(status: 503, json: json)
    case .failure(let error): return DataAnswer(status: 409, error: "\(error)")
    }
  }
}

extension DataAnswer {
  fileprivate init(status: Int, json: JSONWriter) {
    self.init(
      status: status, headers: [DataHeader("Content-Type", "application/json")], body: json.bytes)
  }

  /// Why an event is not taken; with the names that there are, where one is unknown.
  fileprivate init(_ error: EventError) {
    let status = if case .stopped = error { 503 } else { 400 }
    var json = JSONWriter()
    json.object { json in
      json.member("error", error.description)
      json.member("status", status)
      switch error {
      case .unknownQuantity, .outOfRange, .notAnOrder, .notAWorld, .empty:
        json.array("names") { json in for name in EventError.names { json.value(name) } }
      case .stopped(let time): json.member("board_time", time.inSeconds, decimals: 3)
      default: break
      }
    }
    self.init(status: status, json: json)
  }
}

private struct AdvanceOrder: Decodable {
  var seconds: Double
  /// The clock shows milliseconds; one call moves it by a day at most.
  static let range = 0.001...86_400.0

  static let refusal = DataAnswer(
    status: 400,
    error: #"the body must be {"seconds": n}, n at least 0.001 and at most 86400"#)
}

/// Why the clock is not moved by hand.
enum ClockError: Error, Hashable, CustomStringConvertible {
  /// The clock runs by itself.
  case runsByItself
  /// Somebody else moves it.
  case isMoving
  /// The board has stopped, at a board time.
  case stopped(at: Duration)

  var description: String {
    switch self {
    case .runsByItself: "the clock runs by itself; start with --speed manual to move it by hand"
    case .isMoving: "the clock is being moved; wait for the answer to that request"
    case .stopped(let time): "the board has stopped at \(time.inSeconds) s of board time"
    }
  }
}
