internal import Mathematics
internal import NtripProtocol
internal import TextOutput

/// The open connections of a caster's readers and sources, some of them.
struct ConnectionReport {
  /// The number of connections, at most.
  static let limit = 1000
  /// The number of connections for a request that names none.
  static let usual = 100

  /// The number of all readers and sources.
  var total: Int
  /// The connections in the report.
  var connections: [CasterSnapshot.Connection]

  /// The report as an object, for JSON and its schema.
  var described: DescribedValue {
    .object(
      [
        Described("total", count: total, "Readers and sources"),
        Described("connections", .array(connections.map(\.described)), "The first ones"),
      ], schema: "Connections")
  }

  /// A report of one connection, from which the schema is made.
  static var example: DescribedValue {
    var caster = Caster([])
    _ = caster.connect(at: .zero)
    return ConnectionReport(total: 1, connections: caster.snapshot.connections).described
  }
}

extension CasterSnapshot.Connection {
  fileprivate var described: DescribedValue {
    .object([
      Described("mountpoint", text: mountpoint, "As it was requested"),
      Described("role", .word(isSource ? "source" : "reader", of: ["reader", "source"])),
      Described("address", text: address, "The client's address"),
      Described("user", text: user, "The user name, empty without a login"),
      Described("agent", text: agent, "The client's program"),
      Described("version", count: version == .two ? 2 : 1, "The protocol's version"),
      Described(
        "seconds", number: age?.inSeconds, decimals: 1, "Since the request was granted",
        unit: "seconds"),
      Described("bytes", count: byteCount, "Bytes of the stream, sent or received"),
    ])
  }
}
