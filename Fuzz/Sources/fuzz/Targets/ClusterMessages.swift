@testable import CasterHost
@testable import NtripProtocol

/// Messages of a cluster's topics from whoever may publish: none breaks the table or the order of a stream, and what is
/// read is written as it was.
///
/// The input is messages, each with its topic's kind, a node, and its length in two bytes before it.
func fuzzClusterMessages(_ bytes: [UInt8]) {
  var input = FuzzInput(bytes)
  var table = ClusterTable(of: "self", run: 1)
  var feed = ClusterFeed(from: 7)
  var last: UInt64?
  var now = Duration.zero
  while !input.isEmpty {
    let (kind, node) = (input.byte(), input.byte())
    let message = input.bytes(Int(input.byte()) << 8 | Int(input.byte()))
    now += .milliseconds(Int(node) * 40)
    switch kind & 3 {
    case 0, 1:
      checkTell(of: message, node: kind & 1 == 0 ? "self" : "node\(node)", in: &table, at: now)
    case 2: checkSlice(message, in: &feed, after: &last)
    default: checkTopic(message)
    }
  }
}

private func checkTell(
  of message: [UInt8], node: String, in table: inout ClusterTable, at now: Duration
) {
  let tell = ClusterTell(decoding: message, of: node)
  let (version, invalid) = (table.version, table.invalidCount)
  let effect = table.take(tell, of: node, at: now)
  require((tell == nil) == (table.invalidCount > invalid), "a message that is none is counted")
  require((effect == .news) == (table.version > version), "news is a new version")
  require(table.nodes["self"] == nil, "a node is no other one")
  require(table.nodes.count <= ClusterTable.nodeLimit, "nodes have a limit")
  require(table.wanted.allSatisfy { ClusterTell.isMountpoint($0) }, "wanted streams have names")
  for (name, stream) in table.streams {
    require(ClusterTell.isMountpoint(name), "streams have names")
    require(stream.record.mountpoint == name, "a stream's row has its name")
    require((stream.holder?.term ?? 1) > 0, "admissions are counted from 1")
  }
  _ = table.expire(at: now)
  require(table.nextExpiry.map { $0 > now } ?? true, "who is silent is forgotten")
  guard let tell else { return }
  require(tell.mounts.count <= ClusterTell.rowLimit, "rows have a limit")
  let again = ClusterTell(decoding: tell.message(of: node, at: .init(seconds: 0)), of: node)
  require(again?.mounts.map(\.ageless) == tell.mounts.map(\.ageless), "rows are read as written")
  require(again?.wants == tell.wants && again?.run == tell.run, "a table is read as written")
}

private func checkSlice(_ message: [UInt8], in feed: inout ClusterFeed, after last: inout UInt64?) {
  guard let slice = ClusterSlice(decoding: message) else { return }
  require(slice.message == message, "a slice is written as it was read")
  require(!slice.bytes.isEmpty, "a slice has bytes")
  let before = feed.counts
  guard let isBehindGap = feed.take(slice) else {
    require(feed.counts.slices == before.slices, "a slice that is dropped is not counted as passed")
    return
  }
  require(slice.run == feed.run, "slices are of one run")
  require(last.map { $0 < slice.number } ?? true, "slices are in order")
  let gap = last.map { slice.number - $0 - 1 } ?? 0
  require(feed.counts.missing - before.missing == Int(gap), "missing slices are counted")
  require(isBehindGap == (gap > 0), "a gap is told")
  last = slice.number
}

private func checkTopic(_ message: [UInt8]) {
  let topics = ClusterTopics(root: "lab/casters")
  guard let topic = topics.topic(named: String(decoding: message, as: UTF8.self)) else { return }
  let name = topics.name(of: topic)
  require(topics.topic(named: name) == topic, "a topic has one meaning: \(name)")
  require(!name.utf8.contains(UInt8(ascii: "+")), "a topic has no wildcard")
  require(!name.utf8.contains(UInt8(ascii: "#")), "a topic has no wildcard")
}
