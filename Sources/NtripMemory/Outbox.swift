package import NtripProtocol

/// The orders for connections over TCP, until the server's thread takes them.
package struct Outbox {
  /// An order for a connection.
  package struct Entry: Sendable {
    package let id: Caster.ConnectionID
    package let action: Caster.Action
  }

  /// The greatest number of bytes that may wait for one connection.
  let limit: Int
  private var entries: [Entry] = []
  /// The number of bytes that wait for each connection, if any; `nil` for a connection that is given up.
  private var sizes: [Caster.ConnectionID: Int?] = [:]

  init(limit: Int = 0) { self.limit = limit }

  /// Nothing is to be done.
  var isEmpty: Bool { entries.isEmpty }

  /// Adds something to do; `false` when too much waits for the connection, which has to be given up.
  mutating func append(_ entry: Entry) -> Bool {
    if case .send(let bytes) = entry.action {
      guard let size = sizes[entry.id, default: 0] else { return true }
      guard size <= limit else { return false }
      sizes[entry.id] = size + bytes.count
    }
    entries.append(entry)
    return true
  }

  /// Gives a connection up: it is closed behind what waits for it, and nothing more is added.
  mutating func close(_ id: Caster.ConnectionID, after byteCount: Int) {
    sizes[id] = .some(nil)
    entries.append(Entry(id: id, action: .close(byteCount: byteCount)))
  }

  /// Takes everything out.
  mutating func take() -> [Entry] {
    defer { self = Outbox(limit: limit) }
    return entries
  }
}
