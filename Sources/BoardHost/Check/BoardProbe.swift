internal import Platform

/// Asks a board what the apps ask, and records what comes of it.
///
/// Everything is asked from the caller's thread, one thing after the other, within a bounded time.
public struct BoardProbe {
  /// The number of requests of a probe, and the time allowed for them.
  public struct Plan: Hashable, Sendable {
    /// Polls at ``interval``, at least 1.
    public var pollCount = 6
    /// The time between them: MOQA's.
    public var interval = Duration.seconds(1)
    /// Polls at once: as many as MOQA has on its way to a board that is slow.
    public var overlap = 5
    /// Polls one after the other without a pause.
    public var burstCount = 100
    /// The timeout of an answer: the apps' five seconds and as much again, to tell late from never.
    public var patience = Duration.seconds(10)
    /// The time for which polling goes on while somebody switches the board off and on.
    public var watch: Duration?
    /// When to stop asking, the watch left out.
    public var budget = Duration.seconds(120)

    /// Creates a plan that takes six seconds at a quick board.
    public init() {}
  }

  /// The present step of a probe.
  public enum Step: Hashable, Sendable {
    /// Polls at MOQA's pace; how many of how many.
    case polling(Int, of: Int)
    /// Polls at once, kept connections, other methods.
    case connecting
    /// Polls without a pause.
    case burst
    /// Somebody may switch the board off and on; how many seconds are left.
    case watching(secondsLeft: Int)
  }

  private let plan: Plan
  private let isWanted: @Sendable () -> Bool
  private let pause: (Duration) -> Void
  private let report: (Step) -> Void
  private let begin = ContinuousClock.now
  private var url: BoardURL
  /// Whether one connection after the other came to nothing, so that asking on is useless.
  private var failuresInARow = 0

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - url: Where the board is.
  ///   - plan: How much is asked.
  ///   - isWanted: Asked several times a second; `false` ends the probe.
  ///   - pause: Waits for some time between two polls.
  ///   - report: Told what comes next.
  public init(
    _ url: BoardURL, plan: Plan = Plan(), isWanted: @escaping @Sendable () -> Bool = { true },
    pause: @escaping (Duration) -> Void, report: @escaping (Step) -> Void = { _ in }
  ) {
    self.url = url
    self.plan = plan
    self.isWanted = isWanted
    self.pause = pause
    self.report = report
  }

  /// Asks everything.
  ///
  /// - Returns: The record; as much of it as there is when it was not wanted any longer.
  public mutating func record() -> BoardRecord {
    report(.polling(1, of: plan.pollCount))
    let (first, redirects) = reachFirst()
    var record = BoardRecord(url: url, first: first)
    record.redirects = redirects
    guard first.reply != nil else { return record }
    record.polls = [first] + polls(after: first)
    report(.connecting)
    record.kept = kept()
    record.overlapping = overlapping()
    record.old = once(BoardRequest(path: target.path, minorVersion: 0))
    record.head = once(BoardRequest("HEAD", path: target.path))
    record.options = once(BoardRequest("OPTIONS", path: target.path))
    report(.burst)
    record.burst = burst()
    record.isCutShort = !hasTime && isWanted()
    if let watch = plan.watch { record.watched = watched(for: watch) }
    return record
  }

  /// The URL to ask, after redirects.
  private var target: BoardURL { redirected ?? url }
  private var redirected: BoardURL?

  private var elapsed: Duration { .now - begin }

  /// Whether it makes sense to ask on.
  private var hasTime: Bool { isWanted() && elapsed < plan.budget && failuresInARow < 3 }
}

// MARK: Asking

extension BoardProbe {
  /// The first poll, and the redirects on the way there.
  private mutating func reachFirst() -> (BoardExchange, [String]) {
    var redirects: [String] = []
    var first = ask(BoardRequest(path: target.path))
    while let next = first.reply?.redirect, redirects.count < 5 {
      redirects.append(next)
      guard let url = target.following(next) else { break }
      redirected = url
      first = ask(BoardRequest(path: url.path))
    }
    return (first, redirects)
  }

  /// Sends one request on a connection of its own and returns the exchange.
  private mutating func ask(_ request: BoardRequest) -> BoardExchange {
    let sentAt = elapsed
    let deadline = ContinuousClock.now + plan.patience
    let outcome: BoardExchange.Outcome
    do throws(BoardFailure) {
      let connection = try BoardConnection(to: target, until: deadline, isWanted: isWanted)
      try connection.send(request, until: deadline)
      outcome = .answered(try connection.answer(to: request, until: deadline))
      failuresInARow = 0
    } catch {
      outcome = .failed(error)
      failuresInARow += 1
    }
    return BoardExchange(
      request, sentAt: sentAt, elapsed: elapsed - sentAt, outcome: outcome)
  }

  private mutating func once(_ request: BoardRequest) -> BoardExchange? {
    guard hasTime else { return nil }
    defer { failuresInARow = 0 }  // what no app asks for may go unanswered
    return ask(request)
  }

  /// Polls at the pace of MOQA.
  private mutating func polls(after first: BoardExchange) -> [BoardExchange] {
    var polls: [BoardExchange] = []
    for index in 1..<max(plan.pollCount, 1) where hasTime {
      report(.polling(index + 1, of: plan.pollCount))
      pause(first.sentAt + plan.interval * index - elapsed)
      if hasTime { polls.append(ask(BoardRequest(path: target.path))) }
    }
    return polls
  }

  private mutating func burst() -> [BoardExchange] {
    let end = elapsed + .seconds(10)
    var burst: [BoardExchange] = []
    while burst.count < plan.burstCount, hasTime, elapsed < end || burst.isEmpty {
      burst.append(ask(BoardRequest(path: target.path)))
    }
    return burst
  }

  /// Polls on one connection, as long as the board keeps it.
  private mutating func kept() -> [BoardExchange] {
    guard hasTime else { return [] }
    let request = BoardRequest(path: target.path)
    var exchanges: [BoardExchange] = []
    do throws(BoardFailure) {
      let connection = try BoardConnection(
        to: target, until: .now + plan.patience, isWanted: isWanted)
      while exchanges.count < 3, exchanges.last?.reply?.announcesEnd != true {
        let sentAt = elapsed
        let outcome = Self.outcome(of: request, on: connection, within: plan.patience)
        exchanges.append(
          BoardExchange(
            request, sentAt: sentAt, elapsed: elapsed - sentAt, outcome: outcome))
        if exchanges.last?.failure != nil { break }
      }
    } catch {
      exchanges.append(BoardExchange(request, sentAt: elapsed, outcome: .failed(error)))
    }
    return exchanges
  }

  private static func outcome(
    of request: BoardRequest, on connection: borrowing BoardConnection, within patience: Duration
  ) -> BoardExchange.Outcome {
    let deadline = ContinuousClock.now + patience
    do throws(BoardFailure) {
      try connection.send(request, until: deadline)
      return .answered(try connection.answer(to: request, until: deadline))
    } catch {
      return .failed(error)
    }
  }

  /// Polls that are all on their way before the first answer is read.
  private func overlapping() -> [BoardExchange] {
    guard hasTime else { return [] }
    let request = BoardRequest(path: target.path)
    let deadline = ContinuousClock.now + plan.patience
    return (0..<plan.overlap).map { _ in sent(request, until: deadline) }.map { poll in
      let outcome = poll.answer(to: request, until: deadline)
      return BoardExchange(
        request, sentAt: poll.sentAt, elapsed: elapsed - poll.sentAt, outcome: outcome)
    }
  }

  private func sent(
    _ request: BoardRequest, until deadline: ContinuousClock.Instant
  ) -> PollOnItsWay {
    let sentAt = elapsed
    do throws(BoardFailure) {
      let connection = try BoardConnection(to: target, until: deadline, isWanted: isWanted)
      try connection.send(request, until: deadline)
      return PollOnItsWay(sentAt: sentAt, connection: connection)
    } catch {
      return PollOnItsWay(sentAt: sentAt, failure: error)
    }
  }

  /// Polls while somebody switches the board off and on.
  private mutating func watched(for time: Duration) -> [BoardExchange] {
    let start = elapsed
    var polls: [BoardExchange] = []
    while isWanted(), elapsed - start < time {
      let left = time - (elapsed - start)
      report(.watching(secondsLeft: Int((left / .seconds(1)).rounded(.up))))
      let asked = elapsed
      polls.append(ask(BoardRequest(path: target.path)))
      pause(asked + plan.interval - elapsed)
    }
    return polls
  }
}

/// A poll whose answer was not read yet.
private final class PollOnItsWay {
  let sentAt: Duration
  private let connection: BoardConnection?
  private let failure: BoardFailure

  init(sentAt: Duration, connection: consuming BoardConnection) {
    self.sentAt = sentAt
    self.connection = consume connection
    failure = .silent
  }

  init(sentAt: Duration, failure: BoardFailure) {
    self.sentAt = sentAt
    connection = nil
    self.failure = failure
  }

  func answer(
    to request: BoardRequest, until deadline: ContinuousClock.Instant
  ) -> BoardExchange.Outcome {
    do throws(BoardFailure) {
      guard let reply = try connection?.answer(to: request, until: deadline) else {
        return .failed(failure)
      }
      return .answered(reply)
    } catch {
      return .failed(error)
    }
  }
}

extension BoardReply {
  /// The target of the answer's redirect; `nil` when the answer is no redirect.
  fileprivate var redirect: String? {
    [301, 302, 303, 307, 308].contains(status) ? self[field: "location"] : nil
  }
}

extension BoardURL {
  /// Returns the target of a redirect from this URL; `nil` when the target is not asked over plain HTTP.
  fileprivate func following(_ location: String) -> BoardURL? {
    location.hasPrefix("/") ? asking(for: location) : try? BoardURL(location)
  }
}
