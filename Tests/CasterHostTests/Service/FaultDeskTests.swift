import GNSSBasics
import NtripMemory
import NtripProtocol
import Testing

@testable import CasterHost
@testable import TextOutput

@Suite("The faults of a running caster")
struct FaultDeskTests {
  private let desk = FaultDesk(
    for: SharedCaster(Caster([]), isDriven: true), CasterClock(at: UnixTime(seconds: 0)))

  private func text(_ text: String) throws -> FaultText<CasterFault.Kind> {
    try FaultText(parsing: text)
  }

  @Test("one without a beginning begins now, and lasts as long as it says")
  func begins() throws {
    let before = desk.now
    let given = try desk.begin(text("stall for=10"), isFromNow: true)
    #expect(given.fault.start > before)
    #expect(given.fault.end == given.fault.start + .seconds(10))
    let later = try desk.begin(text("stall from=500 for=10"), isFromNow: false)
    #expect(later.fault.start == .seconds(500) && later.fault.end == .seconds(510))
    #expect(desk.all.map(\.number) == [1, 2])
  }

  @Test("one that is ended is over, and one that has not begun never begins")
  func ends() throws {
    _ = try desk.begin(text("stall"), isFromNow: true)
    _ = try desk.begin(text("dies from=1e6"), isFromNow: false)
    try desk.end(nil)
    #expect(desk.all.allSatisfy { !$0.fault.isActive(at: desk.now + .milliseconds(2)) })
    #expect(!desk.all[1].fault.isActive(at: .seconds(1_000_000)))
    #expect(throws: FaultDesk.Refusal.noSuchFault(3)) { try desk.end(3) }
  }

  @Test("are so many at most; the oldest that is over makes room")
  func bounds() throws {
    for _ in 0..<FaultDesk.limit { _ = try desk.begin(text("ok from=1e6"), isFromNow: false) }
    #expect(throws: FaultDesk.Refusal.tooMany) { try desk.begin(text("ok"), isFromNow: true) }
    #expect(desk.all.count == FaultDesk.limit && desk.all[0].number == 1)
  }
}
