@testable import Platform
import Testing

@Suite("A listener's connections")
struct ConnectionTableTests {
  private static func table(connections: Int = 100, perAddress: Int? = 64) -> ConnectionTable {
    var limits = ConnectionLimits()
    limits.connections = connections
    limits.connectionsPerAddress = perAddress
    limits.descriptors = 1024
    return ConnectionTable(limits: limits)
  }

  @Test("in service a listener has four thousand connections, 64 of one address")
  func service() {
    var limits = ConnectionLimits()
    #expect(limits.connections == 4096 && limits.connectionsPerAddress == 64)
    for (descriptors, spare) in [(1024, 256), (1025, 256), (1023, 255), (400, 100), (4096, 256)] {
      limits.descriptors = descriptors
      #expect(limits.spare == spare)
    }
  }

  @Test("who keeps a listener waiting beyond a deadline is ended, once")
  func deadline() {
    var table = Self.table()
    #expect(table.open(7, at: .seconds(5), until: .seconds(15)) == nil)
    #expect(table.endOverdue(at: .seconds(14.999)).isEmpty)
    #expect(table.endOverdue(at: .seconds(15)) == [7])
    #expect(table.endOverdue(at: .seconds(16)).isEmpty)
  }

  @Test("a deadline is replaced by the next one, also by none")
  func nextDeadline() {
    var table = Self.table()
    for descriptor in [7, 8] as [Int32] { table.open(descriptor, at: .zero, until: .seconds(10)) }
    table.wait(for: 7, since: .seconds(9), until: .seconds(39))
    table.wait(for: 8, since: .seconds(9))
    #expect(table.endOverdue(at: .seconds(38.999)).isEmpty)
    #expect(table.endOverdue(at: .seconds(39)) == [7])
  }

  @Test("who owes nothing stays without end")
  func release() {
    var table = Self.table(connections: 1)
    table.open(7, at: .zero, until: .seconds(10))
    table.release(7)
    #expect(table.endOverdue(at: .seconds(86_400)).isEmpty)
    #expect(table.open(8, at: .seconds(86_400)) == nil, "and no other one ends it")
    table.wait(for: 7, since: .seconds(86_400), until: .seconds(86_440))
    #expect(table.endOverdue(at: .seconds(86_440)) == [7])
  }

  @Test("a newcomer for whom nobody can be ended is one too many, until there are places again")
  func surplus() {
    var table = Self.table(connections: 2)
    for descriptor in [7, 8] as [Int32] {
      #expect(table.admission(descriptor) == Admission(ended: nil, isSurplus: false))
      table.release(descriptor)
    }
    #expect(table.admission(9) == Admission(ended: nil, isSurplus: true))
    #expect(table.admission(10) == Admission(ended: 9, isSurplus: true), "9 had no place either")
    for descriptor in [8, 9, 10] as [Int32] { table.close(descriptor) }
    #expect(table.admission(8) == Admission(ended: nil, isSurplus: false))
    #expect(table.admission(9) == Admission(ended: 8, isSurplus: false))
  }

  @Test("a newcomer is not one too many while another one waits, whatever others hold")
  func noSurplus() {
    var table = Self.table(connections: 4096)
    for descriptor in Int32(100)..<768 { table.open(descriptor, at: .zero) }
    table.close(100)
    // The ended connection's descriptor is not free yet.
    #expect(table.admission(800) == Admission(ended: 101, isSurplus: false))
    #expect(table.admission(101) == Admission(ended: 102, isSurplus: false))
  }

  @Test("a newcomer with a spare descriptor is one too many", arguments: [767, 768])
  func surplusOfDescriptors(descriptor: Int32) {
    var table = Self.table()
    #expect(
      table.admission(descriptor) == Admission(ended: nil, isSurplus: descriptor == 768))
  }

  @Test("without room the one that is waited for longest makes some, one at a time")
  func makingRoom() {
    var table = Self.table(connections: 4096)
    for descriptor in Int32(0)..<768 { table.open(descriptor, at: .zero) }
    for descriptor in Int32(2)..<768 { table.release(descriptor) }
    #expect(table.makeRoom(at: .zero) == nil, "there is room")
    for descriptor in Int32(768)..<960 {
      table.open(descriptor, at: .zero)
      table.release(descriptor)
    }
    #expect(!table.hasRoom(at: .zero))
    for ended in [0, 1] as [Int32] {
      #expect(table.makeRoom(at: .zero) == nil, "\(ended) was ended for a newcomer")
      table.close(ended)
      table.open(ended, at: .zero)
      table.release(ended)
    }
    table.close(959)
    table.open(959, at: .seconds(1))
    #expect(table.makeRoom(at: .seconds(1)) == 959)
    #expect(table.makeRoom(at: .seconds(1)) == nil, "959 is on its way out")
  }

  @Test("each closed connection gives one descriptor back")
  func descriptors() {
    var table = Self.table(connections: 4096)
    for descriptor in Int32(0)..<961 {
      table.open(descriptor, at: .zero)
      table.release(descriptor)
    }
    table.close(960)
    #expect(!table.hasRoom(at: .zero))
    table.close(959)
    #expect(table.hasRoom(at: .zero))
  }

  @Test("one connection too many ends the one that has kept the listener waiting longest")
  func tooMany() {
    var table = Self.table(connections: 3)
    for descriptor in Int32(7)...9 {
      #expect(table.open(descriptor, at: .seconds(Int(descriptor))) == nil)
    }
    table.wait(for: 7, since: .seconds(11))
    #expect(table.open(10, at: .seconds(12)) == 8)
    #expect(table.open(11, at: .seconds(12)) == 9, "8 is on its way out")
    table.close(8)
    table.close(9)
    #expect(table.open(8, at: .seconds(12)) == 7)
    table.close(10)
    table.close(7)
    #expect(table.open(7, at: .seconds(13)) == nil)
  }

  @Test("of those that have kept it waiting equally long the one with the lowest number is ended")
  func equals() {
    var table = Self.table(connections: 3)
    for descriptor in Int32(7)...9 { table.open(descriptor, at: .zero) }
    #expect(table.open(10, at: .zero) == 7)
  }

  @Test("a descriptor near the process's last one costs a connection too", arguments: [767, 768])
  func shortOfDescriptors(descriptor: Int32) {
    var table = Self.table()
    table.open(7, at: .zero)
    #expect(table.open(descriptor, at: .seconds(1)) == (descriptor == 768 ? 7 : nil))
  }

  @Test("low descriptors that were freed for a rush do not let it grow beyond what is spare")
  func rush() {
    var table = Self.table()
    for descriptor in Int32(100)..<768 { table.open(descriptor, at: .zero) }
    var staying = Set(Int32(100)..<768)
    for wave in 1...100 {
      var ended: [Int32] = []
      for _ in 0..<10 {
        let isFree = { !staying.contains($0) && !ended.contains($0) }
        let lowest = (Int32(100)...).first(where: isFree)!
        #expect(table.hasRoom(at: .milliseconds(wave)))
        if let last = table.open(lowest, at: .milliseconds(wave)) { ended.append(last) }
        staying = staying.union([lowest]).subtracting(ended)
      }
      ended.forEach { table.close($0) }
      #expect(staying.count <= 668)
    }
  }

  @Test("the process's last descriptors are no connection's, until one that was ended is closed")
  func reserve() {
    var table = Self.table()
    for descriptor in Int32(0)..<959 { table.open(descriptor, at: .zero) }
    #expect(table.hasRoom(at: .zero))
    table.open(959, at: .zero)
    #expect(!table.hasRoom(at: .zero))
    table.close(0)
    #expect(table.hasRoom(at: .zero))
    table.open(0, at: .zero)
    #expect(!table.hasRoom(at: .zero), "the closed one gave back one descriptor")
  }

  @Test("descriptors that others held are counted for ten seconds, then looked for anew")
  func heldElsewhere() {
    var table = Self.table()
    table.open(959, at: .zero)
    #expect(!table.hasRoom(at: .seconds(9.999)))
    #expect(table.hasRoom(at: .seconds(10)))
    #expect(table.open(7, at: .seconds(10)) == nil)
    table.open(960, at: .seconds(15))
    #expect(!table.hasRoom(at: .seconds(19.999)))
    #expect(table.hasRoom(at: .seconds(20)))
  }

  @Test("where there is no other to end, the new one stays")
  func alone() {
    var table = Self.table()
    #expect(table.open(1000, at: .zero) == nil)
    #expect(!table.isEmpty)
    table.close(1000)
    #expect(table.isEmpty)
  }

  @Test("another machine has its share of connections, this one as many as it wants")
  func perAddress() {
    var table = Self.table(perAddress: 2)
    let (one, other) = (RemoteAddress(ipv4: 0xC0A8_0114), RemoteAddress(ipv4: 0xC0A8_0115))
    table.open(7, from: one, at: .zero)
    #expect(table.admits(one))
    table.open(8, from: one, at: .zero)
    #expect(!table.admits(one))
    #expect(table.admits(other) && table.admits(nil))
    for descriptor in Int32(20)..<40 { table.open(descriptor, at: .zero) }
    #expect(table.admits(nil))
    table.close(7)
    #expect(table.admits(one))
    table.close(8)
    table.open(7, from: one, at: .zero)
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

extension ConnectionTable {
  /// Adds a connection, and returns the one to end for it.
  @discardableResult
  fileprivate mutating func open(
    _ descriptor: Int32, from address: RemoteAddress? = nil, at now: Duration,
    until deadline: Duration? = nil
  ) -> Int32? {
    open(descriptor, from: address, at: now, until: deadline).ended
  }

  /// Adds a connection of this machine, and returns its admission.
  fileprivate mutating func admission(_ descriptor: Int32) -> Admission {
    open(descriptor, from: nil, at: .zero, until: nil)
  }
}
