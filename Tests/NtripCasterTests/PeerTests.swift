import NtripProtocol
import Testing

@testable import NtripCaster

#if canImport(Glibc)
  import Glibc
#endif

@Suite("One client's socket")
struct PeerTests {
  @Test("closes its own end at once when nothing waits to be sent, and only that")
  func halfCloses() throws {
    var ends: [Int32] = [0, 0]
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    defer { close(ends[1]) }
    var caster = Caster([])
    let base = try EventBase(wokenBy: ends[1])
    let peer = try #require(
      Peer(ends[0], id: caster.connect(at: .zero), on: base, onData: { _ in }, onEnd: { _ in }))
    peer.finish()
    var byte: UInt8 = 0
    #expect(recv(ends[1], &byte, 1, Int32(MSG_DONTWAIT)) == 0)
    #expect(send(ends[1], &byte, 1, Int32(MSG_NOSIGNAL)) == 1)
    withExtendedLifetime(peer) {}
  }
}
