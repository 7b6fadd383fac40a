internal import BoardFirmware
internal import BoardSimulation
internal import Mathematics
internal import TextOutput

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The port no app should see: the truth, and a hand on the clock.
final class ControlPort: Sendable {
  private let state: BoardState
  private let world: WorldHistory
  private let guardian = LocalAccess(to: "127.0.0.1")
  private let advance: Advance

  /// Moves board time on; what it is then, or why it is not, is told when that is over.
  typealias Advance = @Sendable (Duration, @escaping BoardRunner.AdvanceHandler) -> Void

  /// Creates the port; `advance` is how it moves the clock.
  init(state: BoardState, world: WorldHistory, advance: @escaping Advance) {
    self.state = state
    self.world = world
    self.advance = advance
  }

  /// Answers a request, with its header; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> HTTPReply {
    if let refusal = guardian.refusal(of: request) { return .now(PreparedAnswer(refusal)) }
    switch request.path {
    case "/api/v1/clock/advance" where request.method == "POST": return advanceClock(request)
    default: return .now(PreparedAnswer(route(request)))
    }
  }

  private func route(_ request: HTTPRequest) -> DataAnswer {
    switch request.path {
    case "/api/v1/truth":
      guard !request.isWriting else { return wrongMethod(allowed: "GET, HEAD") }
      return truth(request)
    case "/api/v1/clock/advance": return wrongMethod(allowed: "POST")
    default:
      return DataAnswer(
        status: 404,
        error: "no '\(request.path)' on the control port; it has GET /api/v1/truth and "
          + "POST /api/v1/clock/advance. Measurements are on the data port")
    }
  }

  // MARK: Truth

  private func truth(_ request: HTTPRequest) -> DataAnswer {
    guard let text = request.query["at"] else { return describe(at: state.snapshot.boardTime) }
    guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
      return DataAnswer(
        status: 400, error: "'at' must be a board time in seconds, 0 or more, not '\(text)'")
    }
    return describe(at: .seconds(seconds))
  }

  private func describe(at time: Duration) -> DataAnswer {
    let truth = world.state(at: time)
    var json = JSONWriter()
    json.object { json in
      json.member("board_time", time.inSeconds, decimals: 3)
      json.member("latitude", truth.position.latitude, decimals: 9)
      json.member("longitude", truth.position.longitude, decimals: 9)
      json.member("height", truth.position.height, decimals: 4)
      json.member("temperature", truth.temperature, decimals: 3)
      json.member("humidity", truth.humidity, decimals: 3)
      json.member("pressure", truth.pressure, decimals: 2)
      json.member("tvocs", truth.tvoc, decimals: 2)
      json.member("eco2", truth.eco2, decimals: 2)
      json.member("pm1", truth.particulates.mass.pm1, decimals: 3)
      json.member("pm25", truth.particulates.mass.pm25, decimals: 3)
      json.member("pm4", truth.particulates.mass.pm4, decimals: 3)
      json.member("pm10", truth.particulates.mass.pm10, decimals: 3)
      json.member("pm05_number", truth.particulates.number.pm05, decimals: 3)
      json.member("light", truth.illuminance, decimals: 1)
    }
    return DataAnswer(status: 200, json: json)
  }

  // MARK: Clock

  private func advanceClock(_ request: HTTPRequest) -> HTTPReply {
    guard let order = try? JSONDecoder().decode(AdvanceOrder.self, from: Data(request.body)),
      AdvanceOrder.range.contains(order.seconds)
    else { return .now(PreparedAnswer(AdvanceOrder.refusal)) }
    return .later { [advance] whenDone in
      advance(.seconds(order.seconds)) { whenDone(PreparedAnswer(Self.answer(to: $0))) }
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

  private func wrongMethod(allowed: String) -> DataAnswer {
    var answer = DataAnswer(status: 405, error: "this path takes \(allowed)")
    answer.headers.append(DataHeader("Allow", allowed))
    return answer
  }
}

extension DataAnswer {
  fileprivate init(status: Int, json: JSONWriter) {
    self.init(
      status: status, headers: [DataHeader("Content-Type", "application/json")], body: json.bytes)
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
