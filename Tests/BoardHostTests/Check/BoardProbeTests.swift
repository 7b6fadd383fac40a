import GNSSBasics
import BoardFirmware
@testable import BoardHost
import Mathematics
import Platform
import Locks
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite("Asking a board")
struct BoardProbeTests {
  private static func record(
    port: UInt16, path: String = "/", patience: Duration = .seconds(300),
    interval: Duration = .seconds(1), watch: Duration? = nil,
    isWanted: @escaping @Sendable () -> Bool = { true },
    pause: @escaping (Duration) -> Void = { _ in },
    report: @escaping (BoardProbe.Step) -> Void = { _ in }
  ) throws -> BoardRecord {
    var plan = BoardProbe.Plan()
    plan.patience = patience
    plan.interval = interval
    plan.burstCount = 12
    plan.watch = watch
    var probe = BoardProbe(
      try BoardURL("http://127.0.0.1:\(port)\(path)"), plan: plan, isWanted: isWanted,
      pause: pause, report: report)
    return probe.record()
  }

  @Test(
    "our own board is as it should be in every dialect",
    arguments: DataServerConfiguration.Dialect.allCases)
  func ourBoard(dialect: DataServerConfiguration.Dialect) throws {
    let state = BoardState(.complete)
    let server = try ServedSnapshot(state, dialect: dialect)
    let record = try Self.record(
      port: server.port,
      pause: { _ in
        var next = state.snapshot
        next.measurement[.temperature]?.value += 0.01
        state.publish(next)
      })
    let report = CheckReport(of: record, as: dialect.name)
    #expect(report.findings.filter { $0.verdict != .ok } == [])
    #expect(record.polls.count == 6)
    #expect(record.overlapping.count == 5)
    #expect(record.kept.count == (dialect == .legacyHTML ? 1 : 3))
    #expect(record.burst.count == 12)
  }

  @Test("a plan asks as MOQA does, and no longer than two minutes, unless it is told otherwise")
  func usualPlan() {
    let plan = BoardProbe.Plan()
    #expect(plan.pollCount == 6 && plan.interval == .seconds(1))
    #expect(plan.overlap == 5 && plan.burstCount == 100)
    #expect(plan.patience == .seconds(10) && plan.budget == .seconds(120) && plan.watch == nil)
  }

  @Test("requests have the form of a phone's")
  func requests() throws {
    let board = try ScriptedBoard { _ in .answer(ScriptedBoard.ok("1;2")) }
    _ = try Self.record(port: board.port, path: "/a?b=c")
    let heads = board.requests
    #expect(
      heads.first?.hasPrefix("GET /a?b=c HTTP/1.1\r\nHost: 127.0.0.1:\(board.port)\r\n") == true)
    #expect(heads.count { $0.hasPrefix("GET /a?b=c HTTP/1.0\r\n") } == 1)
    #expect(heads.count { $0.hasPrefix("HEAD ") } == 1)
    #expect(heads.count { $0.hasPrefix("OPTIONS ") } == 1)
    for head in heads {
      #expect(head.contains("\r\nConnection: keep-alive\r\n") == !head.contains(" HTTP/1.0\r\n"))
    }
  }

  @Test("what is asked one after the other has ended before the next")
  func times() throws {
    let server = try ServedSnapshot()
    let record = try Self.record(port: server.port)
    for exchanges in [record.polls, record.kept, record.burst] {
      #expect(exchanges.count > 2)
      for (one, next) in zip(exchanges, exchanges.dropFirst()) {
        #expect(one.sentAt + one.elapsed <= next.sentAt)
      }
    }
  }

  @Test("a connection that is broken before it is asked on has brought nothing")
  func brokenConnection() throws {
    let listening = try ListeningSocket(host: "127.0.0.1", port: 0)
    let url = try BoardURL("http://127.0.0.1:\(listening.port)/")
    let connection = try BoardConnection(
      to: url, until: .now + .seconds(60), isWanted: { true })
    // A connection that was never accepted is reset when its listener closes.
    close(listening.handOver())
    #expect(throws: BoardFailure.cutOff(received: 0)) {
      // Bytes sent before the reset arrives are lost.
      while true { try connection.send(BoardRequest(), until: .now + .seconds(60)) }
    }
  }

  @Test("a board that takes one connection after the other, and closes each, will do")
  func oneByOne() throws {
    let board = try ScriptedBoard { head in
      let body = BoardRecord.goodBody
      return .answer(
        head.hasPrefix("HEAD")
          ? "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
          : ScriptedBoard.ok(body, fields: "Connection: close\r\n"))
    }
    let report = CheckReport(of: try Self.record(port: board.port))
    #expect(report.findings.filter { $0.verdict != .ok }.map(\.name) == ["cadence"])
  }

  @Test("a board that leaves a kept connection alone is found out")
  func forgotten() throws {
    let board = try ScriptedBoard { head in
      .answerAndForget(ScriptedBoard.ok(head.hasPrefix("HEAD") ? "" : BoardRecord.goodBody))
    }
    let record = try Self.record(port: board.port, patience: .seconds(8))
    #expect(record.kept.count == 2)
    #expect(record.kept.last?.failure == .silent)
    #expect(record.finding("keep-alive")?.verdict == .fail)
  }

  @Test(
    "what stands in the way of the first answer is told",
    arguments: [
      (ScriptedBoard.Reaction.close, BoardFailure.cutOff(received: 0)),
      (.answer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n22.5"), .cutOff(received: 4)),
      (.answer("22.5;45.3\r\n"), .notHTTP("22.5;45.3\r\n")),
      (
        .answer("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"), .malformed("Content-Length is 'x'")
      ),
    ])
  func firstFailures(reaction: ScriptedBoard.Reaction, failure: BoardFailure) throws {
    let board = try ScriptedBoard { _ in reaction }
    let record = try Self.record(port: board.port)
    #expect(record.first.failure == failure)
    #expect(record.requestCount == 1)
    #expect(board.requests.count == 1)
  }

  @Test("silence, and an answer that stops, are given up after the time that was given")
  func silence() throws {
    let silent = try ScriptedBoard { _ in .silence }
    let record = try Self.record(port: silent.port, patience: .milliseconds(50))
    #expect(record.first.failure == .silent)
    #expect(record.first.elapsed >= .milliseconds(50))
    let stopping = try ScriptedBoard { _ in
      .answerAndForget("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n22.5")
    }
    let stopped = try Self.record(port: stopping.port, patience: .seconds(8))
    #expect(stopped.first.failure == .unfinished(received: 4))
  }

  @Test("redirects are followed, and told")
  func redirects() throws {
    let board = try ScriptedBoard { (head: String) -> ScriptedBoard.Reaction in
      head.hasPrefix("GET / ")
        ? .answer("HTTP/1.1 302 Found\r\nLocation: /data\r\nContent-Length: 0\r\n\r\n")
        : .answer(ScriptedBoard.ok(BoardRecord.goodBody))
    }
    let record = try Self.record(port: board.port)
    #expect(record.redirects == ["/data"])
    #expect(board.requests.dropFirst().allSatisfy { $0.contains(" /data HTTP/1.") })
    #expect(record.first.reply?.text == BoardRecord.goodBody)
    #expect(record.finding("redirect")?.verdict == .warn)
  }

  @Test("a circle of redirects ends, as does one to another protocol")
  func endlessRedirects() throws {
    for target in ["/", "https://127.0.0.1/"] {
      let board = try ScriptedBoard { _ in
        .answer("HTTP/1.1 301 Moved\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n")
      }
      let record = try Self.record(port: board.port)
      #expect(record.redirects.count == (target == "/" ? 5 : 1))
      #expect(record.finding("redirect")?.verdict == .fail)
    }
  }

  @Test("a board that goes away while it is watched, and comes back, is seen doing so")
  func watching() throws {
    let (isAway, isWanted) = (Flag(), Flag())
    var pauses: [Duration] = []
    var secondsLeft: [Int] = []
    isWanted.value = true
    let board = try ScriptedBoard { _ in
      isAway.value
        ? .close : .answer(ScriptedBoard.ok(BoardRecord.goodBody, fields: "Connection: close\r\n"))
    }
    let record = try Self.record(
      port: board.port, interval: .seconds(7200), watch: .seconds(3600),
      isWanted: { isWanted.value },
      pause: { duration in
        // Pauses come between polls: five in the first round, then one after each watched poll.
        pauses.append(duration)
        isAway.value = (7...8).contains(pauses.count)
        isWanted.value = pauses.count < 10
      },
      report: { step in
        if case .watching(let seconds) = step { secondsLeft.append(seconds) }
      })
    #expect(record.watched.map { $0.failure == nil } == [true, true, false, false, true])
    #expect(secondsLeft.count == 5 && secondsLeft.allSatisfy { (3000...3600).contains($0) })
    // Each pause is the interval between two polls, minus the time of the answer.
    #expect(pauses.suffix(5).allSatisfy { $0 > .seconds(3600) && $0 <= .seconds(7200) })
  }

  @Test("nothing more is asked once nobody wants it")
  func notWanted() throws {
    let board = try ScriptedBoard { _ in .answer(ScriptedBoard.ok(BoardRecord.goodBody)) }
    let isWanted = Flag()
    isWanted.value = true
    let record = try Self.record(
      port: board.port, isWanted: { isWanted.value },
      pause: { _ in isWanted.value = false })
    #expect(record.polls.count == 1)
    #expect(record.burst.isEmpty)
    #expect(board.requests.count == 1)
  }

  @Test("polls come at the planned times, counted from the first")
  func pace() throws {
    let board = try ScriptedBoard { _ in .answer(ScriptedBoard.ok(BoardRecord.goodBody)) }
    var pauses: [Duration] = []
    _ = try Self.record(
      port: board.port, interval: .seconds(3600), pause: { pauses.append($0) })
    #expect(pauses.map { ($0 / .seconds(3600)).rounded(.up) } == [1, 2, 3, 4, 5])
  }

  @Test("each step is told before it is taken, the polls by their numbers")
  func steps() throws {
    let board = try ScriptedBoard { _ in .answer(ScriptedBoard.ok(BoardRecord.goodBody)) }
    var steps: [BoardProbe.Step] = []
    var counts: [Int] = []
    _ = try Self.record(
      port: board.port,
      report: { step in
        steps.append(step)
        counts.append(board.requests.count)
      })
    #expect(steps == (1...6).map { .polling($0, of: 6) } + [.connecting, .burst])
    #expect(counts.prefix(7) == [0, 1, 2, 3, 4, 5, 6])
  }

  @Test(
    "a status that is a redirect leads on where it says, any other does not",
    arguments: [300, 301, 302, 303, 304, 307, 308, 309])
  func redirectStatus(status: Int) throws {
    let board = try ScriptedBoard { (head: String) -> ScriptedBoard.Reaction in
      head.hasPrefix("GET / ")
        ? .answer("HTTP/1.1 \(status) Moved\r\nLocation: /data\r\nContent-Length: 0\r\n\r\n")
        : .close
    }
    let record = try Self.record(port: board.port)
    #expect(record.redirects.isEmpty == [300, 304, 309].contains(status))
  }

  @Test("a board that answers now and then is asked on")
  func nowAndThen() throws {
    let count = Lock(0)
    let board = try ScriptedBoard { _ in
      let index = count.withLock { count in
        defer { count += 1 }
        return count
      }
      return [1, 2, 4, 5].contains(index) ? .close : .answer(ScriptedBoard.ok("1;2"))
    }
    let record = try Self.record(port: board.port)
    #expect(record.polls.map { $0.failure == nil } == [true, false, false, true, false, false])
    #expect(!record.isCutShort)
  }

  @Test("a board that stops answering is not asked for ever")
  func givesUp() throws {
    let hasAnswered = Flag()
    let board = try ScriptedBoard { _ in
      defer { hasAnswered.value = true }
      return hasAnswered.value ? .close : .answer(ScriptedBoard.ok(BoardRecord.goodBody))
    }
    let record = try Self.record(port: board.port)
    #expect(record.polls.compactMap(\.failure).count == 3)
    #expect(board.requests.count == 4)
    #expect(record.isCutShort)
    #expect(record.finding("time")?.verdict == .fail)
  }
}

/// A Boolean that a board's thread and a test share.
final class Flag: Sendable {
  private let state = Lock(false)
  var value: Bool {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

extension BoardSnapshot {
  /// A board that has measured all quantities.
  static var complete: BoardSnapshot {
    var snapshot = BoardSnapshot.example
    snapshot.measurement.record(
      [
        .tvocs: 12, .eco2: 412, .pm05: 1.11, .pm1: 4, .pm25: 5.1, .pm4: 5.2, .pm10: 5.2,
        .pm05Number: 20, .latitude: 45.4781291, .longitude: 9.2277907,
      ], at: .seconds(10))
    return snapshot
  }
}
