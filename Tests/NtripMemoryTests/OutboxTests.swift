import NtripProtocol
import Testing

@testable import NtripMemory

@Suite("What waits for the server")
struct OutboxTests {
  /// Returns an entry with ten bytes for a connection.
  private static func ten(for id: Caster.ConnectionID) -> Outbox.Entry {
    Outbox.Entry(id: id, action: .send([UInt8](repeating: 7, count: 10)))
  }

  @Test("bytes are taken while no more than the limit wait, for each connection by itself")
  func limits() {
    var caster = Caster([])
    let (one, other) = (caster.connect(at: .zero), caster.connect(at: .zero))
    var outbox = Outbox(limit: 20)
    var taken: [Bool] = []
    for _ in 0..<4 { taken.append(outbox.append(Self.ten(for: one))) }
    #expect(taken == [true, true, true, false])
    let isOtherTaken = outbox.append(Self.ten(for: other))
    let isEndTaken = outbox.append(Outbox.Entry(id: one, action: .close(byteCount: 30)))
    #expect(isOtherTaken && isEndTaken)
    #expect(!outbox.isEmpty)
    let entries = outbox.take()
    #expect(entries.map(\.id) == [one, one, one, other, one])
    #expect(outbox.isEmpty && outbox.limit == 20)
    let isTakenAgain = outbox.append(Self.ten(for: one))
    #expect(isTakenAgain)
  }

  @Test("what follows the end of a connection is passed over")
  func endsOnce() {
    var caster = Caster([])
    let id = caster.connect(at: .zero)
    var outbox = Outbox(limit: 0)
    outbox.close(id, after: 99)
    let isTaken = outbox.append(Self.ten(for: id))
    #expect(isTaken)
    let entries = outbox.take()
    #expect(entries.map(\.action) == [.close(byteCount: 99)])
  }
}
