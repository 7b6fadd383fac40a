internal import Platform

/// A probe that sends a board the apps' requests and records the exchanges.
///
/// All requests are made on the caller's thread, one after the other, within a time limit.
public struct BoardProbe {
  /// The number of requests of a probe, and its time limits.
  public struct Plan: Hashable, Sendable {
    /// The number of polls at ``interval``; at least 1.
    public var pollCount = 6
    /// The time between two polls; by default MOQA's interval.
    public var interval = Duration.seconds(1)
    /// The number of simultaneous polls; by default MOQA's number of pending polls to a slow board.
    public var overlap = 5
    /// The number of consecutive polls without a pause.
    public var burstCount = 100
    /// The timeout of an answer: twice the apps' five seconds, to distinguish a late answer from none.
    public var patience = Duration.seconds(10)
    /// The duration of further polls while a user switches the board off and on; `nil` for none.
    public var watch: Duration?
    /// The time limit of the probe, without the watch.
    public var budget = Duration.seconds(120)

    /// Creates a plan that takes six seconds with a fast board.
    public init() {}
  }

  /// The current step of a probe.
  public enum Step: Hashable, Sendable {
    /// Polls at MOQA's pace: the number of the poll, and the number of polls.
    case polling(Int, of: Int)
    /// Simultaneous polls, kept connections and other methods.
    case connecting
    /// Polls without a pause.
    case burst
    /// Polls while a user switches the board off and on, with the remaining seconds.
    case watching(secondsLeft: Int)
  }

  private let plan: Plan
  private let isWanted: @Sendable () -> Bool
  private let pause: (Duration) -> Void
  private let report: (Step) -> Void
  private let begin = ContinuousClock.now
  private var url: BoardURL
  /// The number of consecutive failures; after three of them, further requests are useless.
  private var failuresInARow = 0

  /// Creates a probe.
  ///
  /// - Parameters:
  ///   - url: The URL of the board.
  ///   - plan: The number of requests and the time limits.
  ///   - isWanted: Called several times a second; returns `false` to end the probe.
  ///   - pause: Waits for a duration between two polls.
  ///   - report: Called with each step before it begins.
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

  /// Performs all requests.
  ///
  /// - Returns: The record; incomplete when `isWanted` returned `false` meanwhile.
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

  /// The URL to request, after redirects.
  private var target: BoardURL { redirected ?? url }
  private var redirected: BoardURL?

  private var elapsed: Duration { .now - begin }

  /// Whether further requests make sense: still wanted, within the time limit, and without three failures
  /// in a row.
  private var hasTime: Bool { isWanted() && elapsed < plan.budget && failuresInARow < 3 }
}

// MARK: Asking

extension BoardProbe {
  /// Makes the first poll; returns it and the redirects before it.
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
    defer { failuresInARow = 0 }  // requests that no app makes may stay unanswered
    return ask(request)
  }

  /// Makes the polls at MOQA's pace after the first one.
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

  /// Polls on one connection for as long as the board keeps it open, at most three times.
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

  /// Sends all overlapping polls before the first answer is read.
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

  /// Polls while a user switches the board off and on.
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

/// A poll whose answer has not been read yet.
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
  /// Returns the target of a redirect from this URL; `nil` when the target is not plain HTTP.
  fileprivate func following(_ location: String) -> BoardURL? {
    location.hasPrefix("/") ? asking(for: location) : try? BoardURL(location)
  }
}
