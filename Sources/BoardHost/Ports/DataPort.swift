internal import BoardFirmware
internal import HTTPMessages
internal import HTTPServer
import Locks

/// The port the apps poll: answers made by the firmware from its last sample.
final class DataPort: Sendable {
  private let state: BoardState
  private let configuration: DataServerConfiguration
  private let faults: AnswerFaults
  private let timing: Timing
  /// The journal of the requests to the port.
  let journal = RequestJournal()
  private let page = Lock(LegacyPage())
  /// The answer to the usual question, for as long as the board's state stays the same.
  private let usual = Lock<(version: UInt64, answer: PreparedResponse)?>(nil)

  /// When it answers.
  enum Timing: Sendable {
    /// At once.
    case atOnce
    /// After a step of the clock.
    case stepping(RequestStepper)
    /// When the original firmware's loop gets round to it.
    case laps(LapClock)
  }

  init(
    state: BoardState, configuration: DataServerConfiguration,
    faults: PublishedFaults = PublishedFaults(seed: 1), timing: Timing = .atOnce
  ) {
    self.timing = timing
    self.state = state
    self.configuration = configuration
    self.faults = AnswerFaults(faults: faults, state: state)
  }

  /// Replies to a request, with what faults make of the answer; called on the listener's thread.
  func reply(to request: HTTPRequest) -> HTTPReply {
    let (time, start) = (state.snapshot.boardTime, ContinuousClock.now)
    let reply = faults.reply { [self] in timed(request) }
    guard case .later(let begin) = reply else {
      journal.append(.init(request, reply, at: time, after: .now - start))
      return reply
    }
    return .later { [journal] whenDone in
      begin { reply in
        journal.append(.init(request, reply, at: time, after: .now - start))
        whenDone(reply)
      }
    }
  }

  /// Answers a request in its time; what machines ask, at once.
  private func timed(_ request: HTTPRequest) -> HTTPReply {
    guard !request.isForMachines else { return .now(answer(request)) }
    switch timing {
    case .atOnce: return .now(answer(request))
    case .stepping(let stepper):
      guard request.method != .post else { return .now(answer(request)) }
      return .later { whenDone in stepper.step { whenDone(.now(self.answer(request))) } }
    case .laps(let clock):
      return .later { [self] whenDone in
        clock.wait(state) {
          let bytes = self.answer(request).content.legacyBytes
          whenDone(.raw(bytes, endingAfter: LegacyLoop.closingTime))
        }
      }
    }
  }

  /// Answers a request.
  func answer(_ request: HTTPRequest) -> PreparedResponse {
    let isUsual = request.path == "/" && (request.method == .get || request.method == .head)
    guard isUsual, configuration.dialect != .legacyHTML else { return prepare(request) }
    let version = state.version
    return usual.withLock { usual in
      if let usual, usual.version == version { return usual.answer }
      let answer = prepare(request)
      usual = (version, answer)
      return answer
    }
  }

  private func prepare(_ request: HTTPRequest) -> PreparedResponse {
    let snapshot = state.snapshot
    let answer = page.withLock { page in
      DataServer.answer(
        to: request, from: snapshot, at: snapshot.boardTime, configuration: configuration,
        legacyPage: &page)
    }
    return PreparedResponse(answer)
  }
}

/// The loop of a board with the original firmware, by board time.
final class LapClock: Sendable {
  private let loop: Lock<LegacyLoop>

  init(seed: UInt64) { loop = Lock(LegacyLoop(seed: seed)) }

  /// Calls when the loop serves the one who asks now.
  func wait(_ state: BoardState, then serve: @escaping @Sendable () -> Void) {
    let time = loop.withLock { $0.serve(askedAt: state.snapshot.boardTime) }
    state.follow { snapshot in
      guard snapshot.boardTime >= time else { return true }
      serve()
      return false
    }
  }
}

extension HTTPRequest {
  /// Whether it is no app that asks.
  fileprivate var isForMachines: Bool {
    path == "/metrics" || path == "/api" || path.hasPrefix("/api/")
  }
}

extension HTTPResponse {
  /// The response as the original firmware wrote it: without a length, and without a date.
  fileprivate var legacyBytes: [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n".utf8) + body
  }
}
