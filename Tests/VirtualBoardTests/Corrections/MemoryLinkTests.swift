import BoardFirmware
import BoardSimulation
import NtripMemory
import NtripProtocol
import TestSupport
import Testing
import VirtualBoard

@Suite("A link in memory")
struct MemoryLinkTests {
  @Test("the caster hears where the board is, and hears it again")
  func positions() throws {
    let mountpoint = Mountpoint(name: "BASE", capture: try MilanBase.capture)
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    let link = MemoryLink(to: "BASE", of: caster, seed: 1)
    let options = BoardOptions()
    let board = try Board(options, world: World(options, station: nil), link: .memory(link))
    board.run(until: .seconds(60))
    let first = try #require(caster.snapshot.connections.first?.position)
    board.run(until: .seconds(75))
    let second = try #require(caster.snapshot.connections.first?.position)
    #expect(first != second)
  }
}
