import GNSSBasics
import Mathematics
import NtripProtocol
import TestSupport
import Testing

@testable import CasterHost

/// Tests of what a node `m` knows of others by their messages.
@Suite("The table of a cluster's nodes")
struct ClusterTableTests {
  private typealias Mount = ClusterTell.Mount

  private static func mount(_ name: String, term: Int? = nil, age: Double = 3) -> Mount {
    Mount(
      record: StreamRecord(mountpoint: name, identifier: "I", latitude: 45.5, longitude: 9.2),
      holder: term.map {
        StreamHolder(term: $0, address: "1.2.3.4", user: "u", age: .seconds(age), isSilent: false)
      })
  }

  private static func tell(
    _ node: String, run: UInt64 = 7, number: Int = 1, _ mounts: [Mount] = [],
    wants: [String: String] = [:]
  ) -> [UInt8] {
    var tell = ClusterTell(run: run)
    (tell.number, tell.mounts, tell.wants) = (number, mounts, wants)
    return tell.message(of: node, at: UnixTime(seconds: 1_780_315_200))
  }

  private static func gone(_ node: String, run: UInt64 = 7) -> [UInt8] {
    var tell = ClusterTell(run: run)
    tell.isGone = true
    return tell.message(of: node, at: UnixTime(seconds: 0))
  }

  private static func table() -> ClusterTable { ClusterTable(of: "m", run: 1) }

  // MARK: Messages

  @Test(
    "a message says the same when it is read: rows, sources, wishes, and is JSON as it is documented"
  )
  func readsBack() throws {
    let mounts = [Self.mount("FIELD", term: 3), Self.mount("A/b +#")]
    let message = Self.tell("z", mounts, wants: ["X": "m"])
    var expected = ClusterTell(run: 7)
    (expected.number, expected.mounts, expected.wants) = (1, mounts, ["X": "m"])
    #expect(ClusterTell(decoding: message, of: "z") == expected)
    #expect(ClusterTell(decoding: message, of: "y") == nil, "the topic is of the node itself")
    let json = try JSONDocument(message)
    #expect(json.text("node") == "z" && json.text("run") == "0000000000000007")
    let rows = try #require(json["mounts"] as? [[String: Any]])
    #expect((rows[0]["record"] as? String)?.hasPrefix("STR;FIELD;I;") == true)
    #expect(rows[0]["since"] as? String == "2026-06-01T11:59:57.000Z")
    #expect(rows[1].keys.sorted() == ["name", "record"])
  }

  @Test("a long table comes in messages that brokers take, and counts when all of them are there")
  func parts() throws {
    let mounts = (0..<1001).map { Self.mount("M\($0)") }
    let wants = Dictionary(uniqueKeysWithValues: (0..<600).map { ("W\($0)", "m") })
    let parts = ClusterTell.parts(run: 7, number: 4, mounts: mounts, wants: wants)
    #expect(parts.count == 5)
    var table = Self.table()
    _ = table.take(Self.tell("z", [Self.mount("OLD")]), of: "z", at: .zero)
    for part in parts.shuffled() {
      #expect(table.nodes["z"]?.mounts.count == 1)
      let message = part.message(of: "z", at: UnixTime(seconds: 0))
      #expect(message.count < 100_000)
      #expect(table.take(message, of: "z", at: .zero) == .news)
    }
    #expect(table.nodes["z"]?.mounts == mounts && table.wanted.count == 600)
    // A part of an older table that comes late, and one of a newer one alone, change nothing.
    for number in [3, 5] {
      let more = ClusterTell.parts(run: 7, number: number, mounts: mounts, wants: [:])
      _ = table.take(more[0].message(of: "z", at: UnixTime(seconds: 0)), of: "z", at: .zero)
    }
    #expect(table.wanted.count == 600)
  }

  @Test(
    "what is no message is counted, and changes nothing",
    arguments: [
      "", "{", "[]", "null", #"{"node":"z"}"#, #"{"node":"z","run":"7","number":1}"#,
      #"{"node":"z","run":"000000000000000g","number":1}"#,
      #"{"node":"z","run":"0000000000000007"}"#,
      #"{"node":"z","run":"0000000000000007","number":-1}"#,
      #"{"node":"z","run":"0000000000000007","number":1,"part":1,"parts":1}"#,
      #"{"node":"z","run":"0000000000000007","number":1,"parts":401}"#,
      #"{"node":"z","run":"0000000000000007","number":1,"mounts":"all"}"#,
      #"{"node":"z","run":"0000000000000007","number":99999999999999999999}"#,
    ])
  func garbage(text: String) {
    var table = Self.table()
    #expect(table.take(Array(text.utf8), of: "z", at: .zero) == .nothing)
    #expect(table.nodes.isEmpty && table.invalidCount == 1)
  }

  @Test("rows that no caster has are left out, and those beside them stay")
  func hostileRows() {
    let rows = [
      #"{"name":"A","record":"STR;B;"}"#, #"{"name":"","record":"STR;;"}"#,
      #"{"name":"C","record":"CAS;C;"}"#, #"{"name":"A\u0000B","record":"STR;A\u0000B;"}"#,
      #"{"name":"D","record":"STR;D;","term":0}"#,
      #"{"name":"E","record":"STR;E;","term":9223372036854775807}"#,
      #"{"name":"F","record":"STR;F;","term":1,"age":1e300}"#,
      #"{"name":"G","record":"STR;G;","term":1,"age":-1}"#,
      #"{"name":"H","record":"STR;H;\#(String(repeating: "x", count: 3000))"}"#,
      #"{"name":"OK","record":"STR;OK;","term":1}"#,
    ]
    let text =
      #"{"node":"z","run":"0000000000000007","number":1,"mounts":[\#(rows.joined(separator: ","))],"#
      + #""wants":{"X":"m","Y\u0001":"m","Z":"m/+"}}"#
    var table = Self.table()
    #expect(table.take(Array(text.utf8), of: "z", at: .zero) == .news)
    #expect(table.nodes["z"]?.mounts.map(\.record.mountpoint) == ["OK"])
    #expect(table.wanted == ["X"])
  }

  @Test("damaged messages never trap")
  func damaged() {
    let message = Self.tell("z", [Self.mount("FIELD", term: 3)], wants: ["X": "m"])
    var table = Self.table()
    var generator = Xoshiro256(seed: 5, part: "cluster")
    for _ in 0..<2000 {
      var bytes = message
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0 ... .max, using: &generator)
      }
      _ = table.take(bytes, of: "z", at: .zero)
    }
    #expect(table.nodes.count <= 1)
  }

  // MARK: Nodes

  private func expire(
    _ table: inout ClusterTable, at time: Duration, _ isForgotten: Bool,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isOne = table.expire(at: time)
    #expect(isOne == isForgotten, sourceLocation: sourceLocation)
  }

  @Test("a node is forgotten after fifteen seconds of silence, whatever its clock says")
  func expires() {
    var table = Self.table()
    _ = table.take(Self.tell("y", [Self.mount("Y")]), of: "y", at: .seconds(1))
    _ = table.take(Self.tell("z", [Self.mount("Z")]), of: "z", at: .seconds(4))
    #expect(table.nextExpiry == .seconds(16))
    expire(&table, at: .milliseconds(15_999), false)
    expire(&table, at: .seconds(16), true)
    #expect(table.streams.keys.sorted() == ["Z"])
    _ = table.take(Self.tell("z", number: 2), of: "z", at: .seconds(18))
    #expect(table.streams.isEmpty)
    expire(&table, at: .seconds(32), false)
    expire(&table, at: .seconds(33), true)
    #expect(table.nextExpiry == nil)
  }

  @Test(
    "the end of a node takes its streams away at once, that of an earlier process of the name does not"
  )
  func gone() {
    var table = Self.table()
    _ = table.take(Self.tell("z", run: 7, [Self.mount("Z")]), of: "z", at: .zero)
    _ = table.take(Self.tell("z", run: 8, number: 0, [Self.mount("NEW")]), of: "z", at: .zero)
    #expect(table.streams.keys.sorted() == ["NEW"])
    #expect(table.take(Self.gone("z", run: 7), of: "z", at: .zero) == .nothing)
    #expect(table.streams.keys.sorted() == ["NEW"])
    #expect(table.take(Self.gone("z", run: 8), of: "z", at: .zero) == .news)
    #expect(table.nodes.isEmpty)
    #expect(table.take(Self.gone("z", run: 8), of: "z", at: .zero) == .nothing)
  }

  @Test("another process with the own name is told from the own messages, which come back")
  func conflict() {
    var table = Self.table()
    #expect(table.take(Self.tell("m", run: 1), of: "m", at: .zero) == .nothing)
    #expect(table.take(Self.gone("m", run: 2), of: "m", at: .zero) == .nothing)
    #expect(table.take(Self.tell("m", run: 2), of: "m", at: .zero) == .conflict)
    #expect(table.nodes.isEmpty)
  }

  @Test("knows two hundred nodes, and no more")
  func limit() {
    var table = Self.table()
    for number in 0..<201 {
      let effect = table.take(Self.tell("n\(number)"), of: "n\(number)", at: .zero)
      #expect((effect == .news) == (number < 200))
    }
    #expect(table.take(Self.tell("n0", number: 2), of: "n0", at: .zero) == .news)
  }

  @Test(
    "of several nodes with a name the one with the last source counts, or else the first by name")
  func rivals() {
    var table = Self.table()
    _ = table.take(
      Self.tell("x", [Self.mount("A", term: 2), Self.mount("B"), Self.mount("C")]), of: "x",
      at: .zero)
    _ = table.take(
      Self.tell("y", [Self.mount("A", term: 3), Self.mount("B"), Self.mount("C", term: 1)]),
      of: "y", at: .zero)
    #expect(table.streams.mapValues(\.node) == ["A": "y", "B": "x", "C": "y"])
    #expect(table.streams["A"]?.holder?.user == "u")
  }

  // MARK: Slices

  @Test("a slice says the same when it is read, and garbage is none")
  func slices() {
    let slice = ClusterSlice(run: 0x0102_0304_0506_0708, number: 515, bytes: [9, 8])
    #expect(
      slice.message
        == Array("BSC1".utf8) + [1, 2, 3, 4, 5, 6, 7, 8, 0, 0, 0, 0, 0, 0, 2, 3, 9, 8])
    #expect(ClusterSlice(decoding: slice.message) == slice)
    for count in 0...20 {
      #expect(ClusterSlice(decoding: Array(slice.message.prefix(count))) == nil)
    }
    #expect(ClusterSlice(decoding: [0] + slice.message) == nil)
  }

  @Test(
    "slices are passed on in order: gaps are told and counted, what is late or of another run is dropped"
  )
  func feeds() {
    var feed = ClusterFeed(from: 7)
    func take(_ number: UInt64, run: UInt64 = 7) -> Bool? {
      feed.take(ClusterSlice(run: run, number: number, bytes: [1]))
    }
    #expect(take(5) == false, "what was before the first one is not missing")
    #expect(take(6) == false && take(6) == nil && take(5) == nil)
    #expect(take(9) == true && take(10) == false)
    #expect(take(11, run: 8) == nil)
    #expect(feed.counts == ClusterFeed.Counts(slices: 4, missing: 2, late: 2))
    feed.change(to: 7)
    #expect(take(10) == nil)
    feed.change(to: 8)
    #expect(take(0, run: 8) == false && take(11) == nil)
    #expect(take(.max, run: 8) == nil && take(3, run: 8) == true, "no caster numbers so far")
    var fresh = ClusterFeed(from: 9)
    let strange = fresh.take(ClusterSlice(run: 9, number: .max, bytes: [1]))
    let usual = fresh.take(ClusterSlice(run: 9, number: 5, bytes: [1]))
    #expect(strange == nil && usual == false)
    #expect(ClusterFeed(from: 9, after: feed.counts).counts.slices == feed.counts.slices)
  }

  // MARK: Topics

  @Test(
    "a topic has a name that brokers take, from which it is found again",
    arguments: [
      (ClusterTopics.Topic.node("milan-1"), "a/b/nodes/milan-1"), (.hello, "a/b/hello"),
      (.data(mountpoint: "BASE"), "a/b/mounts/BASE/data"),
      (.data(mountpoint: "A/b +#%"), "a/b/mounts/A%2Fb%20%2B%23%25/data"),
      (.position(mountpoint: "É"), "a/b/mounts/%C3%89/position"),
    ])
  func topics(topic: ClusterTopics.Topic, name: String) {
    let topics = ClusterTopics(root: "a/b")
    #expect(topics.name(of: topic).uppercased() == name.uppercased())
    #expect(topics.topic(named: topics.name(of: topic)) == topic)
  }

  @Test(
    "other topics are none",
    arguments: [
      "", "a/b", "a/b/", "a/bhello", "a/b/hello/x", "a/b/nodes/", "a/b/nodes/x y", "a/b/mounts/A",
      "a/b/mounts/A/other", "a/b/mounts/%zz/data", "a/b/mounts//data", "a/b/mounts/%00/data",
      "b/hello",
    ])
  func otherTopics(name: String) {
    #expect(ClusterTopics(root: "a/b").topic(named: name) == nil)
  }

  @Test("a node's name is a level of a topic, and no longer than 40 letters")
  func nodeNames() {
    for name in ["a", "Milan_1.x-2", String(repeating: "n", count: 40)] {
      #expect(ClusterTopics.isNode(name))
    }
    for name in [
      "", "a b", "a/b", "+", "#", "é", "a@", "[", "`", "{", String(repeating: "n", count: 41),
    ] {
      #expect(!ClusterTopics.isNode(name))
    }
  }
}

extension ClusterTable {
  /// Takes the bytes of a message.
  fileprivate mutating func take(
    _ message: [UInt8], of node: String, at now: Duration
  ) -> Effect {
    take(ClusterTell(decoding: message, of: node), of: node, at: now)
  }
}
