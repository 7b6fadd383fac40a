internal import BoardFirmware
internal import HTTPMessages
internal import HTTPServer
internal import TextOutput
internal import VirtualBoard
import Locks

/// The port that apps poll, whose answers the firmware makes from its last sample.
final class DataPort: Sendable {
  private let state: BoardState
  private let configuration: DataServerConfiguration
  private let faults: AnswerFaults
  private let timing: Timing
  /// The journal of the requests to the port.
  let journal: RequestJournal
  private let page = Lock(LegacyPage())
  /// Returns what the status and the metrics tell besides the board's own.
  private let addition: @Sendable () -> Described?
  /// The cached answer to `GET /`, valid while the board's state is unchanged.
  private let usual = Lock<(version: UInt64, answer: PreparedResponse)?>(nil)

  /// The timing of answers.
  enum Timing: Sendable {
    /// As soon as a request arrives.
    case atOnce
    /// After a step of the board's clock.
    case stepping(RequestStepper)
    /// At the time when the original firmware's loop would answer.
    case laps(LapClock)
    /// Over the board's serial line, whose bytes take board time.
    case line(BoardRunner)

    /// Whether the modem has the faults of the Wi-Fi, and not the port.
    var hasModem: Bool { if case .line = self { true } else { false } }
  }

  init(
    state: BoardState, configuration: DataServerConfiguration,
    faults: PublishedFaults = PublishedFaults(seed: 1), timing: Timing = .atOnce,
    journal: RequestJournal = RequestJournal(),
    addition: @escaping @Sendable () -> Described? = { nil }
  ) {
    self.addition = addition
    self.journal = journal
    self.timing = timing
    self.state = state
    self.configuration = configuration
    self.faults = AnswerFaults(faults: faults, state: state, hasModem: timing.hasModem)
  }

  /// Returns the reply to a request, including the effects of faults; called on the listener's thread.
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

  /// Answers a request with the port's timing; requests of machines are answered at once.
  private func timed(_ request: HTTPRequest) -> HTTPReply {
    guard !request.isForMachines else { return .now(answer(request)) }
    switch timing {
    case .atOnce: return .now(answer(request))
    case .stepping(let stepper):
      guard request.method != .post else { return .now(answer(request)) }
      return .later { whenDone in stepper.step { whenDone(.now(self.answer(request))) } }
    case .line(let runner):
      return .later { whenDone in
        runner.ask { board, _ in
          guard let board else { return whenDone(.reset) }
          board.visit(request) { bytes in
            guard let bytes, !bytes.isEmpty else { return whenDone(.reset) }
            whenDone(.raw(bytes, endingAfter: .zero))
          }
        }
      }
    case .laps(let clock):
      return .later { [self] whenDone in
        clock.wait(state) {
          let bytes = self.answer(request).content.legacyBytes
          whenDone(.raw(bytes, endingAfter: LegacyLoop.closingTime))
        }
      }
    }
  }

  /// Answers a request from the last sample.
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
    var answer = page.withLock { page in
      DataServer.answer(
        to: request, from: snapshot, at: snapshot.boardTime, configuration: configuration,
        legacyPage: &page)
    }
    if request.isForMachines, answer.status == 200, let addition = addition() {
      answer.add(addition, to: request.path, board: configuration.board)
    }
    return PreparedResponse(answer)
  }

  /// Returns the body of the answer to a GET request from a snapshot, without effects of faults.
  ///
  /// The original firmware's page, which grows with every request, is that of the first one.
  func content(of path: String, from snapshot: BoardSnapshot) -> [UInt8] {
    var page = LegacyPage()
    return DataServer.answer(
      to: HTTPRequest(.get, path), from: snapshot, at: snapshot.boardTime,
      configuration: configuration, legacyPage: &page
    ).body
  }
}

/// The loop timing of a board with the original firmware, in board time.
final class LapClock: Sendable {
  private let loop: Lock<LegacyLoop>

  init(seed: UInt64) { loop = Lock(LegacyLoop(seed: seed)) }

  /// Calls `serve` at the board time when the loop would serve a request made now.
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
  /// Whether the request is for machines rather than an app: `/metrics` and `/api`.
  fileprivate var isForMachines: Bool {
    path == "/metrics" || path == "/api" || path.hasPrefix("/api/")
  }
}

extension HTTPResponse {
  /// Adds a member to the answer of the status or of the metrics.
  fileprivate mutating func add(_ member: Described, to path: String, board: Int?) {
    switch path {
    case "/metrics":
      var text = MetricsText.boards
      text.add(member, labels: board.map { [Metric.Label("board", "\($0)")] } ?? [])
      body += text.bytes
    case "/api/v1/status" where body.last == UInt8(ascii: "}"):
      var json = JSONWriter()
      json.object { json in json.member(member.name) { member.value.write(to: &$0) } }
      body = body.dropLast() + [UInt8(ascii: ",")] + json.bytes.dropFirst()
    default: break
    }
  }

  /// The response as the original firmware wrote it: without a length or a date.
  fileprivate var legacyBytes: [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n".utf8) + body
  }
}
