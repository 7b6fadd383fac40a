import GNSSBasics
import NtripMemory
import TestSupport
import Testing

@testable import NtripProtocol

@Suite("Mountpoints that come and go")
struct CasterOfferingTests {
  private static func ask(_ name: String) -> String { "GET /\(name) HTTP/1.0\r\n\r\n" }

  private static func mountpoint(_ name: String) throws -> Mountpoint {
    Mountpoint(name: name, capture: try capture(epochs: 100))
  }

  @Test("those that stay lose no byte, those that go are ended, and new ones are there")
  func offers() throws {
    var harness = CasterHarness([
      try Self.mountpoint("A"), try Self.mountpoint("B"), try Self.mountpoint("C"),
    ])
    let ids = ["A", "B", "C"].map { harness.connect(saying: Self.ask($0)) }
    harness.advance(to: .seconds(3))
    harness.offer(
      [try Self.mountpoint("D"), try Self.mountpoint("C"), try Self.mountpoint("A")],
      keeping: ["A", "X"])
    #expect(ids.map { harness.isClosed($0) } == [false, true, true])
    let later = harness.connect(saying: Self.ask("D"))
    harness.advance(to: .seconds(6))
    let frames = try (0...6).map { try ObservationFrames.frame(1077, time: $0 * 1000) }.joined()
    #expect(harness.body(for: ids[0]) == Array(frames))
    #expect(!harness.body(for: later).isEmpty)
    #expect(harness.answer(to: Self.ask("B")).hasPrefix("SOURCETABLE"))
    let table = harness.answer(to: Self.ask(""))
    let names = table.split(separator: "\r\n").filter { $0.hasPrefix("STR;") }.map { $0.prefix(5) }
    #expect(names == ["STR;D", "STR;C", "STR;A"])
    // A later connection receives none of the bytes read by a reader that has left.
    harness.caster.disconnect(ids[0])
    let silent = harness.connect()
    harness.advance(to: .seconds(9))
    #expect(harness.bytes(for: silent).isEmpty)
  }

  @Test("have a stream that goes by the caster's time only where it is asked for")
  func clocks() throws {
    #expect(!Mountpoint(name: "A", pushedThrough: StreamMeter()).isClocked)
    #expect(!Mountpoint(nearestAs: "NEAR").isClocked)
    #expect(try !Self.mountpoint("A").isClocked)
  }

  @Test("a source whose mountpoint stays goes on pushing")
  func keepsSources() throws {
    let field = Mountpoint(name: "FIELD", pushedThrough: StreamMeter())
    var harness = CasterHarness([field], users: "*:*:FIELD:read\ns:pw:FIELD:write")
    let source = harness.connect(saying: "SOURCE pw /FIELD\r\n\r\n")
    let reader = harness.connect(saying: Self.ask("FIELD"))
    harness.offer([try Self.mountpoint("A"), field], keeping: ["FIELD"])
    let frame = try ObservationFrames.frame(1077, time: 0)
    harness.receive(frame, from: source)
    #expect(harness.body(for: reader) == frame)
    harness.offer([], keeping: [])
    #expect(harness.isClosed(source) && harness.isClosed(reader))
  }

  @Test("what who owns the caster fetches is wanted while somebody reads it")
  func demand() throws {
    let relay = Mountpoint(name: "RELAY", pushedThrough: StreamMeter(), by: .ownerOnDemand)
    var harness = CasterHarness([relay], users: "*:*:*:read\ns:pw:*:write")
    #expect(harness.caster.demand.isEmpty)
    let reader = harness.connect(saying: Self.ask("RELAY"))
    #expect(harness.caster.demand == ["RELAY"])
    let frame = try ObservationFrames.frame(1077, time: 0)
    var sent: [UInt8] = []
    for piece in [frame[..<9], frame[9...]] {
      harness.caster.push(Array(piece).span, to: "RELAY") { _, action in
        if case .send(let bytes) = action { sent += bytes }
      }
    }
    #expect(sent == frame)
    harness.caster.push(frame.span, to: "NOWHERE") { _, _ in sent = [] }
    #expect(sent == frame)
    let source = harness.connect(saying: "SOURCE pw /RELAY\r\n\r\n")
    #expect(harness.text(for: source).hasPrefix("ERROR"))
    harness.caster.disconnect(reader)
    #expect(harness.caster.demand.isEmpty)
  }
}

@Suite("The mountpoint that is nearest")
struct CasterNearestTests {
  /// Returns a mountpoint `east` kilometres to the east, whose stream repeats its name each second.
  private static func station(_ name: String, east: Double) throws -> Mountpoint {
    let place = GeodeticPosition(latitude: 45, longitude: 9, height: 0).moved(
      east: east * 1000, north: 0)
    let record = StreamRecord(
      mountpoint: name, latitude: place.latitude, longitude: place.longitude)
    return Mountpoint(record, feed: clock(name, 0))
  }

  private static func clock(_ name: String, _ second: Int) -> StreamFeed {
    StreamFeed(at: .seconds(second)) { (Array(name.utf8), clock(name, second + 1)) }
  }

  private static func position(east: Double) -> String {
    let place = GeodeticPosition(latitude: 45, longitude: 9, height: 0).moved(
      east: east * 1000, north: 0)
    return String(decoding: GGASentence(position: place).encode(), as: UTF8.self) + "\r\n"
  }

  @Test("is silent until a position comes, then changes with it, and not to and fro on the border")
  func follows() throws {
    var harness = CasterHarness([
      try Self.station("W", east: 0), try Self.station("E", east: 10),
      Mountpoint(nearestAs: "NEAR"),
    ])
    let id = harness.connect(saying: "GET /NEAR HTTP/1.0\r\n\r\n")
    harness.advance(to: .seconds(2))
    #expect(harness.body(for: id).isEmpty)
    var heard = ""
    // The border is at 5 km. With a hysteresis of 500 m, the change happens a quarter of a
    // kilometre beyond the border.
    for (second, east) in [(3, 4.9), (4, 5.1), (5, 5.2), (6, 5.3), (7, 4.9), (8, 4.6)] {
      harness.say(Self.position(east: east), from: id)
      harness.advance(to: .seconds(second))
      heard = String(decoding: harness.body(for: id), as: UTF8.self)
    }
    #expect(heard == "WWWWEEEW")
  }

  @Test("is one that the reader may read, and one that is there")
  func rights() throws {
    var harness = CasterHarness(
      [
        try Self.station("SHUT", east: 0), try Self.station("OPEN", east: 10),
        Mountpoint(name: "FIELD", pushedThrough: StreamMeter()), Mountpoint(nearestAs: "NEAR"),
      ], users: "*:*:OPEN,NEAR:read\nu:p:SHUT:read")
    let id = harness.connect(saying: "GET /NEAR HTTP/1.0\r\n\r\n" + Self.position(east: 0))
    harness.advance(to: .seconds(1))
    #expect(String(decoding: harness.body(for: id), as: UTF8.self).hasPrefix("OPEN"))
    harness.offer(
      [try Self.station("SHUT", east: 0), Mountpoint(nearestAs: "NEAR")], keeping: ["NEAR"])
    #expect(!harness.isClosed(id))
    harness.say(Self.position(east: 0), from: id)
    #expect(harness.caster.snapshot.streams.map(\.readerCount) == [0, 0])
  }
}
