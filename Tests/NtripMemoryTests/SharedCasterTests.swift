import TestSupport
import NtripProtocol
import RTCMParser
import Locks
import Testing

@testable import NtripMemory

@Suite("A caster shared without a socket")
struct SharedCasterTests {
  private static let request = Array("GET /M HTTP/1.0\r\nUser-Agent: NTRIP test\r\n\r\n".utf8)
  private static let head = Array("ICY 200 OK\r\n\r\n".utf8)

  /// A counter of the server's wake-ups.
  private final class Waker: Sendable {
    private let counter = Lock(0)
    var count: Int { counter.withLock { $0 } }
    func wake() { counter.withLock { $0 += 1 } }
  }

  /// Epochs of one frame of 1077 each, one second apart.
  private static let epochs: [[UInt8]] = (0..<6).compactMap { epoch in
    var writer = [UInt8](repeating: UInt8(epoch), count: 60)
    let word = 1077 << 52 | 1 << 40 | UInt64(epoch) * 1000 << 10
    for index in 0..<8 { writer[index] = UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * index)) }
    return try? RTCMFrame.encoding(payload: writer.span)
  }

  private static func caster(isDriven: Bool = true) -> SharedCaster {
    let mountpoint = Mountpoint(name: "M", capture: Array(epochs.joined()))
    return SharedCaster(Caster([mountpoint]), isDriven: isDriven)
  }

  /// Returns the bytes that a server has to send over a connection.
  private static func bytes(
    _ entries: [Outbox.Entry], to id: Caster.ConnectionID
  ) -> [UInt8] {
    entries.filter { $0.id == id }.reduce(into: []) { bytes, entry in
      if case .send(let more) = entry.action { bytes += more }
    }
  }

  @Test("each connection in memory gets what is due, once, until it is closed")
  func readersInMemory() {
    let caster = Self.caster()
    let first = caster.connect(saying: Self.request, at: .zero)
    #expect(caster.hasOutput(of: first))
    #expect(caster.takeOutput(of: first).bytes == Self.head + Self.epochs[0])
    #expect(!caster.hasOutput(of: first))
    caster.advance(to: .seconds(1))
    let second = caster.connect(saying: Self.request, at: .seconds(1))
    caster.advance(to: .seconds(2))
    #expect(caster.takeOutput(of: first).bytes == Self.epochs[1] + Self.epochs[2])
    #expect(caster.takeOutput(of: second).bytes.starts(with: Self.head))
    let size = Self.epochs[0].count
    #expect(caster.byteCount(of: first) == 3 * size)
    #expect(caster.disconnect(first) == 3 * size && caster.disconnect(first) == 0)
    caster.advance(to: .seconds(3))
    #expect(caster.takeOutput(of: first).bytes.isEmpty)
    #expect(caster.takeOutput(of: second).bytes == Self.epochs[3])
    #expect(caster.snapshot.connections.map(\.id) == [second])
    caster.advance(to: .seconds(4))
    #expect(caster.disconnect(second) == 3 * size)
    #expect(caster.takeOutput(of: second).bytes.isEmpty, "what was not taken is gone")
  }

  @Test("a stream that is driven begins at the time it was driven to, whatever the server's clock")
  func beginsWhenDriven() throws {
    let caster = Self.caster()
    caster.beginServing(backlogLimit: 10_000) {}
    caster.advance(to: .seconds(100))
    let outside = caster.accept(at: .zero)
    let answer = Self.bytes(caster.serve(Self.request, from: outside, at: .zero), to: outside)
    #expect(answer == Self.head + Self.epochs[0])
    caster.advance(to: .seconds(101))
    caster.advance(to: .seconds(50))  // an earlier time changes nothing
    #expect(Self.bytes(caster.serve(at: .zero), to: outside) == Self.epochs[1])
  }

  @Test("a server is woken for the first thing that waits, and takes all; memory wakes nobody")
  func wakes() throws {
    let (caster, waker) = (Self.caster(), Waker())
    #expect(!caster.isServed)
    caster.beginServing(backlogLimit: 10_000) { waker.wake() }
    #expect(caster.isServed)
    let inside = caster.connect(saying: Self.request, at: .zero)
    caster.advance(to: .seconds(1))
    #expect(waker.count == 0)
    let outside = caster.accept(at: .zero)
    let answer = Self.bytes(caster.serve(Self.request, from: outside, at: .zero), to: outside)
    #expect(answer.starts(with: Self.head))
    #expect(waker.count == 0)
    caster.advance(to: .seconds(2))
    caster.advance(to: .seconds(3))
    #expect(waker.count == 1)
    let entries = caster.serve(at: .zero)
    #expect(entries.allSatisfy { $0.id == outside })
    #expect(Self.bytes(entries, to: outside) == Self.epochs[2] + Self.epochs[3])
    #expect(caster.serve(at: .zero).isEmpty)
    caster.advance(to: .seconds(4))
    #expect(waker.count == 2)
    #expect(
      caster.takeOutput(of: inside).bytes == Self.head + Array(Self.epochs[...4].joined()))
    caster.forget([outside])
    caster.endServing()
    #expect(!caster.isServed)
    caster.advance(to: .seconds(5))
    #expect(waker.count == 2 && caster.snapshot.connections.map(\.id) == [inside])
  }

  @Test("a connection for which more than the limit waits is closed behind it and forgotten")
  func givesUp() throws {
    let caster = Self.caster()
    let size = Self.epochs[0].count
    caster.beginServing(backlogLimit: 2 * size - 1) {}
    let outside = caster.accept(at: .zero)
    _ = caster.serve(Self.request, from: outside, at: .zero)
    for second in 1...2 { caster.advance(to: .seconds(second)) }
    #expect(caster.snapshot.connections.map(\.id) == [outside])
    for second in 3...5 { caster.advance(to: .seconds(second)) }
    #expect(caster.snapshot.connections.isEmpty)
    let entries = caster.serve(at: .zero)
    #expect(Self.bytes(entries, to: outside) == Self.epochs[1] + Self.epochs[2])
    #expect(entries.count { if case .close = $0.action { true } else { false } } == 1)
    #expect(entries.last?.action == .close(byteCount: 4 * size))
  }

  @Test("a connection that asks for nothing is given up by the server's clock")
  func expires() throws {
    let caster = Self.caster()
    caster.beginServing(backlogLimit: 10_000) {}
    let outside = caster.accept(at: .seconds(1))
    let deadline = try #require(caster.nextTime)
    caster.advance(to: deadline + .seconds(1))
    #expect(caster.serve(at: deadline - .seconds(1)).isEmpty)
    #expect(caster.serve(at: deadline + .seconds(1)).contains { $0.id == outside })
    #expect(caster.nextTime == nil && caster.snapshot.connections.isEmpty)
  }

  @Test("a server's clock moves the streams unless they are driven", arguments: [false, true])
  func clocks(isDriven: Bool) throws {
    let caster = Self.caster(isDriven: isDriven)
    caster.beginServing(backlogLimit: 10_000) {}
    let outside = caster.accept(at: .zero)
    _ = caster.serve(Self.request, from: outside, at: .zero)
    #expect(caster.nextTime == (isDriven ? nil : .seconds(1)))
    let sent = Self.bytes(caster.serve(at: .seconds(2)), to: outside)
    #expect(sent == (isDriven ? [] : Self.epochs[1] + Self.epochs[2]))
    // A connection in memory uses the streams' time.
    caster.advance(to: .seconds(1))
    let late = Self.bytes(caster.serve(at: .seconds(2)), to: outside)
    #expect(late == (isDriven ? Self.epochs[1] : []))
  }

  @Test("who fetches a relay is told of its first reader and of the end of its last one only")
  func tellsDemand() throws {
    let relay = Mountpoint(
      StreamRecord(mountpoint: "M"), pushedThrough: StreamMeter().filter, by: .ownerOnDemand)
    let (caster, waker) = (SharedCaster(Caster([relay]), isDriven: true), Waker())
    caster.onDemandChange { waker.wake() }
    caster.beginServing(backlogLimit: 10_000) {}
    let first = caster.accept(at: .zero)
    let second = caster.accept(at: .zero)
    _ = caster.serve(Array(Self.request.dropLast()), from: first, at: .zero)
    #expect(waker.count == 0, "half a request")
    _ = caster.serve(Array(Self.request.suffix(1)), from: first, at: .zero)
    #expect(waker.count == 1 && caster.demand == ["M"])
    _ = caster.serve(Self.request, from: second, at: .zero)
    _ = caster.serve(Array("$GPGGA".utf8), from: first, at: .zero)
    caster.push(Self.epochs[0], to: "M")
    caster.forget([first])
    #expect(waker.count == 1)
    caster.drop([second])
    #expect(waker.count == 2 && caster.demand.isEmpty)
    let inside = caster.connect(saying: Self.request, at: .zero)
    #expect(waker.count == 3)
    _ = caster.disconnect(inside)
    #expect(waker.count == 4)
  }

  @Test("demand that is there before is told at once")
  func tellsEarlierDemand() {
    let relay = Mountpoint(
      StreamRecord(mountpoint: "M"), pushedThrough: StreamMeter().filter, by: .ownerOnDemand)
    let (caster, waker) = (SharedCaster(Caster([relay]), isDriven: true), Waker())
    _ = caster.connect(saying: Self.request, at: .zero)
    caster.onDemandChange { waker.wake() }
    #expect(waker.count == 1)
  }
}
