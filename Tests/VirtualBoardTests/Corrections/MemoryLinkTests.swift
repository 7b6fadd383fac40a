import BoardFirmware
import BoardSimulation
import GNSSBasics
import NtripMemory
import NtripProtocol
import TestSupport
import Testing

@testable import VirtualBoard

@Suite("A link in memory")
struct MemoryLinkTests {
  @Test("it connects, asks and has the first epoch when it is first asked")
  func beginsAtOnce() throws {
    let mountpoint = Mountpoint(name: "BASE", capture: try MilanBase.capture)
    let link = MemoryLink(to: mountpoint, seed: 1)
    var bytes: [UInt8] = []
    link.receive(into: &bytes, at: .zero)
    #expect(bytes.first == 0xD3)
    #expect(link.status(at: .zero).state == .streaming)
    // The bytes received before the firmware's first call are returned once.
    let early = MemoryLink(to: mountpoint, seed: 1)
    early.connectAtOnce()
    var all: [UInt8] = []
    for _ in 0..<2 { early.receive(into: &all, at: .zero) }
    #expect(all == bytes)
  }

  @Test("the board's own link is the caster's first reader, and the seed is 1 unless told")
  func isFirst() throws {
    let options = BoardOptions()
    #expect(options.seed == 1)
    let milan = Corrections.capture(try MilanBase.capture, name: "milan")
    let wiring = try CorrectionSupply(milan, from: options.bootDate).wiring(of: options)
    #expect(wiring.caster?.snapshot.connections.map(\.mountpoint) == [Wiring.mountpointName])
    let nothing = try CorrectionSupply(.none, from: options.bootDate).wiring(of: options)
    #expect(nothing.caster == nil)
  }

  @Test("a connection that is lost is over for the caster too")
  func losesConnection() throws {
    let options = BoardOptions()
    let milan = Corrections.capture(try MilanBase.capture, name: "milan")
    let wiring = try CorrectionSupply(milan, from: options.bootDate).wiring(of: options)
    let caster = try #require(wiring.caster)
    #expect(caster.snapshot.connections.count == 1)
    wiring.link.loseConnection(at: .seconds(1))
    #expect(caster.snapshot.connections.isEmpty)
  }

  @Test("the board's own caster does wrong what it is told to, by board time")
  func misbehaves() throws {
    var options = BoardOptions()
    options.casterFaults = [CasterFault(.unauthorized, to: .seconds(5))]
    let milan = Corrections.capture(try MilanBase.capture, name: "milan")
    let wiring = try CorrectionSupply(milan, from: options.bootDate).wiring(of: options)
    var bytes: [UInt8] = []
    guard case .memory(let link) = wiring.link else {
      Issue.record("the caster is not in memory")
      return
    }
    link.receive(into: &bytes, at: .zero)
    #expect(link.status(at: .zero).error?.contains("user name and password") == true)
    #expect(bytes.isEmpty)
    #expect(wiring.caster?.snapshot.connections.isEmpty == true)
  }

  @Test("the caster hears a new position every ten seconds, however often there is one")
  func positionInterval() throws {
    let mountpoint = Mountpoint(name: "BASE", capture: try MilanBase.capture)
    let caster = SharedCaster(Caster([mountpoint]), isDriven: true)
    let link = MemoryLink(to: "BASE", of: caster, seed: 1)
    var bytes: [UInt8] = []
    var heard: [Double] = []
    for second in 0..<40 {
      let position = GeodeticPosition(latitude: Double(second), longitude: 9, height: 100)
      link.report(position: GGASentence(position: position), at: .seconds(second))
      link.receive(into: &bytes, at: .seconds(second))
      let latitude = caster.snapshot.connections.first?.position?.position.latitude
      if let latitude, heard.last != latitude { heard.append(latitude) }
    }
    #expect(heard.count >= 3 && zip(heard, heard.dropFirst()).allSatisfy { $1 - $0 == 10 })
  }

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
