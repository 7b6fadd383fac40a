import Platform
import TestSupport
import Testing

@testable import NtripClient

@Suite("What a link's thread and its users share")
struct LinkCoreTests {
  @Test(
    "a mailbox that was full wakes the thread when it is emptied, another one does not",
    arguments: [0, 1])
  func wakes(missing: Int) {
    let machine = NtripClientMachine(to: .local(1), retry: nil, seed: 1)
    let core = LinkCore(machine, over: NtripTransportOptions()) {}
    let bytes = [UInt8](repeating: 7, count: LinkCore.inboxLimit - missing)
    core.tell { _, _, take in take(bytes.span) }
    #expect(core.hasRoom == (missing > 0))
    var taken: [UInt8] = []
    core.takeBytes(into: &taken)
    #expect(taken == bytes && core.hasRoom)
    var poll = ReadablePoll([core.pipe.descriptor])
    #expect(poll.wait(atMost: .zero).isEmpty == (missing > 0))
  }
}
