import Foundation
import GNSSBasics
import NtripClient
import Locks
import Synchronization
import TestSupport
import Testing

@Suite("A link on a socket", .timeLimit(.minutes(5)))
struct NtripStreamTests {
  static let icy = Array("ICY 200 OK\r\n\r\n".utf8)

  @Test("the stream's bytes arrive whole, after the news that it began")
  func streams() async throws {
    let payload = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Self.icy + payload)
      connection.waitForEnd()
    }
    defer { caster.close() }
    let got = await Following(NtripStream(from: .local(caster.port))) {
      $0.data.count >= payload.count
    }
    #expect(got.data == payload)
    #expect(got.statuses.last?.state == .streaming)
    #expect(got.starts == [0])
  }

  @Test("a port on which nobody listens is one clear line")
  func connectionRefused() async throws {
    let held = try HeldPort()
    let got = await Following(NtripStream(from: .local(Int(held.port)), retry: nil))
    #expect(
      got.failure?.description
        == "caster 127.0.0.1:\(held.port) is not running: the connection was refused; check the port"
    )
  }

  @Test("an address to which no way leads is told in the system's words")
  func unreachable() async {
    let url = NtripURL(host: "224.0.0.1", port: 1, mountpoint: "M")
    let got = await Following(NtripStream(from: url, retry: nil))
    let causes = [ENETUNREACH, EHOSTUNREACH, EADDRNOTAVAIL].map {
      NtripFailure.Cause.transport(.unreachable(String(cString: strerror($0))))
    }
    #expect(causes.contains { $0 == got.failure?.cause })
  }

  @Test("a connection that does not come to stand is given up in time")
  func connectTimeout() async throws {
    // The caster accepts, and never answers TLS's greeting.
    let caster = try LocalListener { $0.waitForEnd() }
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.connectTimeout = .milliseconds(100)
    let url = NtripURL.local(caster.port, usesTLS: true)
    let got = await Following(NtripStream(from: url, options: options, retry: nil))
    #expect(got.failure?.cause == .transport(.timedOut(after: .milliseconds(100))))
  }

  @Test("a name without an address is one clear line")
  func unknownName() async {
    let url = NtripURL(host: "caster.invalid", mountpoint: "M")
    let got = await Following(NtripStream(from: url, retry: nil))
    #expect(got.failure?.cause == .transport(.nameNotFound))
  }

  @Test("a refusing caster ends the stream with the reason")
  func refused() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n".utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let url = NtripURL.local(caster.port, credentials: .init(user: "u", password: "hunter2"))
    let got = await Following(NtripStream(from: url, retry: nil))
    #expect(got.failure?.cause == .wrongCredentials)
    #expect(got.failure?.description.contains("hunter2") == false)
  }

  @Test("a caster that goes away and comes back is found again")
  func reconnects() async throws {
    // The first connection breaks after three bytes, the second at once; the third one lasts.
    let count = Atomic<Int>(0)
    let caster = try LocalListener { connection in
      let number = count.add(1, ordering: .relaxed).newValue
      _ = connection.receiveRequest()
      if number != 2 { connection.send(Self.icy + (number == 1 ? [1, 2, 3] : [9])) }
      if number == 3 { connection.waitForEnd() }
      connection.close()
    }
    defer { caster.close() }
    let stream = NtripStream(from: .local(caster.port), retry: .atOnce)
    let got = await Following(stream) { $0.data.last == 9 }
    #expect(got.data == [1, 2, 3, 9])
    #expect(got.statuses.last?.reconnects == 1)
  }

  @Test("a stream that ends is waited for, and its end is no failure of the sequence")
  func waits() async throws {
    let count = Atomic<Int>(0)
    let caster = try LocalListener { connection in
      let number = count.add(1, ordering: .relaxed).newValue
      _ = connection.receiveRequest()
      connection.send(Self.icy + [UInt8(number)])
      if number == 2 { connection.waitForEnd() }
      connection.close()
    }
    defer { caster.close() }
    var retry = RetryPolicy()
    retry.firstDelay = .milliseconds(250)
    let got = await Following(NtripStream(from: .local(caster.port), retry: retry)) {
      $0.data.last == 2
    }
    #expect(got.data == [1, 2])
    #expect(got.failure == nil)
  }

  @Test("a stream that is stopped while it waits for its caster ends, and does not fail")
  func stopsWaiting() async throws {
    let held = try HeldPort()
    let stream = NtripStream(from: .local(Int(held.port)), retry: .atOnce)
    var iterator = stream.makeAsyncIterator()
    while let element = try await iterator.next() {
      if case .status(let status) = element, status.state == .waiting { iterator.link.stop() }
    }
    #expect(iterator.link.failure != nil)
    #expect(iterator.link.status.error == nil)
  }

  @Test("a caster that is of no use is tried again and again, however long that takes")
  func keepsTrying() async throws {
    let (attempts, tell) = AsyncStream<Void>.makeStream()
    let caster = try LocalListener { connection in
      tell.yield()
      connection.close()
    }
    defer { caster.close() }
    var retry = RetryPolicy()
    (retry.firstDelay, retry.longestDelay) = (.milliseconds(1), .milliseconds(5))
    let link = NtripLink(to: .local(caster.port), retry: retry)
    var count = 0
    for await _ in attempts {
      count += 1
      if count == 14 { break }
    }
    link.stop()
    #expect(link.isOver)
  }

  /// The text that a caster received: a request and, after the answer, a line, joined by `|`.
  private final class Upstream: Sendable {
    private let said = Lock("")

    var text: String { said.withLock { $0 } }

    /// Returns a caster that answers, receives a line and then sends a byte.
    func caster() throws -> LocalListener {
      try LocalListener { [self] connection in
        let request = connection.receiveRequest()
        connection.send(NtripStreamTests.icy)
        let line = String(decoding: connection.receive(), as: UTF8.self)
        said.withLock { $0 = request + "|" + line }
        connection.send([7])
        connection.waitForEnd()
      }
    }
  }

  @Test("positions go up on the same connection")
  func sendsPositions() async throws {
    let upstream = Upstream()
    let caster = try upstream.caster()
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.positionInterval = .seconds(5)
    let position = GGASentence(
      position: GeodeticPosition(latitude: 45.5, longitude: 9.25, height: 100))
    let stream = NtripStream(from: .local(caster.port), options: options)
    let got = await Following(stream, reporting: position) { $0.data == [7] }
    #expect(got.data == [7])
    let line = String(decoding: position.encode(), as: UTF8.self)
    #expect(upstream.text.hasSuffix("|\(line)\r\n"))
  }

  @Test("a position that is known only later goes up while the stream is awaited")
  func reportsLater() async throws {
    let upstream = Upstream()
    let caster = try upstream.caster()
    defer { caster.close() }
    let stream = NtripStream(from: .local(caster.port))
    for try await element in stream {
      if case .status(let status) = element, status.state == .streaming {
        stream.report(Self.position(latitude: 45.5))
      }
      if case .data(let bytes) = element {
        #expect(bytes == [7])
        break
      }
    }
    let line = String(decoding: Self.position(latitude: 45.5).encode(), as: UTF8.self)
    #expect(upstream.text.hasSuffix("\r\n\r\n|\(line)\r\n"))
    #expect(!upstream.text.contains("Ntrip-GGA"))
  }

  @Test("each connection, and each iteration, begins with the latest position")
  func keepsLatestPosition() async throws {
    let requests = Lock<[String]>([])
    let isReported = DispatchSemaphore(value: 0)
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      let count = requests.withLock { requests in
        requests.append(request)
        return requests.count
      }
      connection.send(Self.icy + [UInt8(count)])
      if count > 1 { connection.waitForEnd() } else { isReported.wait() }
      connection.close()
    }
    defer { caster.close() }
    let stream = NtripStream(
      from: .local(caster.port), position: Self.position(latitude: 45), retry: .atOnce)
    for last in 2...3 as ClosedRange<UInt8> {
      for try await element in stream {
        guard case .data(let bytes) = element else { continue }
        stream.report(Self.position(latitude: 45 + Double(bytes.last ?? 0)))
        stream.report(Self.position(latitude: 80, quality: .invalid))
        if bytes.last == 1 { isReported.signal() }
        if bytes.last == last { break }
      }
    }
    let told = requests.withLock { $0 }.compactMap { $0.firstMatch(of: /GGA,,(\d\d)/)?.1 }
    #expect(told == ["45", "46", "47"])
  }

  private static func position(
    latitude: Double, quality: GGASentence.Quality = .autonomous
  ) -> GGASentence {
    GGASentence(
      position: GeodeticPosition(latitude: latitude, longitude: 9.25, height: 100),
      quality: quality)
  }

  @Test("cancelling the task ends the sequence")
  func cancels() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Self.icy + [1])
      connection.waitForEnd()
    }
    defer { caster.close() }
    let (began, begin) = AsyncStream<Void>.makeStream()
    let task = Task {
      await Following(NtripStream(from: .local(caster.port))) {
        if !$0.data.isEmpty { begin.yield() }
        return false
      }
    }
    for await _ in began { break }
    task.cancel()
    let got = await task.value
    #expect(got.data == [1] && got.failure == nil)
  }

  @Test("stopping its link ends the sequence, for whoever asks again as well")
  func stops() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Self.icy + [1])
      connection.waitForEnd()
    }
    defer { caster.close() }
    var iterator = NtripStream(from: .local(caster.port)).makeAsyncIterator()
    var elements: [NtripStream.Element] = []
    while let element = try await iterator.next() {
      elements.append(element)
      if element == .data([1]) { iterator.link.stop() }
    }
    #expect(elements.last == .status(iterator.link.status))
    #expect(iterator.link.status.state == .off)
    #expect(try await iterator.next() == nil)
  }

  @Test("a sourcetable is fetched")
  func sourcetable() async throws {
    let caster = try LocalListener { connection in
      let request = connection.receiveRequest()
      guard request.hasPrefix("GET / HTTP/1.1\r\n") else { return connection.close() }
      connection.send(
        Array("SOURCETABLE 200 OK\r\n\r\nSTR;A;B;RTCM 3.3\r\nENDSOURCETABLE\r\n".utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let table = try await Sourcetable.fetch(from: .local(caster.port, "IGNORED"))
    #expect(table.streams.map(\.mountpoint) == ["A"])
  }

  @Test("whoever is cancelled while waiting for a sourcetable is told that")
  func cancelsSourcetable() async throws {
    let (asked, ask) = AsyncStream<Void>.makeStream()
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      ask.yield()
      connection.waitForEnd()
    }
    defer { caster.close() }
    let task = Task { () throws(NtripFailure) in
      try await Sourcetable.fetch(from: .local(caster.port))
    }
    for await _ in asked { break }
    task.cancel()
    let failure = await #expect(throws: NtripFailure.self) { try await task.value }
    #expect(failure?.cause == .cancelled && failure?.cause.urgency == .never)
    #expect(failure?.description.contains("its sourcetable was cancelled") == true)
  }

  @Test("without a sourcetable there is a reason")
  func noSourcetable() async throws {
    let caster = try LocalListener { $0.close() }
    defer { caster.close() }
    await #expect(throws: NtripFailure.self) {
      try await Sourcetable.fetch(from: .local(caster.port))
    }
  }
}
