import NtripClient
import RTCMParser
import Synchronization
import TestSupport
import Testing

@Suite("Frames of a caster's stream", .timeLimit(.minutes(5)))
struct NtripFramesTests {
  /// Returns a frame whose content depends on its number.
  private static func frame(_ number: Int, size: Int = 40) throws -> [UInt8] {
    var payload = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: size)
    (payload[0], payload[1]) = (0x3E, 0xD0)
    payload[2] = UInt8(truncatingIfNeeded: number >> 8)
    return try RTCMFrame.encoding(payload: payload.span)
  }

  @Test("come whole, in order and once, over noise and connections that break inside one")
  func comeWhole() async throws {
    let frames = try (0..<4).map { try Self.frame($0) }
    let count = Atomic<Int>(0)
    let caster = try LocalListener { connection in
      let number = count.add(1, ordering: .relaxed).newValue
      _ = connection.receiveRequest()
      connection.send(NtripStreamTests.icy + [0xD3, 7, 0xD3] + frames[2 * number - 2])
      connection.send(frames[2 * number - 1])
      if number == 1 {
        connection.send(Array(frames[0].dropLast()))
      } else {
        connection.waitForEnd()
      }
      connection.close()
    }
    defer { caster.close() }
    let stream = NtripStream(from: .local(caster.port), retry: .atOnce)
    var got: [NtripFrames.Element] = []
    for try await frame in stream.frames {
      got.append(frame)
      if got.count == 4 { break }
    }
    #expect(got.map(\.bytes) == frames)
    #expect(got.allSatisfy { $0.messageType == 1005 && $0.payload.count == 40 })
  }

  @Test("that come faster than they are taken wait with the caster, and none is lost")
  func holdBack() async throws {
    let (total, size) = (8000, 1000)
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(NtripStreamTests.icy)
      for number in 0..<total {
        guard let frame = try? Self.frame(number, size: size), connection.send(frame) else { break }
      }
      connection.waitForEnd()
    }
    defer { caster.close() }
    var iterator = NtripStream(from: .local(caster.port)).frames.makeAsyncIterator()
    var (number, mostWaiting): (Int, Int64) = (0, 0)
    while number < total, let frame = try await iterator.next() {
      let expected = try Self.frame(number, size: size)
      try #require(frame.bytes == expected)
      number += 1
      let taken = Int64(number * frame.bytes.count)
      mostWaiting = max(mostWaiting, iterator.link.status.bytes - taken)
    }
    #expect(number == total)
    // The limit: a piece held by the iterator, and a full mailbox.
    #expect(mostWaiting < 2_200_000)
    iterator.link.stop()
  }

  @Test("end with the link, and fail as the stream does")
  func end() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Array("HTTP/1.1 409 No\r\nContent-Length: 0\r\n\r\n".utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    let failing = NtripStream(from: .local(caster.port), retry: nil).frames
    await #expect(throws: NtripFailure.self) { for try await _ in failing {} }
    var iterator = NtripStream(from: .local(caster.port)).frames.makeAsyncIterator()
    iterator.link.stop()
    #expect(try await iterator.next() == nil)
  }
}

@Suite("What a link has carried", .timeLimit(.minutes(5)))
struct NtripLinkStatisticsTests {
  private static let icy = NtripStreamTests.icy

  @Test(
    "is counted by type, with what is damaged, torn or no frame, over all connections",
    arguments: [false, true])
  func counts(isReset: Bool) async throws {
    let frame = QuirkCaster.frame
    let count = Atomic<Int>(0)
    let caster = try LocalListener { connection in
      let number = count.add(1, ordering: .relaxed).newValue
      _ = connection.receiveRequest()
      if number == 1 {
        connection.send(Self.icy + [1, 2] + frame + frame.dropLast() + [frame[34] ^ 1])
        connection.send(Array(frame.prefix(20)))
        if isReset { return connection.resetAtEnd() }
      } else {
        connection.send(Self.icy + frame)
        connection.waitForEnd()
      }
      connection.close()
    }
    defer { caster.close() }
    let stream = NtripStream(from: .local(caster.port), retry: .atOnce)
    let got = await Following(stream) { $0.data.count == 2 + 35 + 35 + 20 + 35 }
    let statistics = got.statistics
    #expect(statistics.frames[1005] == 2 && statistics.frames.total == 2)
    #expect(statistics.badCRC == 1 && statistics.otherBytes == 2 + 35 + 20)
    #expect(statistics.connects == 2 && statistics.status.reconnects == 1)
    #expect(statistics.status.bytes == 2 + 35 + 35 + 20 + 35)
    #expect(statistics.version == .one && statistics.gaps == 0)
    #expect(statistics.firstByteDelay.map { $0 > .zero } == true)
    #expect(statistics.age.map { $0 >= .zero && $0 < .seconds(300) } == true)
  }

  @Test("is nothing before it begins")
  func nothing() throws {
    let held = try HeldPort()
    let link = NtripLink(to: .local(Int(held.port)))
    let statistics = link.statistics
    #expect(statistics.frames.total == 0 && statistics.age == nil && statistics.version == nil)
    #expect(statistics.firstByteDelay == nil)
    link.stop()
  }

  @Test("a stream of bytes without a frame fails when it is asked to bring one")
  func noFrames() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Self.icy + Array("$GPGGA".utf8))
      connection.waitForEnd()
    }
    defer { caster.close() }
    var options = NtripSessionOptions()
    options.frameTimeout = .milliseconds(50)
    let got = await Following(NtripStream(from: .local(caster.port), options: options, retry: nil))
    #expect(got.failure?.cause == .noFrames(bytes: 6, of: .text))
  }

  @Test("a stream that brings one does not")
  func hasFrames() async throws {
    let caster = try LocalListener { connection in
      _ = connection.receiveRequest()
      connection.send(Self.icy + QuirkCaster.frame)
      connection.waitForEnd()
    }
    defer { caster.close() }
    var options = NtripSessionOptions()
    (options.frameTimeout, options.stallTimeout) = (.milliseconds(50), .milliseconds(500))
    let got = await Following(NtripStream(from: .local(caster.port), options: options, retry: nil))
    #expect(got.failure?.cause == .stalled(after: .milliseconds(500)))
  }
}
