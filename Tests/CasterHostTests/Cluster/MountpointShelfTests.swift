import GNSSBasics
import NtripMemory
import NtripProtocol
import Testing

@testable import CasterHost

@Suite("The mountpoints of a caster and of others")
struct MountpointShelfTests {
  @Test(
    "those of other casters are there as long as somebody holds them, and none goes before the caster's own"
  )
  func foreign() throws {
    let clock = CasterClock(at: UnixTime(seconds: 0))
    var maker = MountpointMaker(now: UnixTime(seconds: 0), clock)
    let own = CasterConfiguration.Mount("OWN", .source)
    _ = try maker.mountpoint(own) { _ in throw CancellationError() }
    let shelf = MountpointShelf([own], maker)
    let meter = shelf.content.meters["OWN"]
    func mountpoint(_ name: String) -> Mountpoint {
      shelf.mountpoint(
        of: NeighbourStream(node: "z", record: StreamRecord(mountpoint: name)), clock)
    }
    var first: Mountpoint? = mountpoint("A")
    var others: [Mountpoint] = [mountpoint("OWN"), mountpoint("B")]
    #expect(shelf.content.monitors.keys.sorted() == ["A", "B", "OWN"])
    #expect(shelf.content.meters.keys.sorted() == ["A", "B", "OWN"])
    #expect(shelf.content.meters["OWN"] === meter)
    #expect(shelf.content.mounts == [own])
    first = nil
    #expect(first == nil && shelf.content.monitors.keys.sorted() == ["B", "OWN"])
    others.append(mountpoint("C"))
    #expect(shelf.content.monitors.keys.sorted() == ["B", "C", "OWN"])
    others = []
  }
}
