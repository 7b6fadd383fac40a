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
  private let advance: @Sendable (Duration) throws(ClockError) -> Duration

  /// Creates the port; `advance` moves board time on and returns what it is then.
  init(
    state: BoardState, world: WorldHistory,
    advance: @escaping @Sendable (Duration) throws(ClockError) -> Duration
  ) {
    self.state = state
    self.world = world
    self.advance = advance
  }

  /// Answers a request; called on the listener's thread.
  func answer(_ request: HTTPRequest) -> PreparedAnswer {
    PreparedAnswer(route(request))
  }

  private func route(_ request: HTTPRequest) -> DataAnswer {
    switch request.path {
    case "/api/v1/truth":
      guard ["GET", "HEAD"].contains(request.method) else {
        return wrongMethod(allowed: "GET, HEAD")
      }
      return truth(request)
    case "/api/v1/clock/advance":
      guard request.method == "POST" else { return wrongMethod(allowed: "POST") }
      return advanceClock(request)
    default:
      return problem(
        404,
        "no '\(request.path)' on the control port; it has GET /api/v1/truth and "
          + "POST /api/v1/clock/advance. Measurements are on the data port")
    }
  }

  // MARK: Truth

  private func truth(_ request: HTTPRequest) -> DataAnswer {
    guard let text = request.query["at"] else { return describe(at: state.snapshot.boardTime) }
    guard let seconds = Double(text), seconds >= 0, seconds <= 1e9 else {
      return problem(400, "'at' must be a board time in seconds, 0 or more, not '\(text)'")
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
    return answer(200, json)
  }

  // MARK: Clock

  private func advanceClock(_ request: HTTPRequest) -> DataAnswer {
    guard let order = try? JSONDecoder().decode(AdvanceOrder.self, from: Data(request.body)),
      order.seconds > 0, order.seconds <= AdvanceOrder.limit
    else {
      return problem(
        400,
        #"the body must be {"seconds": n}, n more than 0 and at most \#(Int(AdvanceOrder.limit))"#)
    }
    do throws(ClockError) {
      let time = try advance(.seconds(order.seconds))
      var json = JSONWriter()
      json.object { $0.member("board_time", time.inSeconds, decimals: 3) }
      return answer(200, json)
    } catch {
      return problem(409, "\(error)")
    }
  }

  // MARK: Answers

  private func wrongMethod(allowed: String) -> DataAnswer {
    var answer = problem(405, "this path takes \(allowed)")
    answer.headers.append(DataHeader("Allow", allowed))
    return answer
  }

  private func problem(_ status: Int, _ sentence: String) -> DataAnswer {
    var json = JSONWriter()
    json.object { $0.member("error", sentence) }
    return answer(status, json)
  }

  private func answer(_ status: Int, _ json: JSONWriter) -> DataAnswer {
    DataAnswer(
      status: status, headers: [DataHeader("Content-Type", "application/json")], body: json.bytes)
  }
}

private struct AdvanceOrder: Decodable {
  var seconds: Double
  /// One call moves the clock by a day at most, so that it ends in a time one can wait for.
  static let limit = 86_400.0
}

/// Why the clock cannot be moved by hand.
enum ClockError: Error, CustomStringConvertible {
  /// The clock runs by itself.
  case runsByItself
  /// The board has stopped.
  case stopped

  var description: String {
    switch self {
    case .runsByItself: "the clock runs by itself; start with --speed manual to move it by hand"
    case .stopped: "the board has stopped"
    }
  }
}
