internal import Platform

/// The last events of a board, numbered by rising ids.
struct EventRing {
  /// An event, encoded as a client receives it.
  struct Entry {
    var id: UInt64
    var kind: EventKind
    var bytes: [UInt8]
  }

  /// The largest number of events kept.
  static let limit = 1000

  private var ring = Ring<Entry>(limit: limit)
  /// The id of the last event; the id before the first one, when there are no events.
  private(set) var lastID: UInt64

  /// Creates an empty ring.
  ///
  /// - Parameter lastID: The id before that of the first event.
  init(after lastID: UInt64) { self.lastID = lastID }

  /// Appends an event, and returns it.
  mutating func append(_ kind: EventKind, _ data: [UInt8]) -> Entry {
    lastID += 1
    let entry = Entry(
      id: lastID, kind: kind, bytes: EventText.encode(kind, data, id: lastID))
    ring.append(entry)
    return entry
  }

  /// Removes all events; an id is left out, so that a client that has seen the last one knows that it has missed some.
  mutating func clear() {
    lastID += 1
    if ring.count > 0 { ring = Ring(limit: Self.limit) }
  }

  /// Returns the events after an id, oldest first.
  ///
  /// - Returns: The events; `nil` where some of them are not kept any more, and for an id in the future.
  func entries(after id: UInt64) -> ArraySlice<Entry>? {
    guard id <= lastID, lastID - id <= UInt64(ring.count) else { return nil }
    return ring.ordered.suffix(Int(lastID - id))
  }
}

/// The encoding of Server-Sent Events (WHATWG HTML, section 9.2).
enum EventText {
  /// The first lines of a stream: the time after which a client connects again, in milliseconds.
  static let head = Array("retry: 1000\n\n".utf8)

  /// Returns an event.
  ///
  /// - Parameters:
  ///   - kind: The kind of event.
  ///   - data: The data, JSON without line ends.
  ///   - id: The id; `nil` for an event that is no place to go on from.
  /// - Returns: The event's lines, with the empty line that ends it.
  static func encode(_ kind: EventKind, _ data: [UInt8], id: UInt64?) -> [UInt8] {
    let head = (id.map { "id: \($0)\n" } ?? "") + "event: \(kind.rawValue)\ndata: "
    return Array(head.utf8) + data + Array("\n\n".utf8)
  }
}
