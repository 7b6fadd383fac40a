package import NtripProtocol

/// The queue of actions on TCP connections, until the server's thread takes them.
package struct Outbox {
  /// An action on a connection.
  package struct Entry: Sendable {
    package let id: Caster.ConnectionID
    package let action: Caster.Action
  }

  /// The largest backlog of one connection, bytes.
  let limit: Int
  private var entries: [Entry] = []
  /// The backlog of each connection, bytes; `nil` for a connection that is being closed.
  private var sizes: [Caster.ConnectionID: Int?] = [:]

  init(limit: Int = 0) { self.limit = limit }

  /// Whether the queue is empty.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds an action; returns `false` if the connection's backlog is too large, so that it must be closed.
  mutating func append(_ entry: Entry) -> Bool {
    if case .send(let bytes) = entry.action {
      guard let size = sizes[entry.id, default: 0] else { return true }
      guard size <= limit else { return false }
      sizes[entry.id] = size + bytes.count
    }
    entries.append(entry)
    return true
  }

  /// Closes a connection after its backlog; later actions for the connection are ignored.
  mutating func close(_ id: Caster.ConnectionID, after byteCount: Int) {
    sizes[id] = .some(nil)
    entries.append(Entry(id: id, action: .close(byteCount: byteCount)))
  }

  /// Empties the queue and returns its entries.
  mutating func take() -> [Entry] {
    defer { self = Outbox(limit: limit) }
    return entries
  }
}
