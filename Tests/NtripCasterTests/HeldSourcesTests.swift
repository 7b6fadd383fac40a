import Foundation
import NtripMemory
import NtripProtocol
import Testing

@testable import NtripCaster

@Suite("Sources that send in bursts")
struct HeldSourcesTests {
  private static func connections(_ count: Int) -> [Caster.ConnectionID] {
    var caster = Caster([])
    return (0..<count).map { _ in caster.connect(at: .zero) }
  }

  @Test("a reader that takes all that comes gets all of a file that its source sends at once")
  func burst() async throws {
    let bytes = try capture(epochs: 4000, payloadSize: 1000)
    let users = try CasterUsers(decoding: Array("*:*:M:read\ns:pw:M:write".utf8))
    let mountpoint = Mountpoint(name: "M", pushedThrough: StreamMeter())
    let server = try NtripCasterServer(port: 0, caster: Caster([mountpoint], users: users))
    let source = try TestSocket(port: server.port, saying: "SOURCE pw /M\r\n\r\n")
    #expect(source.read(headVersion1.count) == headVersion1)
    let reader = try TestSocket(port: server.port, saying: requestVersion1, receiveBuffer: 4096)
    #expect(reader.read(headVersion1.count) == headVersion1)
    // From here on only the thread uses the source.
    nonisolated(unsafe) let sender = source
    let thread = Thread { sender.say(bytes) }
    thread.start()
    var read: [UInt8] = []
    while read.count < bytes.count {
      let piece = reader.read(min(10_000, bytes.count - read.count))
      guard !piece.isEmpty else { break }
      read += piece
    }
    #expect(Data(read) == Data(bytes))
    withExtendedLifetime(source) {}
  }

  @Test("a reader holds its source up while it takes something, and for three seconds after that")
  func patience() {
    let ids = Self.connections(3)
    let (source, reader, other) = (ids[0], ids[1], ids[2])
    var held = HeldSources()
    #expect(held.isEmpty)
    let is1 = held.isCatchingUp(reader, taken: 100, at: .seconds(1))
    #expect(is1)
    let is2 = held.isCatchingUp(other, taken: 5, at: .seconds(1))
    #expect(is2)
    held.hold(source, for: [reader, other])
    #expect(held.contains(source) && !held.isEmpty && !held.contains(reader))
    // One reader takes bytes, the other takes none.
    var taken = [reader: 200, other: 5]
    func release(at seconds: Double) -> [Caster.ConnectionID] {
      held.release(at: .seconds(seconds)) { id in taken[id].map { (true, $0) } }
    }
    let at3 = release(at: 3)
    #expect(at3.isEmpty)
    let at4_5 = release(at: 4.5)
    #expect(at4_5.isEmpty)
    let at5_9 = release(at: 5.9)
    #expect(at5_9.isEmpty)
    taken[reader] = 300
    let at5_95 = release(at: 5.95)
    #expect(at5_95.isEmpty)
    taken[reader] = nil
    let at6 = release(at: 6)
    #expect(at6 == [source])
    #expect(held.isEmpty)
    // A reader that still takes nothing does not hold a source again.
    let is3 = held.isCatchingUp(other, taken: 5, at: .seconds(6))
    #expect(!is3)
    let is4 = held.isCatchingUp(other, taken: 6, at: .seconds(6))
    #expect(is4)
  }

  @Test("a reader that takes nothing is waited for until three seconds have passed")
  func patienceEnds() {
    let reader = Self.connections(1)[0]
    var held = HeldSources()
    let isWaitedFor = [0, 2999, 3000].map {
      held.isCatchingUp(reader, taken: 1, at: .milliseconds($0))
    }
    #expect(isWaitedFor == [true, true, false])
  }

  @Test("a source goes on once its readers have caught up, and is forgotten with its connection")
  func release() {
    let ids = Self.connections(2)
    var held = HeldSources()
    let is5 = held.isCatchingUp(ids[1], taken: 0, at: .zero)
    #expect(is5)
    held.hold(ids[0], for: [ids[1]])
    let behind = held.release(at: .seconds(1)) { _ in (true, 1) }
    let caughtUp = held.release(at: .seconds(1)) { _ in (false, 9) }
    #expect(behind.isEmpty && caughtUp == [ids[0]] && !held.contains(ids[0]))
    held.hold(ids[0], for: [ids[1]])
    held.forget(ids[0])
    #expect(held.isEmpty)
  }
}
