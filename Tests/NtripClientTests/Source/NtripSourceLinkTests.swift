import Foundation
import Locks
import Synchronization
import TestSupport
import Testing

@testable import NtripClient

@Suite("A pushed stream", .timeLimit(.minutes(5)))
struct NtripSourceLinkTests {
  /// The data that came over one connection: the head, and the stream after it, without chunk headers.
  struct Arrival: Sendable {
    var head = ""
    var body: [UInt8] = []

    var isChunked: Bool { head.contains("chunked") }

    /// The bytes of the stream, including those of an incomplete chunk.
    var stream: [UInt8] {
      guard isChunked else { return body }
      var decoder = ChunkDecoder()
      var stream: [UInt8] = []
      _ = try? decoder.consume(body.span) { stream.append(contentsOf: $0) }
      return stream
    }

    var isEnded: Bool {
      var decoder = ChunkDecoder()
      _ = try? decoder.consume(body.span) { _ in }
      return decoder.isFinished
    }
  }

  /// A caster that treats successive connections as instructed, and records the data received.
  final class Caster: Sendable {
    /// A treatment of a connection.
    enum Deed: Sendable {
      /// Sends this answer and reads to the end.
      case take(String)
      /// Sends this answer, reads a number of bytes of the stream, and resets the connection.
      case cut(String, after: Int)
      /// Sends this answer and closes the connection.
      case refuse(String)
      /// Sends this answer and reads nothing more.
      case ignore(String)
      /// Sends this answer, reads to the end of the stream, and resets the connection.
      case spurn(String)
    }

    private let arrivals = Lock<[Arrival]>([])
    private let listener: Lock<LocalListener?> = Lock(nil)
    /// A semaphore that is signalled at the end of the test.
    private let end = DispatchSemaphore(value: 0)
    var port: Int { listener.withLock { $0?.port ?? 0 } }
    var all: [Arrival] { arrivals.withLock { $0 } }

    init(_ deeds: [Deed]) throws {
      let number = Lock(0)
      let listener = try LocalListener { [self] connection in
        let turn = number.withLock { turn in
          defer { turn += 1 }
          return turn
        }
        serve(connection, deeds[min(turn, deeds.count - 1)])
      }
      self.listener.withLock { $0 = listener }
    }

    private func serve(_ connection: LocalConnection, _ deed: Deed) {
      var arrival = Arrival()
      var bytes: [UInt8] = []
      let blank = Array("\r\n\r\n".utf8)
      while bytes.firstRange(of: blank) == nil {
        let more = connection.receive()
        if more.isEmpty { return }
        bytes += more
      }
      let end = bytes.firstRange(of: blank)?.upperBound ?? bytes.count
      arrival.head = String(decoding: bytes[..<end], as: UTF8.self)
      arrival.body = Array(bytes[end...])
      let index = arrivals.withLock { all in
        all.append(arrival)
        return all.count - 1
      }
      switch deed {
      case .refuse(let answer):
        connection.send(Array(answer.utf8))
        connection.close()
      case .ignore(let answer):
        connection.send(Array(answer.utf8))
        self.end.wait()
        self.end.signal()  // for the next waiting connection
      case .take(let answer): read(connection, answer, .max, into: index)
      case .spurn(let answer):
        connection.resetAtEnd()
        read(connection, answer, .max, into: index)
      case .cut(let answer, let count):
        read(connection, answer, count, into: index)
        connection.close()
      }
    }

    private func read(
      _ connection: LocalConnection, _ answer: String, _ count: Int, into index: Int
    ) {
      connection.send(Array(answer.utf8))
      while arrivals.withLock({ $0[index].body.count }) < count {
        let more = connection.receive()
        if more.isEmpty { return }
        arrivals.withLock { $0[index].body += more }
      }
    }

    func close() {
      end.signal()
      listener.withLock { $0 }?.close()
    }
  }

  /// Returns a part of a thousand bytes that begins with its number.
  static func part(_ number: Int) -> [UInt8] {
    [0xD3, UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 7, count: 997)
  }

  static let two = "HTTP/1.1 200 OK\r\nNtrip-Version: Ntrip/2.0\r\n\r\n"

  static func link(
    _ caster: Caster, _ version: NtripVersionChoice = .automatic, retry: RetryPolicy? = .atOnce
  ) -> NtripSourceLink {
    var options = NtripSourceOptions()
    options.version = version
    return NtripSourceLink(
      to: .local(caster.port, "FIELD", credentials: .init(user: "u", password: "pw")),
      options: options, retry: retry)
  }

  /// Sends parts, ends the stream and waits.
  static func push(_ count: Int, over link: NtripSourceLink) async -> Bool {
    await onThread {
      for number in 0..<count { guard link.send(Self.part(number)) else { return false } }
      _ = link.send([])  // an empty part, which does not end the stream
      link.finish()
      link.waitForEnd()
      return link.isFinished
    }
  }

  @Test(
    "arrives whole, in both versions",
    arguments: [
      (two, .only(.two)), ("ICY 200 OK\r\n\r\n", .only(.one)), ("OK\r\n", .only(.one)),
      ("ICY 200 OK\r\n", .automatic),
    ] as [(String, NtripVersionChoice)])
  func arrives(answer: String, version: NtripVersionChoice) async throws {
    let caster = try Caster([.take(answer)])
    defer { caster.close() }
    let link = Self.link(caster, version)
    #expect(await Self.push(200, over: link))
    let arrival = try #require(caster.all.first)
    #expect(arrival.stream == (0..<200).flatMap(Self.part))
    #expect(arrival.isEnded == arrival.isChunked)
    #expect(
      arrival.head.hasPrefix(version == .only(.one) ? "SOURCE pw /FIELD\r\n" : "POST /FIELD "))
    #expect(link.status.bytes == 200_000 && link.failure == nil)
  }

  @Test(
    "a caster of version 1 alone is pushed to with no options",
    arguments: ["", "HTTP/1.0 501 Not Implemented\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n\r\n"])
  func fallsBack(answer: String) async throws {
    let caster = try Caster([.refuse(answer), .take("OK\r\n")])
    defer { caster.close() }
    #expect(await Self.push(3, over: Self.link(caster, retry: nil)))
    #expect(caster.all.map { $0.head.prefix(4) } == ["POST", "SOUR"])
    #expect(caster.all.last?.stream == (0..<3).flatMap(Self.part))
  }

  @Test("after a cut the next connection begins with a whole part, and goes on to the last")
  func comesBack() async throws {
    let caster = try Caster([
      .cut(Self.two, after: 2500), .refuse("HTTP/1.1 409 Conflict\r\n\r\n"),
      .cut(Self.two, after: 77_777), .take(Self.two),
    ])
    defer { caster.close() }
    let link = Self.link(caster)
    // Bytes that the system has accepted are lost in a cut, so more bytes must follow them.
    let last = await onThread {
      var (number, rest) = (0, 20)
      while rest > 0, link.send(Self.part(number)) {
        number += 1
        if link.status.reconnects == 2 { rest -= 1 }
      }
      link.finish()
      link.waitForEnd()
      return number - 1
    }
    #expect(link.isFinished && link.status.reconnects == 2)
    let arrivals = caster.all.filter { !$0.body.isEmpty }
    #expect(arrivals.count >= 2)
    var next = 0
    for arrival in arrivals {
      let stream = arrival.stream
      let numbers = stride(from: 0, to: stream.count - 2, by: 1000).map { offset -> Int in
        guard stream[offset] == 0xD3 else { return -1 }
        let (high, low) = (Int(stream[offset + 1]), Int(stream[offset + 2]))
        return high << 8 | low
      }
      let first = try #require(numbers.first)
      #expect(numbers == Array(first..<(first + numbers.count)), "whole parts in their order")
      // A part that was cut is sent again; no part that was held back is left out.
      #expect(first >= next)
      next = first + numbers.count - 1
    }
    #expect(arrivals.last?.isEnded == true && next == last)
  }

  @Test("it comes back twenty times if need be, each time after the same while")
  func keepsTrying() async throws {
    let refusals = Array(repeating: Caster.Deed.refuse("HTTP/1.1 409 Conflict\r\n\r\n"), count: 20)
    let caster = try Caster(refusals + [.take(Self.two)])
    defer { caster.close() }
    #expect(await Self.push(3, over: Self.link(caster, .only(.two))))
    #expect(caster.all.count == 21 && caster.all.last?.stream == (0..<3).flatMap(Self.part))
  }

  @Test(
    "a connection that is reset on the last of it is a failure",
    arguments: [(two, .only(.two)), ("OK\r\n", .only(.one))] as [(String, NtripVersionChoice)])
  func spurned(answer: String, version: NtripVersionChoice) async throws {
    let caster = try Caster([.spurn(answer)])
    defer { caster.close() }
    let link = Self.link(caster, version)
    #expect(await !Self.push(5, over: link))
    #expect(link.isOver && link.hasStreamed)
    guard case .transport(.broken)? = link.failure?.cause else {
      Issue.record("\(link.failure.map { "\($0)" } ?? "no failure")")
      return
    }
    #expect(caster.all.count == 1 && caster.all[0].stream == (0..<5).flatMap(Self.part))
  }

  @Test("a refusal is a typed failure, and nothing of the stream is sent")
  func refused() async throws {
    for (answer, cause) in [
      ("HTTP/1.1 401 Unauthorized\r\n\r\n", .wrongCredentials),
      ("HTTP/1.1 404 Not Found\r\n\r\n", .noSuchMountpoint(offered: nil)),
      ("HTTP/1.1 409 Conflict\r\n\r\n", .busy),
    ] as [(String, NtripFailure.Cause)] {
      let caster = try Caster([.refuse(answer)])
      let link = Self.link(caster, retry: nil)
      #expect(await !Self.push(3, over: link))
      #expect(link.failure?.cause == cause && !link.hasStreamed)
      #expect(caster.all.allSatisfy { $0.body.isEmpty })
      caster.close()
    }
  }

  @Test("stopping ends whoever waits for room, however little the caster reads")
  func stops() async throws {
    let caster = try Caster([.ignore("ICY 200 OK\r\n")])
    defer { caster.close() }
    let link = Self.link(caster, .only(.one))
    let (sent, tell) = AsyncStream<Int>.makeStream()
    async let result = onThread {
      var count = 0
      while link.send([UInt8](repeating: 1, count: 1 << 20)) {
        count += 1
        tell.yield(count)
      }
      return count
    }
    // The system's buffers accept some of the parts.
    for await count in sent where count >= 2 { break }
    link.stop()
    _ = await result
    link.waitForEnd()
    #expect(link.isOver && !link.isFinished && link.status.state == .off)
    #expect(!link.waitUntilReady())
  }

  @Test("two parts are taken before the caster takes any, and no third")
  func waits() async throws {
    let caster = try Caster([.ignore("")])
    defer { caster.close() }
    let link = Self.link(caster)
    let (sent, tell) = AsyncStream<Int>.makeStream()
    async let result = onThread {
      var count = 0
      while link.send(Self.part(count)) {
        count += 1
        tell.yield(count)
      }
      return count
    }
    for await count in sent where count >= 2 { break }
    // Another link serves as the clock: its caster stays silent until a timeout.
    var options = NtripSourceOptions()
    options.answerTimeout = .milliseconds(300)
    let other = NtripSourceLink(to: .local(caster.port, "FIELD"), options: options, retry: nil)
    #expect(await onThread { !other.waitUntilReady() })
    link.stop()
    #expect(await result == 2)
  }

  /// Pushes a part of `count` bytes, ends the stream, and returns the machine at the end.
  private static func push(
    _ count: Int, to caster: Caster, stallTimeout: Duration = .seconds(3600),
    farewell: Duration = .seconds(3600)
  ) async -> NtripSourceMachine {
    var options = NtripSourceOptions()
    options.version = .only(.one)
    let machine = NtripSourceMachine(
      to: .local(caster.port, "FIELD"), options: options, retry: nil, seed: 1)
    let core = SourceCore(machine, over: NtripTransportOptions()) {}
    #expect(core.append([UInt8](repeating: 1, count: count)))
    core.requestEnd()
    await onThread {
      var loop = SourceLoop(core, stallTimeout: stallTimeout, farewell: farewell)
      loop.run()
    }
    let turns = core.turnCount.load(ordering: .relaxed)
    #expect((1..<200).contains(turns), "it looks up seldom while there is nothing to do")
    return core.machine
  }

  @Test("a caster that takes nothing any more is given up")
  func stalls() async throws {
    let caster = try Caster([.ignore("ICY 200 OK\r\n")])
    defer { caster.close() }
    let machine = await Self.push(64 << 20, to: caster, stallTimeout: .milliseconds(100))
    #expect(machine.failure?.cause == .transport(.broken("it takes nothing any more")))
    #expect(machine.isOver && machine.hasStreamed && !machine.isFinished)
  }

  @Test(
    "a caster that has taken all may leave the connection open: that is waited for, and no failure")
  func staysOpen() async throws {
    let caster = try Caster([.ignore("ICY 200 OK\r\n")])
    defer { caster.close() }
    let machine = await Self.push(
      1000, to: caster, stallTimeout: .zero, farewell: .milliseconds(100))
    #expect(machine.isOver && machine.isFinished && machine.failure == nil)
  }

  @Test("in service a caster may take nothing for half a minute, and close within five seconds")
  func patience() {
    let machine = NtripSourceMachine(to: .local(1), retry: nil, seed: 1)
    let loop = SourceLoop(SourceCore(machine, over: NtripTransportOptions()) {})
    #expect(loop.watch.timeout == .seconds(30) && loop.farewell == .seconds(5))
  }

  @Test(
    "stopping does not wait for the caster, and whoever waits for it to take the stream is told")
  func stopsAtOnce() async throws {
    let caster = try Caster([.ignore("ICY 200 OK\r\n")])
    defer { caster.close() }
    var options = NtripSourceOptions()
    options.version = .only(.one)
    let machine = NtripSourceMachine(
      to: .local(caster.port, "FIELD"), options: options, retry: nil, seed: 1)
    let core = SourceCore(machine, over: NtripTransportOptions()) {}
    async let end: Void = onThread {
      var loop = SourceLoop(core, stallTimeout: .seconds(3600), farewell: .seconds(3600))
      loop.run()
    }
    #expect(await onThread { core.waitUntilReady() })
    core.requestStop()
    await end
    #expect(core.machine.isOver && !core.machine.isFinished && core.machine.failure == nil)
  }

  @Test("a link that the system gives no thread for is over, and says why")
  func hasNoThread() {
    let machine = NtripSourceMachine(to: .local(1), retry: RetryPolicy(), seed: 1)
    let core = SourceCore(machine, over: NtripTransportOptions()) {}
    core.failToStart()
    #expect(core.machine.isOver)
    #expect(
      core.machine.failure?.cause
        == .transport(.unreachable("the system has no thread to give")))
  }

  @Test("a link that is let go closes its connection")
  func letGo() async throws {
    let (events, tell) = AsyncStream<String>.makeStream()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      tell.yield("request")
      connection.waitForEnd()
      tell.yield("end")
    }
    defer { caster.close() }
    var link: NtripSourceLink? = NtripSourceLink(to: .local(caster.port, "FIELD"))
    #expect(link?.isOver == false)
    for await event in events {
      if event == "end" { break }
      link = nil
    }
    #expect(link == nil)
  }

  @Test("news are the states, each once, and the end")
  func news() async throws {
    let caster = try Caster([.take(Self.two)])
    defer { caster.close() }
    let calls = Lock(0)
    let link = NtripSourceLink(to: .local(caster.port, "FIELD"), retry: nil) {
      calls.withLock { $0 += 1 }
    }
    #expect(await Self.push(200, over: link))
    // Calls for streaming, for the end, and perhaps for the state off in between.
    #expect((2...3).contains(calls.withLock { $0 }))
  }

  @Test("nobody there is told, once")
  func nobody() async throws {
    let port = try HeldPort()
    let link = NtripSourceLink(to: .local(Int(port.port)), retry: nil)
    #expect(await onThread { !link.waitUntilReady() })
    link.waitForEnd()
    #expect(link.failure?.cause == .transport(.connectionRefused))
    #expect(link.status.state == .off)
  }
}
