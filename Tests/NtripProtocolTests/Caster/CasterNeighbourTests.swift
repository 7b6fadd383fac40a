import GNSSBasics
import Locks
import NtripMemory
import NtripProtocol
import RTCMStreams
import TestSupport
import Testing

/// Tests of a caster `m` whose readers get streams of other casters, and whose sources have rivals there.
@Suite("A caster among others")
struct CasterNeighbourTests {
  private static func ask(_ name: String) -> String { "GET /\(name) HTTP/1.0\r\n\r\n" }
  private static let push = "SOURCE pw /FIELD\r\n\r\n"

  private static func harness() -> CasterHarness {
    CasterHarness(
      [Mountpoint(name: "FIELD", pushedThrough: StreamMeter())],
      users: "*:*:*:read\ns:pw:FIELD:write")
  }

  private static func stream(
    _ name: String = "FIELD", of node: String = "z", term: Int? = 1,
    from address: String = "9.9.9.9",
    age: Duration = .seconds(60), isSilent: Bool = false
  ) -> NeighbourStream {
    NeighbourStream(
      node: node, record: StreamRecord(mountpoint: name, identifier: "of \(node)"),
      holder: term.map {
        StreamHolder(term: $0, address: address, user: "", age: age, isSilent: isSilent)
      })
  }

  private static func frame(_ second: Int) throws -> [UInt8] {
    try ObservationFrames.frame(1077, time: 1000 * second)
  }

  private static func names(_ harness: inout CasterHarness) -> [Substring] {
    harness.answer(to: ask("")).split(separator: "\r\n").filter { $0.hasPrefix("STR;") }
      .map { $0.split(separator: ";")[1] }
  }

  // MARK: The table

  @Test(
    "offers what others have, also where its own configuration does not know it, and no longer than they"
  )
  func offers() throws {
    var harness = Self.harness()
    #expect(Self.names(&harness) == [])
    harness.follow([Self.stream(), Self.stream("OTHER", term: nil)])
    #expect(Self.names(&harness) == ["FIELD", "OTHER"])
    #expect(harness.answer(to: Self.ask("")).contains("STR;OTHER;of z;"))
    harness.follow([Self.stream("OTHER", of: "y", term: nil)])
    #expect(Self.names(&harness) == ["OTHER"])
    #expect(harness.answer(to: Self.ask("")).contains("STR;OTHER;of y;"))
    harness.follow([])
    #expect(Self.names(&harness) == [])
    #expect(harness.caster.mountpoints.map(\.name) == ["FIELD"])
  }

  @Test("what it has itself goes before what others have of the name")
  func ownGoesFirst() throws {
    var harness = CasterHarness([Mountpoint(name: "A", capture: try capture(epochs: 9))])
    harness.follow([Self.stream("A", term: nil)])
    let reader = harness.connect(saying: Self.ask("A"))
    harness.forward(try Self.frame(77), to: "A")
    harness.advance(to: .seconds(2))
    #expect(harness.body(for: reader) == Array(try (0...2).map { try Self.frame($0) }.joined()))
    #expect(harness.caster.neighbourDemand == [])
  }

  @Test("mountpoints of others stay when its own are offered anew, unless it has the name then")
  func staysWhenReloaded() throws {
    var harness = Self.harness()
    harness.follow([Self.stream("OTHER", term: nil), Self.stream("A", term: nil)])
    let reader = harness.connect(saying: Self.ask("OTHER"))
    let ended = harness.connect(saying: Self.ask("A"))
    harness.offer([Mountpoint(name: "A", capture: try capture(epochs: 9))], keeping: [])
    #expect(!harness.isClosed(reader) && harness.isClosed(ended))
    harness.forward(try Self.frame(1), to: "OTHER")
    #expect(harness.body(for: reader) == (try Self.frame(1)))
    #expect(Self.names(&harness) == ["A", "OTHER"])
  }

  // MARK: Readers

  @Test("tells which streams of others have readers, and that the last one has gone")
  func demand() throws {
    var harness = Self.harness()
    harness.follow([Self.stream(), Self.stream("OTHER", term: nil)])
    #expect(harness.caster.neighbourDemand == [])
    let count = harness.caster.changeCount
    let first = harness.connect(saying: Self.ask("OTHER"))
    #expect(harness.caster.neighbourDemand == ["OTHER"] && harness.caster.changeCount == count + 1)
    let second = harness.connect(saying: Self.ask("OTHER"))
    #expect(harness.caster.changeCount == count + 1, "a second reader changes nothing")
    harness.caster.disconnect(first)
    harness.caster.disconnect(second)
    #expect(harness.caster.neighbourDemand == [] && harness.caster.changeCount == count + 2)
  }

  @Test("a gap never falls into a frame: what was held back before it is not sent")
  func gap() throws {
    var harness = Self.harness()
    harness.follow([Self.stream()])
    let reader = harness.connect(saying: Self.ask("FIELD"))
    let frames = try (0...3).map { try Self.frame($0) }
    harness.forward(frames[0] + frames[1].prefix(9), to: "FIELD")
    #expect(harness.body(for: reader) == frames[0])
    harness.forward(frames[2], to: "FIELD", isBehindGap: true)
    #expect(harness.body(for: reader) == frames[0] + frames[2])
    // Without a gap the pieces belong together.
    harness.forward(Array(frames[3].prefix(9)), to: "FIELD")
    harness.forward(Array(frames[3].dropFirst(9)), to: "FIELD")
    #expect(harness.body(for: reader) == frames[0] + frames[2] + frames[3])
    harness.forward(frames[3], to: "NOWHERE")
    #expect(harness.body(for: reader) == frames[0] + frames[2] + frames[3])
  }

  @Test("readers of a stream whose caster has gone wait for the next one, and sixty seconds only")
  func waits() throws {
    var harness = Self.harness()
    harness.follow([Self.stream("OTHER")])
    let reader = harness.connect(saying: Self.ask("OTHER"))
    harness.forward(Array(try Self.frame(0).prefix(9)), to: "OTHER")
    harness.follow([])
    for second in 1...50 { harness.advance(to: .seconds(second)) }
    #expect(harness.answer(to: Self.ask("OTHER")).hasPrefix("SOURCETABLE"))
    #expect(!harness.isClosed(reader))
    harness.follow([Self.stream("OTHER", of: "y")])
    for second in 51...200 { harness.advance(to: .seconds(second)) }
    #expect(!harness.isClosed(reader), "a stream that is there may be silent")
    harness.forward(try Self.frame(1), to: "OTHER")
    #expect(harness.body(for: reader) == (try Self.frame(1)))
    harness.follow([])
    for second in 201...260 { harness.advance(to: .seconds(second)) }
    #expect(!harness.isClosed(reader))
    harness.advance(to: .seconds(261))
    #expect(harness.isClosed(reader))
    harness.follow([])
    #expect(harness.caster.mountpoints.map(\.name) == ["FIELD"])
  }

  @Test("a reader of the nearest mountpoint gets that of another caster where it is nearer")
  func nearest() throws {
    let near = Mountpoint(nearestAs: "NEAR")
    var harness = CasterHarness([near])
    var stream = Self.stream("OTHER", term: nil)
    (stream.record.latitude, stream.record.longitude) = (45.5, 9.2)
    harness.follow([stream])
    let reader = harness.connect(saying: Self.ask("NEAR"))
    let here = GGASentence(position: GeodeticPosition(latitude: 45.4, longitude: 9.2, height: 100))
    harness.receive(here.encode(lineEnd: true), from: reader)
    #expect(harness.caster.neighbourDemand == ["OTHER"])
    harness.forward(try Self.frame(0), to: "OTHER")
    #expect(harness.body(for: reader) == (try Self.frame(0)))
  }

  @Test("tells positions of readers where a stream needs them, with the caster that has it")
  func positions() {
    struct Told: Hashable {
      var mountpoint: String
      var node: String?
      var latitude: Double
    }
    let told = Held<[Told]>([])
    var needs = Self.stream("VRS", term: nil)
    needs.record.needsPosition = true
    var harness = CasterHarness([
      Mountpoint(
        name: "OWN", pushedThrough: StreamMeter(), by: .ownerOnDemand, needsPosition: true)
    ])
    harness.caster.onPosition = { mountpoint, node, position in
      told.value.append(
        Told(mountpoint: mountpoint, node: node, latitude: position.position.latitude))
    }
    harness.follow([needs, Self.stream("PLAIN", term: nil)])
    func sentence(_ latitude: Double) -> String {
      let position = GeodeticPosition(latitude: latitude, longitude: 9, height: 0)
      return String(decoding: GGASentence(position: position).encode(), as: UTF8.self)
    }
    let reader = harness.connect(
      saying: "GET /VRS HTTP/1.1\r\nNtrip-GGA: \(sentence(1))\r\n\r\n")
    harness.say(sentence(2) + "\r\n", from: reader)
    for name in ["PLAIN", "OWN"] {
      let other = harness.connect(saying: Self.ask(name))
      harness.say(sentence(3) + "\r\n", from: other)
    }
    #expect(
      told.value == [
        Told(mountpoint: "VRS", node: "z", latitude: 1),
        Told(mountpoint: "VRS", node: "z", latitude: 2),
        Told(mountpoint: "OWN", node: nil, latitude: 3),
      ])
  }

  // MARK: Sources

  @Test("refuses a second source of a name that another caster has, as its own")
  func refusesSources() throws {
    var harness = Self.harness()
    harness.follow([Self.stream(term: 4)])
    #expect(harness.answer(to: Self.push).contains("ERROR - Mount Point Taken"))
    harness.follow([])
    #expect(harness.answer(to: Self.push).hasPrefix("ICY 200 OK"))
    #expect(harness.caster.ownStreams.first?.holder?.term == 5, "terms go on")
  }

  @Test(
    "a source takes the name over from another caster's by the rules of one caster",
    arguments: [
      ("9.9.9.9", 10, false, true), ("9.9.9.9", 9, false, false), ("8.8.8.8", 60, false, false),
      ("8.8.8.8", 60, true, true),
    ])
  func takesOver(address: String, age: Int, isSilent: Bool, isTaken: Bool) throws {
    var harness = Self.harness()
    harness.follow([Self.stream(term: 4, age: .seconds(age), isSilent: isSilent)])
    let reader = harness.connect(saying: Self.ask("FIELD"))
    let source = harness.connect(from: address)
    harness.say(Self.push, from: source)
    #expect(harness.text(for: source).hasPrefix("ICY 200 OK") == isTaken)
    harness.receive(try Self.frame(0), from: source)
    #expect(harness.body(for: reader) == (isTaken ? try Self.frame(0) : []))
    guard isTaken else { return }
    // The former caster's message, which comes late, changes nothing, nor do its bytes.
    harness.follow([Self.stream(term: 4)])
    harness.forward(try Self.frame(1), to: "FIELD")
    harness.receive(try Self.frame(2), from: source)
    #expect(harness.body(for: reader) == (try Self.frame(0) + Self.frame(2)))
    #expect(harness.caster.ownStreams.map(\.holder?.term) == [5])
  }

  @Test(
    "of two sources the one admitted last stays, and of two at a time that of the lesser name",
    arguments: [
      ("z", 2, true), ("z", 1, false), ("a", 1, true), ("a", 2, true), ("a", 0, false),
    ])
  func yields(node: String, term: Int, yields: Bool) throws {
    var harness = Self.harness()
    let source = harness.connect(saying: Self.push)
    let reader = harness.connect(saying: Self.ask("FIELD"))
    harness.follow([Self.stream(of: node, term: term)])
    #expect(harness.isClosed(source) == yields)
    #expect(!harness.isClosed(reader))
    harness.forward(try Self.frame(0), to: "FIELD")
    #expect(harness.body(for: reader) == (yields ? try Self.frame(0) : []))
    #expect(harness.caster.ownStreams.isEmpty == yields)
  }

  @Test("tells its own streams: what it makes, fetches and gets pushed, not those of others")
  func tellsOwn() throws {
    var harness = CasterHarness(
      [
        Mountpoint(name: "FIELD", pushedThrough: StreamMeter()),
        Mountpoint(name: "CAPTURE", capture: try capture(epochs: 2), mode: .once),
        Mountpoint(name: "RELAY", pushedThrough: StreamMeter(), by: .owner),
        Mountpoint(nearestAs: "NEAR"),
      ], users: "*:*:*:read\ns:pw:FIELD:write")
    harness.follow([Self.stream("OTHER", term: nil)])
    #expect(harness.caster.ownStreams.map(\.record.mountpoint) == ["CAPTURE", "RELAY"])
    let source = harness.connect(from: "1.2.3.4")
    harness.say(Self.push, from: source)
    harness.advance(to: .seconds(9))
    var holder = try #require(harness.caster.ownStreams.first?.holder)
    #expect(
      holder
        == StreamHolder(term: 1, address: "1.2.3.4", user: "", age: .seconds(9), isSilent: false))
    harness.advance(to: .seconds(10))
    holder = try #require(harness.caster.ownStreams.first?.holder)
    #expect(holder.isSilent)
    // What has been played to its end is no stream any more.
    _ = harness.connect(saying: Self.ask("CAPTURE"))
    harness.advance(to: .seconds(20))
    #expect(harness.caster.ownStreams.map(\.record.mountpoint) == ["FIELD", "RELAY"])
  }

  // MARK: Exports

  @Test("exports a capture also without readers, from when it is wanted to when it is not")
  func exportsCaptures() throws {
    let slices = Held<[[UInt8]]>([])
    var harness = CasterHarness([
      Mountpoint(name: "A", capture: try capture(epochs: 100)),
      Mountpoint(name: "B", capture: try capture(epochs: 100)),
    ])
    harness.caster.onExport = { name, slice in
      #expect(name == "A")
      slices.value.append(slice)
    }
    harness.advance(to: .seconds(5))
    #expect(harness.caster.nextSliceTime == nil)
    harness.caster.setExports(["A"], at: .seconds(5))
    harness.advance(to: .seconds(7))
    #expect(slices.value == (try (0...2).map { try Self.frame($0) }))
    let reader = harness.connect(saying: Self.ask("A"))
    harness.advance(to: .seconds(8))
    #expect(harness.body(for: reader) == (try Self.frame(3)))
    harness.caster.setExports([], at: .seconds(8))
    harness.advance(to: .seconds(9))
    #expect(slices.value.count == 4)
    harness.caster.disconnect(reader)
    #expect(harness.caster.nextSliceTime == nil)
    // Like a later reader, a later export begins where the stream is by then.
    harness.advance(to: .seconds(20))
    harness.caster.setExports(["A"], at: .seconds(20))
    harness.advance(to: .seconds(21))
    #expect(slices.value.count == 5)
    #expect(slices.value.last == (try Self.frame(16)))
  }

  @Test("exports what a source pushes as it came, whatever faults its own readers get")
  func exportsPushed() throws {
    let slices = Held<[[UInt8]]>([])
    var harness = Self.harness()
    harness.caster.onExport = { slices.value.append($1) }
    harness.caster.setFaults([try CasterFault(parsing: "stall")])
    harness.caster.setExports(["FIELD"], at: .zero)
    let source = harness.connect(saying: Self.push)
    harness.receive(try Self.frame(0) + Self.frame(1).prefix(5), from: source)
    #expect(slices.value == [try Self.frame(0)])
    // A stream of another caster is not exported again.
    harness.caster.disconnect(source)
    harness.follow([Self.stream()])
    harness.forward(try Self.frame(2), to: "FIELD")
    #expect(slices.value.count == 1)
  }

  @Test("a relay that is fetched on demand is demanded by an export as by a reader")
  func exportDemands() {
    var harness = CasterHarness([
      Mountpoint(name: "R", pushedThrough: StreamMeter(), by: .ownerOnDemand)
    ])
    harness.caster.setExports(["R"], at: .zero)
    #expect(harness.caster.demand == ["R"])
    harness.caster.setExports([], at: .zero)
    #expect(harness.caster.demand == [])
  }
}

/// A value that closures of a test fill, on the test's thread.
private final class Held<Value: Sendable>: Sendable {
  private let content: Lock<Value>

  init(_ value: Value) { content = Lock(value) }

  var value: Value {
    get { content.withLock { $0 } }
    set { content.withLock { $0 = newValue } }
  }
}
