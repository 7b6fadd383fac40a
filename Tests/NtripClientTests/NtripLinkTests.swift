import Foundation
import GNSSBasics
import Locks
import Synchronization
import TestSupport
import Testing

@testable import NtripClient

#if canImport(Glibc)
  import Glibc
#endif

@Suite("A link's mailbox", .timeLimit(.minutes(5)))
struct NtripLinkTests {
  @Test("bytes that nobody takes hold the caster back, and none are lost")
  func holdsBack() async throws {
    let total = 4_000_000
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(NtripStreamTests.icy)
      let block = [UInt8](0..<250)
      for _ in 0..<(total / 250) { connection.send(block) }
      connection.waitForEnd()
    }
    defer { caster.close() }
    let (news, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = NtripLink(to: .local(caster.port)) { tell.yield() }
    var (count, largest, isIntact) = (0, 0, true)
    for await _ in news where link.status.bytes >= min(count + 1_000_000, total) {
      var bytes: [UInt8] = []
      link.receive(into: &bytes)
      for byte in bytes {
        isIntact = isIntact && Int(byte) == count % 250
        count += 1
      }
      largest = max(largest, bytes.count)
      if count == total { break }
    }
    #expect(isIntact)
    #expect(largest < 1_100_000)
    link.stop()
    #expect(link.status.bytes == total)
    #expect(link.status.state == .off)
  }

  @Test("stopping closes the connection before it returns")
  func stops() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(NtripStreamTests.icy + [1])
      connection.waitForEnd()
      end.yield()
    }
    defer { caster.close() }
    let (news, tell) = AsyncStream<Void>.makeStream()
    let isStopping = Lock(false)
    let hasEnded = Lock(false)
    let link = NtripLink(to: .local(caster.port)) {
      if isStopping.withLock({ $0 }) {
        for _ in 0..<1000 { sched_yield() }  // so that a caller that does not wait goes ahead
        hasEnded.withLock { $0 = true }
      }
      tell.yield()
    }
    for await _ in news where link.status.bytes == 1 { break }
    isStopping.withLock { $0 = true }
    link.stop()
    #expect(hasEnded.withLock { $0 }, "the end has been told")
    link.stop()
    for await _ in ends { break }
    var bytes: [UInt8] = [0]
    link.receive(into: &bytes)
    #expect(bytes == [0, 1])
    #expect(link.isOver)
  }

  @Test("stopping does not wait for a connection to stand")
  func stopsWhileConnecting() async throws {
    let (events, tell) = AsyncStream<Void>.makeStream()
    let caster = try LocalListener { connection in
      tell.yield()
      connection.waitForEnd()
      tell.yield()
    }
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.connectTimeout = .seconds(3600)
    let link = NtripLink(to: .local(caster.port, usesTLS: true), options: options)
    var count = 0
    for await _ in events {
      count += 1
      if count == 2 { break }
      link.stop()
    }
    #expect(link.status.state == .off)
  }

  @Test("over TLS a link speaks of HTTP/1.1 alone, lest it be greeted in HTTP/2")
  func offersHTTP1() async throws {
    let (greetings, tell) = AsyncStream<[UInt8]>.makeStream()
    let caster = try LocalListener { connection in
      tell.yield(connection.receive())
      connection.waitForEnd()
    }
    defer { caster.close() }
    let link = NtripLink(to: .local(caster.port, usesTLS: true))
    for await greeting in greetings {
      // In the greeting, each offered protocol name follows its length.
      let text = String(decoding: greeting, as: UTF8.self)
      #expect(text.contains("\u{8}http/1.1") && !text.contains("\u{2}h2\u{8}http/1.1"))
      break
    }
    link.stop()
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
    var link: NtripLink? = NtripLink(to: .local(caster.port))
    #expect(link?.isOver == false)
    for await event in events {
      if event == "end" { break }
      link = nil
    }
    #expect(link == nil)
  }

  @Test(
    "waits are rounded up to milliseconds, and so long at most",
    arguments: [
      (.zero, 0), (.seconds(-1), 0), (.nanoseconds(1), 1), (.milliseconds(1), 1),
      (.microseconds(1001), 2), (.milliseconds(2500), 2500), (.seconds(3600), 3_600_000),
      (.seconds(3601), 3_600_000),
    ] as [(Duration, Int32)])
  func roundsWaits(duration: Duration, milliseconds: Int32) {
    for now in [Duration.zero, .seconds(100_000)] {
      let wait = LinkTransport.milliseconds(
        until: now + duration, from: now, atMost: .seconds(3600))
      #expect(wait == milliseconds)
    }
  }

  @Test("while a link waits to come back, its connection is closed")
  func closesWhileItWaits() async throws {
    let (ends, end) = AsyncStream<Void>.makeStream()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n".utf8))
      connection.waitForEnd()
      end.yield()
    }
    defer { caster.close() }
    var retry = RetryPolicy()
    (retry.firstLateDelay, retry.jitter) = (.seconds(900), 0)
    let link = NtripLink(to: .local(caster.port), retry: retry)
    for await _ in ends { break }
    #expect(link.status.state == .refused)
    let left = try #require(link.refusal?.end)
    #expect(left > .seconds(600) && left <= .seconds(900), "the time that is left of it")
    link.stop()
  }

  @Test("what the system takes no more of is kept, and is no failure")
  func keepsUnsent() throws {
    let isDone = DispatchSemaphore(value: 0)
    let caster = try LocalListener { _ in isDone.wait() }
    defer { caster.close() }
    defer { isDone.signal() }
    let connection = try CurlConnection(to: .local(caster.port))
    while try !connection.proceed() {
      connection.waitWhileConnecting(orFor: -1, milliseconds: 1000)
    }
    var bytes = [UInt8](repeating: 7, count: 64 << 20)
    var (failure, before): (String?, Int)
    repeat {
      before = bytes.count
      failure = connection.send(&bytes)
    } while failure == nil && bytes.count < before
    #expect(failure == nil)
    #expect(!bytes.isEmpty && bytes.count < 64 << 20)
  }

  @Test("a link that the system gives no thread for is over, and says why")
  func hasNoThread() {
    let machine = NtripClientMachine(to: .local(1), retry: RetryPolicy(), seed: 1)
    let core = LinkCore(machine, over: NtripTransportOptions()) {}
    core.failToStart()
    #expect(core.machine.isOver)
    #expect(
      core.machine.failure?.cause
        == .transport(.unreachable("the system has no thread to give")))
  }

  @Test("the library is told by its name and version, and by those of its TLS")
  func tellsLibrary() {
    #expect(NtripLink.library.hasPrefix("libcurl/"))
    #expect(NtripLink.library.split(separator: " ").count == 2)
  }

  #if os(Linux)
    @Test("a link goes through a proxy in a tunnel")
    func goesThroughProxy() async {
      await #expect(processExitsWith: .success) {
        let (requests, tell) = AsyncStream<String>.makeStream()
        let proxy = try LocalListener { connection in
          tell.yield(connection.receiveRequest())
          connection.send(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
          tell.yield(connection.receiveRequest())
          connection.waitForEnd()
        }
        try #require(setenv("http_proxy", "http://127.0.0.1:\(proxy.port)", 1) == 0)
        try #require(setenv("no_proxy", "", 1) == 0)
        let caster = NtripURL(host: "caster.invalid", port: 2101, mountpoint: "M")
        let link = NtripLink(to: caster)
        var starts = ["CONNECT caster.invalid:2101 ", "GET /M "][...]
        for await request in requests {
          try #require(request.hasPrefix(starts.removeFirst()))
          if starts.isEmpty { break }
        }
        link.stop()
      }
    }

    @Test("connections give back their memory")
    func givesBackMemory() async {
      await #expect(processExitsWith: .success) {
        /// Returns the pages of memory in use after a number of connections.
        func pages(afterConnections count: Int) throws -> Int {
          for _ in 0..<count { _ = try CurlConnection(to: .local(1)) }
          let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
          return try #require(Int(numbers.split(separator: " ")[1]))
        }
        let before = try pages(afterConnections: 1000)
        // The limit is less than the smallest allocation of each connection.
        let more = try pages(afterConnections: 10_000) - before
        try #require(more * sysconf(Int32(_SC_PAGESIZE)) < 1_000_000)
      }
    }

    @Test("a link that waits for its connection to stand looks up seldom")
    func connectsQuietly() async {
      await #expect(processExitsWith: .success) {
        // Standard input is always readable.
        try #require(dup2(open("/dev/null", O_RDONLY), STDIN_FILENO) == STDIN_FILENO)
        let caster = try LocalListener { connection in
          _ = connection.receive()  // the greeting of TLS
          connection.waitForEnd()
        }
        var options = NtripSessionOptions()
        options.connectTimeout = .seconds(1)
        let (news, tell) = AsyncStream<Void>.makeStream()
        let url = NtripURL.local(caster.port, usesTLS: true)
        let link = NtripLink(to: url, options: options, retry: nil) { tell.yield() }
        for await _ in news where link.isOver { break }
        try #require(link.failure?.cause == .transport(.timedOut(after: .seconds(1))))
        try #require(link.turnCount < 100)
      }
    }

    @Test("a link whose bytes nobody takes looks up seldom, though the caster has gone")
    func holdsBackQuietly() async {
      await #expect(processExitsWith: .success) {
        let isFull = DispatchSemaphore(value: 0)
        let caster = try LocalListener { connection in
          connection.send(NtripStreamTests.icy + [UInt8](repeating: 7, count: 1_200_000))
          isFull.wait()
          // The caster has not read the request, so its close resets the connection.
        }
        var options = NtripSessionOptions()
        options.stallTimeout = .seconds(1)
        let (news, tell) = AsyncStream<Void>.makeStream()
        let link = NtripLink(to: .local(caster.port), options: options, retry: .atOnce) {
          tell.yield()
        }
        var start: Int?
        for await _ in news {
          if start == nil, link.status.bytes >= 1 << 20 {
            start = link.turnCount
            for _ in 0..<100 { isFull.signal() }  // one for each attempt so far
          }
          if start != nil, link.failure?.cause == .stalled(after: .seconds(1)) { break }
        }
        link.stop()  // otherwise its thread would run while the process exits
        try #require(link.turnCount - (try #require(start)) < 100)
      }
    }

    @Test("a link that waits for its caster looks up seldom")
    func waitsQuietly() async {
      await #expect(processExitsWith: .success) {
        let count = Atomic<Int>(0)
        let caster = try LocalListener { connection in
          let number = count.add(1, ordering: .relaxed).newValue
          _ = connection.receiveRequest()
          // The first connection breaks off, the second stays silent.
          if number == 1 {
            connection.send(NtripStreamTests.icy + [1])
          } else {
            connection.waitForEnd()
          }
          connection.close()
        }
        var (options, retry) = (NtripSessionOptions(), RetryPolicy())
        (options.positionInterval, options.answerTimeout) = (.seconds(5), .milliseconds(500))
        (retry.firstDelay, retry.jitter) = (.milliseconds(500), 0)
        let (news, tell) = AsyncStream<Void>.makeStream()
        let link = NtripLink(to: .local(caster.port), options: options, retry: retry) {
          tell.yield()
        }
        let position = GGASentence(
          position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 100))
        for await _ in news {
          if link.status.state == .waiting { link.report(position) }  // this wakes its thread
          if link.failure?.cause == .noAnswer(after: .milliseconds(500)) { break }
        }
        link.stop()
        try #require(link.turnCount < 100)
      }
    }
  #endif

  @Test("a link whose caster waits for a position looks up seldom")
  func waitsForPosition() async throws {
    let caster = try LocalListener { connection in
      // The other client gets no answer; its timeout serves as this test's clock.
      let request = connection.receiveRequest()
      if request.hasPrefix("GET /VRS ") { connection.send(NtripStreamTests.icy) }
      connection.waitForEnd()
    }
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(5)
    let (news, tell) = AsyncStream<Void>.makeStream()
    let link = NtripLink(to: .local(caster.port, "VRS"), options: options) { tell.yield() }
    for await _ in news where link.status.state == .streaming { break }
    let start = link.turnCount
    options.answerTimeout = .milliseconds(500)
    let (end, tellEnd) = AsyncStream<Void>.makeStream()
    let other = NtripLink(to: .local(caster.port, "NONE"), options: options, retry: nil) {
      tellEnd.yield()
    }
    for await _ in end where other.isOver { break }
    #expect((1...100).contains(start) && link.turnCount - start < 100)
    link.stop()
  }

  @Test("a link can be stopped from its own news")
  func stopsItself() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(NtripStreamTests.icy)
      connection.waitForEnd()
    }
    defer { caster.close() }
    let (over, tell) = AsyncStream<Void>.makeStream()
    let box = Lock<NtripLink?>(nil)
    let link = NtripLink(to: .local(caster.port)) {
      let link = box.withLock { $0 }
      if link?.status.state == .streaming { link?.stop() }
      if link?.isOver == true { tell.yield() }
    }
    box.withLock { $0 = link }
    // The state may have changed before `box` was filled.
    if link.status.state == .streaming { link.stop() }
    if !link.isOver { for await _ in over { break } }
    box.withLock { $0 = nil }
    #expect(link.isOver)
  }
}
