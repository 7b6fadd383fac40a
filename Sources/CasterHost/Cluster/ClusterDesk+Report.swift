internal import GNSSBasics
internal import Mathematics
internal import MQTTClient
internal import NtripProtocol
internal import TextOutput

extension ClusterDesk.Report {
  /// The state in one word.
  var state: String {
    switch (phase, connection) {
    case (.failed, _): "failed"
    case (.joining, .connected): "joining"
    default: connection.word
    }
  }

  private var error: String? {
    if case .failed(let reason) = phase { return reason }
    return connection.error
  }

  private func sum(_ count: KeyPath<ClusterFeed.Counts, Int>) -> Int {
    feeds.values.reduce(0) { $0 + $1[keyPath: count] }
  }

  /// The cluster as a member of the caster's status.
  var summary: Described {
    Described(
      "cluster",
      [
        Described("node", text: table.name, "This caster's name in the cluster"),
        Described("state", text: state, "State of the connection to the cluster's broker"),
        Described("error", text: error, "Why the caster is not connected"),
        Described(
          "nodes", count: table.nodes.count, "Other casters of the cluster",
          metric: .gauge("caster_cluster_nodes")),
        Described(
          "exports", count: exports.count, "Mountpoints that other casters get from here",
          metric: .gauge("caster_cluster_exports")),
        Described(
          "slices", count: sum(\.slices), "Pieces of streams that came from other casters",
          metric: .counter("caster_cluster_slices_total")),
        Described(
          "missing", count: sum(\.missing), "Pieces that did not come",
          metric: .counter("caster_cluster_missing_total")),
        Described(
          "late", count: sum(\.late), "Pieces that came too late or twice, and were dropped",
          metric: .counter("caster_cluster_late_total")),
        Described(
          "published", count: counts.published, "Messages that the broker has taken",
          metric: .counter("caster_cluster_published_total")),
        Described(
          "dropped", count: counts.dropped, "Messages dropped because the queue was full",
          metric: .counter("caster_cluster_dropped_total")),
        Described(
          "invalid", count: table.invalidCount, "Messages of nodes that were none",
          metric: .counter("caster_cluster_invalid_total")),
      ])
  }

  /// The cluster as an answer of the admin port.
  var described: DescribedValue {
    .object(
      [
        Described("name", text: table.name, "This caster's name in the cluster"),
        Described("run", text: ClusterTell.text(table.run), "The number of this process"),
        Described("state", text: state, "State of the connection to the cluster's broker"),
        Described("broker", text: connection.broker, "The broker"),
        Described("error", text: error, "Why the caster is not connected"),
        Described(
          "exports", .array(exports.sorted().map { .text($0) }), "Mountpoints that others get"),
        Described(
          "nodes",
          .array(table.nodes.sorted { $0.key < $1.key }.map { described($0.key, $0.value) })
        ),
        Described(
          "streams", .array(feeds.sorted { $0.key < $1.key }.map { described($0.key, $0.value) })),
      ], schema: "Cluster")
  }

  private func described(_ name: String, _ node: ClusterTable.Node) -> DescribedValue {
    .object(
      [
        Described("name", text: name, "The node's name"),
        Described("run", text: ClusterTell.text(node.run), "The number of its process"),
        Described(
          "age", number: (now - node.heardAt).inSeconds, decimals: 3, "Since its last message",
          unit: "seconds"),
        Described(
          "mountpoints", .array(node.mounts.map { .text($0.record.mountpoint) }),
          "The streams that it has"),
        Described(
          "wants", .array(node.wants.keys.sorted().map { .text($0) }),
          "The streams that it gets from others"),
      ], schema: "ClusterNode")
  }

  private func described(_ mountpoint: String, _ counts: ClusterFeed.Counts) -> DescribedValue {
    .object(
      [
        Described("mountpoint", text: mountpoint),
        Described("slices", count: counts.slices, "Pieces that came"),
        Described("missing", count: counts.missing, "Pieces that did not come"),
        Described("late", count: counts.late, "Pieces that came too late or twice"),
      ], schema: "ClusterStream")
  }

  /// A report of a cluster of two, from which the schema is made.
  static var example: DescribedValue {
    var table = ClusterTable(of: "a", run: 1)
    var tell = ClusterTell(run: 2)
    tell.mounts = [ClusterTell.Mount(record: StreamRecord(mountpoint: "BASE"), holder: nil)]
    tell.wants = ["FIELD": "a"]
    _ = table.take(tell, of: "b", at: .zero)
    return ClusterDesk.Report(
      table: table, feeds: ["BASE": ClusterFeed.Counts()], exports: ["FIELD"]
    ).described
  }
}
