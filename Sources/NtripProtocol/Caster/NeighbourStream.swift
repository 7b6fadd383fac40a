/// A stream that another caster of a cluster offers.
package struct NeighbourStream: Hashable, Sendable {
  /// The name of the other caster.
  package var node: String
  /// The row of its sourcetable.
  package var record: StreamRecord
  /// The source that pushes the stream; `nil` for a stream that the other caster makes or fetches itself.
  package var holder: StreamHolder?

  /// Creates a stream of a caster.
  package init(node: String, record: StreamRecord, holder: StreamHolder? = nil) {
    (self.node, self.record, self.holder) = (node, record, holder)
  }
}

/// A source that pushes a stream, as the casters of a cluster tell each other of it.
package struct StreamHolder: Hashable, Sendable {
  /// The number of its admission: 1 for the first source of a mountpoint, one more for the next one, at whatever
  /// caster.
  package var term: Int
  /// The source's address; empty when unknown.
  package var address: String
  /// The source's user name; empty in version 1.
  package var user: String
  /// The time since it was admitted.
  package var age: Duration
  /// Whether it has been silent for so long that another source may replace it.
  package var isSilent: Bool

  /// Creates a holder.
  package init(term: Int, address: String, user: String, age: Duration, isSilent: Bool) {
    (self.term, self.address, self.user) = (term, address, user)
    (self.age, self.isSilent) = (age, isSilent)
  }
}
