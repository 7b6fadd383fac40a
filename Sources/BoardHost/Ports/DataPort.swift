internal import BoardFirmware
internal import HTTPMessages
internal import HTTPServer
import Synchronization

/// The port the apps poll: answers made by the firmware from its last sample.
final class DataPort: Sendable {
  private let state: BoardState
  private let configuration: DataServerConfiguration
  private let faults: AnswerFaults
  /// What it was asked.
  let journal = RequestJournal()
  private let page = Mutex(LegacyPage())
  /// The answer to the usual question, for as long as the board's state stays the same.
  private let usual = Mutex<(version: UInt64, answer: PreparedResponse)?>(nil)

  init(
    state: BoardState, configuration: DataServerConfiguration,
    faults: PublishedFaults = PublishedFaults(seed: 1)
  ) {
    self.state = state
    self.configuration = configuration
    self.faults = AnswerFaults(faults: faults, state: state)
  }

  /// Replies to a request, with what faults make of the answer; called on the listener's thread.
  func reply(to request: HTTPRequest) -> HTTPReply {
    let (time, start) = (state.snapshot.boardTime, ContinuousClock.now)
    let reply = faults.reply { [self] in .now(answer(request)) }
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
