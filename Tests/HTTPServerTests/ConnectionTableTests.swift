@testable import HTTPServer
import Testing

@Suite("A listener's connections")
struct ConnectionTableTests {
  private static func table(connections: Int = 100, perAddress: Int = 64) -> ConnectionTable {
    var limits = HTTPLimits()
    limits.connections = connections
    limits.connectionsPerAddress = perAddress
    limits.descriptors = 1024
    return ConnectionTable(limits: limits)
  }

  @Test("in service a listener has four thousand connections, 64 of one address, and half a minute")
  func service() {
    var limits = HTTPLimits()
    #expect(limits.connections == 4096 && limits.connectionsPerAddress == 64)
    #expect(limits.head == .seconds(10) && limits.request == .seconds(30))
    #expect(limits.silence == .seconds(32) && limits.nextHead == .seconds(40))
    #expect(limits.tick == .seconds(1))
    (limits.head, limits.request) = (.seconds(9), .seconds(4))
    #expect(limits.tick == .milliseconds(400))
    for (descriptors, spare) in [(1024, 256), (1025, 256), (1023, 255), (400, 100), (4096, 256)] {
      limits.descriptors = descriptors
      #expect(limits.spare == spare)
    }
  }

  @Test("a first head has ten seconds, whatever comes of it")
  func firstHead() {
    var table = Self.table()
    #expect(table.open(7, from: nil, at: .seconds(5)) == nil)
    #expect(table.endOverdue(at: .seconds(14.999)).isEmpty)
    #expect(table.endOverdue(at: .seconds(15)) == [7])
    #expect(table.endOverdue(at: .seconds(16)).isEmpty, "each is ended once")
  }

  @Test("a request has half a minute from its head to its answer")
  func request() {
    var table = Self.table()
    _ = table.open(7, from: nil, at: .zero)
    table.headArrived(on: 7, at: .seconds(9))
    #expect(table.endOverdue(at: .seconds(38.999)).isEmpty)
    #expect(table.endOverdue(at: .seconds(39)) == [7])
  }

  @Test("the next head has ten seconds beyond the half minute that a connection may be idle")
  func nextHead() {
    var table = Self.table()
    _ = table.open(7, from: nil, at: .zero)
    table.headArrived(on: 7, at: .seconds(1))
    table.answered(on: 7, at: .seconds(2))
    #expect(table.endOverdue(at: .seconds(41.999)).isEmpty)
    #expect(table.endOverdue(at: .seconds(42)) == [7])
  }

  @Test("an answer that comes later is waited for without end")
  func laterAnswer() {
    var table = Self.table(connections: 1)
    _ = table.open(7, from: nil, at: .zero)
    table.headArrived(on: 7, at: .zero)
    table.answerComesLater(on: 7)
    #expect(table.endOverdue(at: .seconds(86_400)).isEmpty)
    #expect(table.open(8, from: nil, at: .seconds(86_400)) == nil, "and no other one ends it")
    table.answered(on: 7, at: .seconds(86_400))
    #expect(table.endOverdue(at: .seconds(86_440)) == [7, 8])
  }

  @Test("one connection too many ends the one that has kept the listener waiting longest")
  func tooMany() {
    var table = Self.table(connections: 3)
    for descriptor in Int32(7)...9 {
      #expect(table.open(descriptor, from: nil, at: .seconds(Int(descriptor))) == nil)
    }
    table.headArrived(on: 7, at: .seconds(10))
    table.answered(on: 7, at: .seconds(11))
    #expect(table.open(10, from: nil, at: .seconds(12)) == 8)
    #expect(table.open(11, from: nil, at: .seconds(12)) == 9, "8 is on its way out")
    table.close(8)
    table.close(9)
    #expect(table.open(8, from: nil, at: .seconds(12)) == 7)
    table.close(10)
    table.close(7)
    #expect(table.open(7, from: nil, at: .seconds(13)) == nil)
  }

  @Test("of those that have kept it waiting equally long the one with the lowest number is ended")
  func equals() {
    var table = Self.table(connections: 3)
    for descriptor in Int32(7)...9 { _ = table.open(descriptor, from: nil, at: .zero) }
    #expect(table.open(10, from: nil, at: .zero) == 7)
  }

  @Test("a descriptor near the process's last one costs a connection too", arguments: [767, 768])
  func shortOfDescriptors(descriptor: Int32) {
    var table = Self.table()
    _ = table.open(7, from: nil, at: .zero)
    #expect(table.open(descriptor, from: nil, at: .seconds(1)) == (descriptor == 768 ? 7 : nil))
  }

  @Test("low descriptors that were freed for a rush do not let it grow beyond what is spare")
  func rush() {
    var table = Self.table()
    for descriptor in Int32(100)..<768 { _ = table.open(descriptor, from: nil, at: .zero) }
    var staying = Set(Int32(100)..<768)
    for wave in 1...100 {
      var ended: [Int32] = []
      for _ in 0..<10 {
        let isFree = { !staying.contains($0) && !ended.contains($0) }
        let lowest = (Int32(100)...).first(where: isFree)!
        #expect(table.hasRoom(at: .milliseconds(wave)))
        if let last = table.open(lowest, from: nil, at: .milliseconds(wave)) { ended.append(last) }
        staying = staying.union([lowest]).subtracting(ended)
      }
      ended.forEach { table.close($0) }
      #expect(staying.count <= 668)
    }
  }

  @Test("the process's last descriptors are no connection's, until one that was ended is closed")
  func reserve() {
    var table = Self.table()
    for descriptor in Int32(0)..<959 { _ = table.open(descriptor, from: nil, at: .zero) }
    #expect(table.hasRoom(at: .zero))
    _ = table.open(959, from: nil, at: .zero)
    #expect(!table.hasRoom(at: .zero))
    table.close(0)
    #expect(table.hasRoom(at: .zero))
  }

  @Test("descriptors that others held are counted for ten seconds, then looked for anew")
  func heldElsewhere() {
    var table = Self.table()
    _ = table.open(959, from: nil, at: .zero)
    #expect(!table.hasRoom(at: .seconds(9.999)))
    #expect(table.hasRoom(at: .seconds(10)))
    #expect(table.open(7, from: nil, at: .seconds(10)) == nil)
    _ = table.open(960, from: nil, at: .seconds(15))
    #expect(!table.hasRoom(at: .seconds(19.999)))
    #expect(table.hasRoom(at: .seconds(20)))
  }

  @Test("where there is no other to end, the new one stays")
  func alone() {
    var table = Self.table()
    #expect(table.open(1000, from: nil, at: .zero) == nil)
    #expect(!table.isEmpty)
    table.close(1000)
    #expect(table.isEmpty)
  }

  @Test("another machine has its share of connections, this one as many as it wants")
  func perAddress() {
    var table = Self.table(perAddress: 2)
    let (one, other) = (RemoteAddress(ipv4: 0xC0A8_0114), RemoteAddress(ipv4: 0xC0A8_0115))
    _ = table.open(7, from: one, at: .zero)
    #expect(table.admits(one))
    _ = table.open(8, from: one, at: .zero)
    #expect(!table.admits(one))
    #expect(table.admits(other) && table.admits(nil))
    for descriptor in Int32(20)..<40 { _ = table.open(descriptor, from: nil, at: .zero) }
    #expect(table.admits(nil))
    table.close(7)
    #expect(table.admits(one))
    table.close(8)
    _ = table.open(7, from: one, at: .zero)
    #expect(table.admits(one))
  }

  @Test("addresses of one machine count together, those of this one not at all")
  func addresses() {
    #expect(RemoteAddress(ipv4: 0x7F00_0001) == nil)
    #expect(RemoteAddress(ipv4: 0x7FFF_FFFE) == nil)
    #expect(RemoteAddress(ipv4: 0x8000_0001) != nil)
    #expect(RemoteAddress(ipv6: 0, 1) == nil)
    #expect(RemoteAddress(ipv6: 0, 2) != nil)
    #expect(RemoteAddress(ipv6: 0, 0xFFFF_7F00_0001) == nil)
    #expect(RemoteAddress(ipv6: 0, 0xFFFF_C0A8_0114) == .ipv4(0xC0A8_0114))
    let network: UInt64 = 0x2001_0DB8_0000_0001
    #expect(RemoteAddress(ipv6: network, 1) == RemoteAddress(ipv6: network, 99))
    #expect(RemoteAddress(ipv6: network, 1) != RemoteAddress(ipv6: network + 1, 1))
    #expect(RemoteAddress(ipv6: network, 0xFFFF_7F00_0001) != nil)
  }
}
